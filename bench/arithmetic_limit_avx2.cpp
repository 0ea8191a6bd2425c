#include <immintrin.h>
#include <time.h>

#include "arithmetic_limit.h"

namespace peal::bench {
namespace {

double now() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

}  // namespace

double seconds_of_multiply_adds(long count) {
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return 0;
  // Ten chains: more than latency (4 cycles) times throughput (2 a cycle) needs. The empty asm
  // keeps the compiler from folding the loop.
  __m256 a = _mm256_set1_ps(1), b = a, c = a, d = a, e = a, f = a, g = a, h = a, i = a, j = a;
  const __m256 x = _mm256_set1_ps(0.999f), y = _mm256_set1_ps(0.001f);
  const double start = now();
  for (long n = 0; n < count; n += 10) {
    a = _mm256_fmadd_ps(a, x, y), b = _mm256_fmadd_ps(b, x, y), c = _mm256_fmadd_ps(c, x, y);
    d = _mm256_fmadd_ps(d, x, y), e = _mm256_fmadd_ps(e, x, y), f = _mm256_fmadd_ps(f, x, y);
    g = _mm256_fmadd_ps(g, x, y), h = _mm256_fmadd_ps(h, x, y), i = _mm256_fmadd_ps(i, x, y);
    j = _mm256_fmadd_ps(j, x, y);
    asm volatile(""
                 : "+x"(a), "+x"(b), "+x"(c), "+x"(d), "+x"(e), "+x"(f), "+x"(g), "+x"(h), "+x"(i),
                   "+x"(j));
  }
  const double seconds = now() - start;
  return seconds;
}

}  // namespace peal::bench

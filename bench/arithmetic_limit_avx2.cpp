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
  __m256 sum[10];
  for (int i = 0; i < 10; ++i) sum[i] = _mm256_set1_ps(1.0f + i);
  const __m256 a = _mm256_set1_ps(0.999f), b = _mm256_set1_ps(0.001f);
  const double start = now();
  for (long n = 0; n < count; n += 10) {
    for (int i = 0; i < 10; ++i) sum[i] = _mm256_fmadd_ps(sum[i], a, b);
    asm volatile("" : "+x"(sum[0]), "+x"(sum[1]), "+x"(sum[2]), "+x"(sum[3]), "+x"(sum[4]));
  }
  const double seconds = now() - start;
  float keep = 0;
  for (const __m256& s : sum) keep += _mm256_cvtss_f32(s);
  volatile float sink = keep;
  (void)sink;
  return seconds;
}

}  // namespace peal::bench

// Body of the listener kernel, included once per instruction set by listener_kernel_*.cpp.
// Everything is in an unnamed namespace and nothing else is included (see
// dsp/modal/bank_kernel_body.h).
#include "dsp/modal/bank_kernel.h"
#include "engine/listener_kernel.h"

namespace peal {
namespace {

typedef float Float8 __attribute__((vector_size(32)));

// Off a boundary. Copied: clang takes a reference to a vector for one on its boundary, whatever its
// type says.
Float8 loose8(const float* p) {
  Float8 v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}
void put_loose8(float* p, const Float8& v) { __builtin_memcpy(p, &v, sizeof v); }

// 32 sums are held in registers.
void still(const float* window, const float* taps, float* out) noexcept {
  for (int n = 0; n < kHop; n += 32) {
    Float8 sum[4] = {};
    for (int k = 0; k < kListenerTaps; ++k)
      for (int v = 0; v < 4; ++v) sum[v] += taps[k] * loose8(window + n + k + 8 * v);
    for (int v = 0; v < 4; ++v) put_loose8(out + n + 8 * v, sum[v]);
  }
}

void moving(const float* window, const float* table, double begin, double stride,
            float* out) noexcept {
  for (int n = 0; n < kHop; ++n) {
    const double place = begin + n * stride;
    const int below = static_cast<int>(place);
    const double phase = (place - below) * kListenerPhases;
    const int row = static_cast<int>(phase);
    const float part = static_cast<float>(phase - row);
    const float* low = table + row * kListenerTaps;
    Float8 sum = {};
    for (int k = 0; k < kListenerTaps; k += 8) {
      const Float8 a = loose8(low + k), b = loose8(low + kListenerTaps + k);
      sum += loose8(window + below + k) * (a + part * (b - a));
    }
    out[n] = ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
  }
}

}  // namespace
}  // namespace peal

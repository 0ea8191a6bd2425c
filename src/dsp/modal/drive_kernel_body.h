// Body of the drive kernel, included once per instruction set by drive_kernel_*.cpp. Everything is
// in an unnamed namespace and nothing else is included: an inline function shared between the two
// files could be linked in its AVX2 version and stop older processors.
#include "dsp/modal/drive_kernel.h"

namespace peal {
namespace {

typedef double Double4 __attribute__((vector_size(32)));

const Double4& lane4(const double* p) { return *reinterpret_cast<const Double4*>(p); }
Double4& lane4(double* p) { return *reinterpret_cast<Double4*>(p); }

// Eight modes at a time: two chains of four cover the latency of one another.
void ring_out(int padded, const double* turn_re, const double* turn_im, const double* start_re,
              const double* start_im, double* out) noexcept {
  Double4 sum[kHop + 1] = {};
  for (int i = 0; i < padded; i += kLane) {
    const Double4 zr0 = lane4(turn_re + i), zi0 = lane4(turn_im + i);
    const Double4 zr1 = lane4(turn_re + i + 4), zi1 = lane4(turn_im + i + 4);
    Double4 ar0 = lane4(start_re + i), ai0 = lane4(start_im + i);
    Double4 ar1 = lane4(start_re + i + 4), ai1 = lane4(start_im + i + 4);
    for (int n = 0; n <= kHop; ++n) {
      sum[n] += ai0 + ai1;
      const Double4 next0 = ar0 * zr0 - ai0 * zi0, next1 = ar1 * zr1 - ai1 * zi1;
      ai0 = ar0 * zi0 + ai0 * zr0;
      ai1 = ar1 * zi1 + ai1 * zr1;
      ar0 = next0, ar1 = next1;
    }
  }
  for (int n = 0; n <= kHop; ++n) out[n] += (sum[n][0] + sum[n][1]) + (sum[n][2] + sum[n][3]);
}

void absorb(int padded, const double* turn_re, const double* turn_im, const double* force,
            double* e_re, double* e_im) noexcept {
  for (int i = 0; i < padded; i += kLane) {
    const Double4 zr0 = lane4(turn_re + i), zi0 = lane4(turn_im + i);
    const Double4 zr1 = lane4(turn_re + i + 4), zi1 = lane4(turn_im + i + 4);
    Double4 er0 = {}, ei0 = {}, er1 = {}, ei1 = {};
    for (int n = 0; n < kHop; ++n) {
      const Double4 next0 = er0 * zr0 - ei0 * zi0 + force[n];
      const Double4 next1 = er1 * zr1 - ei1 * zi1 + force[n];
      ei0 = er0 * zi0 + ei0 * zr0;
      ei1 = er1 * zi1 + ei1 * zr1;
      er0 = next0, er1 = next1;
    }
    lane4(e_re + i) = er0, lane4(e_im + i) = ei0;
    lane4(e_re + i + 4) = er1, lane4(e_im + i + 4) = ei1;
  }
}

typedef float Float8 __attribute__((vector_size(32)));

Float8 loose8(const float* p) {
  Float8 v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}

// All of the result in registers: each force adds the kernel, moved on by a sample, with zeros
// before it.
void convolve(const float* kernel, const float* force, float* out) noexcept {
  constexpr int kVectors = kHop / kLane;
  float moved[2 * kHop] = {};
  __builtin_memcpy(moved + kHop, kernel, kHop * sizeof(float));
  Float8 sum[kVectors];
  for (int v = 0; v < kVectors; ++v) sum[v] = loose8(out + kLane * v);
  for (int k = 0; k < kHop - 1; ++k) {
    const float f = force[k], *from = moved + kHop - 1 - k;
    if (f == 0) continue;
    for (int v = 0; v < kVectors; ++v) sum[v] += loose8(from + kLane * v) * f;
  }
  __builtin_memcpy(out, sum, sizeof sum);
}

// No alignment: x moves on by one value per sample.
typedef double Double4u __attribute__((vector_size(32), aligned(8)));

void subtract(const double* y, double factor, int count, double* x) noexcept {
  int k = 0;
  for (; k + 4 <= count; k += 4)
    *reinterpret_cast<Double4u*>(x + k) -= *reinterpret_cast<const Double4u*>(y + k) * factor;
  for (; k < count; ++k) x[k] -= y[k] * factor;
}

}  // namespace
}  // namespace peal

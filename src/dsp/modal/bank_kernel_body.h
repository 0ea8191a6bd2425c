// Body of the bank kernel, included once per instruction set by bank_kernel_*.cpp. Everything is in
// an unnamed namespace and nothing else is included: an inline function shared between the two
// files could be linked in its AVX2 version and stop older processors.
#include "dsp/modal/bank_kernel.h"

namespace peal {
namespace {

typedef float Float8 __attribute__((vector_size(32)));
typedef double Double4 __attribute__((vector_size(32)));
typedef float Float4 __attribute__((vector_size(16)));
#ifdef __wasm_simd128__
typedef double Double2 __attribute__((vector_size(16)));
#endif

constexpr int kChunk = 64;  // modes prepared at a time: their gains (8 kB) stay in the L1 cache

const Float8& lane8(const float* p) { return *reinterpret_cast<const Float8*>(p); }
Float8& lane8(float* p) { return *reinterpret_cast<Float8*>(p); }
const Double4& lane4(const double* p) { return *reinterpret_cast<const Double4*>(p); }
Double4& lane4(double* p) { return *reinterpret_cast<Double4*>(p); }

#ifdef __wasm_simd128__
// The compiler would convert one number at a time.
Float4 two_to_float(const double* p) {
  const Double2 two = *reinterpret_cast<const Double2*>(p);
  Float4 out;
  __asm__("local.get %1\nf32x4.demote_zero_f64x2\nlocal.set %0" : "=r"(out) : "r"(two));
  return out;
}
Float8 to_float(const double* p) {
  const Float4 half[4] = {two_to_float(p), two_to_float(p + 2), two_to_float(p + 4),
                          two_to_float(p + 6)};
  const Float4 low = __builtin_shufflevector(half[0], half[1], 0, 1, 4, 5);
  const Float4 high = __builtin_shufflevector(half[2], half[3], 0, 1, 4, 5);
  return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
}
#else
Float8 to_float(const double* p) {
  const Float4 low = __builtin_convertvector(lane4(p), Float4);
  const Float4 high = __builtin_convertvector(lane4(p + 4), Float4);
  return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
}
#endif

template <int Ears>
struct Gains {
  alignas(32) float re[Ears][kGroups][kChunk];
  alignas(32) float im[Ears][kGroups][kChunk];
};

// g = w a, then g e^{8sh} for each following group of eight samples; eight modes at a time.
template <int Ears>
void prepare(const BankModes& modes, const BankSignal& signal, int first, int count,
             Gains<Ears>& gains) {
  for (int i = 0; i < count; i += kLane) {
    const Float8 ar = to_float(signal.re + first + i), ai = to_float(signal.im + first + i);
    const Float8 tr = lane8(modes.turn_re + first + i), ti = lane8(modes.turn_im + first + i);
    for (int ear = 0; ear < Ears; ++ear) {
      const Float8 wr = lane8(signal.weight_re[ear] + first + i);
      const Float8 wi = lane8(signal.weight_im[ear] + first + i);
      Float8 gr = wr * ar - wi * ai, gi = wr * ai + wi * ar;
      for (int m = 0; m < kGroups; ++m) {
        lane8(&gains.re[ear][m][i]) = gr;
        lane8(&gains.im[ear][m][i]) = gi;
        const Float8 next = gr * tr - gi * ti;
        gi = gr * ti + gi * tr;
        gr = next;
      }
    }
  }
}

// Sums are held in registers. Eight of eight samples where one takes one register: four groups for
// each of two ears, or all eight groups for one ear. Each needs two multiply-adds per mode, which
// covers their latency. Browsers have half as wide registers, no multiply-add, and run out of
// registers with more than two sums.
#ifdef __wasm_simd128__
constexpr int kSums = 2;
Float8 with(const Float8& sum, float gr, const Float8& re, float gi, const Float8& im) {
  return sum + (gr * re - gi * im);
}
#else
constexpr int kSums = 8;
Float8 with(Float8 sum, float gr, const Float8& re, float gi, const Float8& im) {
  sum += gr * re;
  sum -= gi * im;
  return sum;
}
#endif

template <int Ears>
void sum_ears(const BankModes& modes, const BankSignal& signal, float (*out)[kHop]) {
  constexpr int kHeld = kSums < Ears ? 1 : kSums / Ears;
  Gains<Ears> gains;
  Float8 total[Ears][kGroups] = {};
  for (int first = 0; first < modes.padded; first += kChunk) {
    const int count = modes.padded - first < kChunk ? modes.padded - first : kChunk;
    prepare<Ears>(modes, signal, first, count, gains);
    for (int from = 0; from < kGroups; from += kHeld) {
      Float8 sum[Ears][kHeld] = {};
      const float* row = modes.row + 2 * kLane * first;
      for (int i = 0; i < count; ++i, row += 2 * kLane) {
        const Float8 re = lane8(row), im = lane8(row + kLane);
        for (int ear = 0; ear < Ears; ++ear)
          for (int m = 0; m < kHeld; ++m)
            sum[ear][m] =
                with(sum[ear][m], gains.re[ear][from + m][i], re, gains.im[ear][from + m][i], im);
      }
      for (int ear = 0; ear < Ears; ++ear)
        for (int m = 0; m < kHeld; ++m) total[ear][from + m] += sum[ear][m];
    }
  }
  for (int ear = 0; ear < Ears; ++ear)
    for (int m = 0; m < kGroups; ++m)
      for (int l = 0; l < kLane; ++l) out[ear][m * kLane + l] += total[ear][m][l];
}

void sum(const BankModes& modes, const BankSignal& signal, float (*out)[kHop]) noexcept {
  if (signal.ears == 4)
    sum_ears<4>(modes, signal, out);
  else if (signal.ears == 2)
    sum_ears<2>(modes, signal, out);
  else
    sum_ears<1>(modes, signal, out);
}

void advance(const BankModes& modes, double* re, double* im) noexcept {
  for (int i = 0; i < modes.padded; i += 4) {
    const Double4 ar = lane4(re + i), ai = lane4(im + i);
    const Double4 sr = lane4(modes.step_re + i), si = lane4(modes.step_im + i);
    lane4(re + i) = ar * sr - ai * si;
    lane4(im + i) = ar * si + ai * sr;
  }
}

}  // namespace
}  // namespace peal

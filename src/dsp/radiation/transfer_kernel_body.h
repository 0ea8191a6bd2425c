// Body of the transfer kernel, included once per instruction set by transfer_kernel_*.cpp.
// Everything is in an unnamed namespace and nothing else is included: an inline function shared
// between the two files could be linked in its AVX2 version and stop older processors.
#include "dsp/radiation/transfer_kernel.h"

namespace peal {
namespace {

typedef float Float8 __attribute__((vector_size(32)));
typedef int Int8 __attribute__((vector_size(32)));

const Float8& lane8(const float* p) { return *reinterpret_cast<const Float8*>(p); }

void put(float* to, Float8 value) {
  for (int i = 0; i < kTransferLane; ++i) to[i] = value[i];
}

// (re + i im) e^{ik path}, written to the results. phase = pi (turns + t), |t| <= 1/2; the added
// constant rounds to whole half turns and leaves their parity in the lowest bit. Chebyshev fits of
// sin(pi t) / t and cos(pi t), errors 1.4e-8 and 4.7e-8.
void phase_shifted(Float8 re, Float8 im, const float* wavenumber, float path, float* out_re,
                   float* out_im) {
  const Float8 phase = lane8(wavenumber) * (path * 0.318309886f);
  const Float8 rounded = phase + 12582912.0f;
  const Float8 t = phase - (rounded - 12582912.0f), t2 = t * t;
  const Int8 flip = reinterpret_cast<Int8>(rounded) << 31;
  const Float8 sine =
      t * (3.141592640f + t2 * (-5.167710077f +
                                t2 * (2.550077387f + t2 * (-0.5982904113f + t2 * 0.07765591228f))));
  const Float8 cosine =
      0.999999953f +
      t2 * (-4.934792802f + t2 * (4.058410791f + t2 * (-1.331872973f + t2 * 0.2196824236f)));
  const Float8 a = re * cosine - im * sine, b = re * sine + im * cosine;
  put(out_re, reinterpret_cast<Float8>(reinterpret_cast<Int8>(a) ^ flip));
  put(out_im, reinterpret_cast<Float8>(reinterpret_cast<Int8>(b) ^ flip));
}

constexpr int kMostOrder =
    120;  // kMaxHarmonicOrder of physics/wave/multipole/spherical_harmonics.h

void harmonics(const HarmonicSteps& steps, int order, const double* direction,
               float* out) noexcept {
  // (x + iy)^m = sin^m e^{im phi}: no angles, nothing special at the poles. Doubles, since P /
  // sin^m becomes as large as sin^m small.
  double cosine[kMostOrder + 1], sine[kMostOrder + 1];
  double rows[3][kMostOrder + 1] = {};
  const double z = direction[2];
  double re = 1.4142135623730950488, im = 0;  // sqrt(2) belongs to every m > 0
  cosine[0] = 1, sine[0] = 0;
  for (int m = 1; m <= order; ++m) {
    const double rotated = re * direction[0] - im * direction[1];
    im = re * direction[1] + im * direction[0];
    re = rotated;
    cosine[m] = re, sine[m] = im;
  }
  const double *scale = steps.scale, *before = steps.before;
  for (int l = 0; l <= order; ++l) {
    double* now = rows[l % 3];
    const double *last = rows[(l + 2) % 3], *older = rows[(l + 1) % 3];
    for (int m = 0; m < l; ++m) now[m] = scale[m] * (z * last[m] - before[m] * older[m]);
    now[l] = scale[l];
    float* y = out + l * l + l;
    for (int m = 1; m <= l; ++m) y[-m] = static_cast<float>(now[m] * sine[m]);
    for (int m = 0; m <= l; ++m) y[m] = static_cast<float>(now[m] * cosine[m]);
    scale += l + 1, before += l + 1;
  }
}

void pressures(const TransferModes& block, const TransferPlace& place, float* out_re,
               float* out_im) noexcept {
  const Float8 x = lane8(block.wavenumber) * place.distance, x2 = x * x;
  const float* c = block.coefficients;
  const float* y = place.harmonics;
  Float8 ratio_re = Float8{} + place.nearness, ratio_im{};
  Float8 far_re = Float8{} + 1.0f, far_im = -x;  // theta_l / theta_(l-1) at -ikr, l = 1
  Float8 re = ratio_re * *y * lane8(c), im = ratio_re * *y * lane8(c + kTransferLane);
  ++y, c += 2 * kTransferLane;
  for (int l = 1; l <= block.order; ++l) {
    // 2l + 1 harmonics: four sums at once cover the latency of a multiply-add.
    Float8 even_re = *y * lane8(c), even_im = *y * lane8(c + kTransferLane);
    Float8 odd_re{}, odd_im{};
    ++y, c += 2 * kTransferLane;
    for (int m = 0; m < l; ++m, y += 2, c += 4 * kTransferLane) {
      odd_re += y[0] * lane8(c), odd_im += y[0] * lane8(c + kTransferLane);
      even_re += y[1] * lane8(c + 2 * kTransferLane);
      even_im += y[1] * lane8(c + 3 * kTransferLane);
    }
    const Float8 sum_re = even_re + odd_re, sum_im = even_im + odd_im;
    if (l > 1) {
      const Float8 square = x2 / (far_re * far_re + far_im * far_im);
      far_re = static_cast<float>(2 * l - 1) - square * far_re;
      far_im = square * far_im;
    }
    const Float8 near_re = lane8(block.inverse + 2 * kTransferLane * l) * place.nearness;
    const Float8 near_im =
        lane8(block.inverse + 2 * kTransferLane * l + kTransferLane) * place.nearness;
    const Float8 step_re = far_re * near_re - far_im * near_im;
    const Float8 step_im = far_re * near_im + far_im * near_re;
    const Float8 next = ratio_re * step_re - ratio_im * step_im;
    ratio_im = ratio_re * step_im + ratio_im * step_re;
    ratio_re = next;
    re += ratio_re * sum_re - ratio_im * sum_im;
    im += ratio_re * sum_im + ratio_im * sum_re;
  }
  phase_shifted(re, im, block.wavenumber, place.path, out_re, out_im);
}

}  // namespace
}  // namespace peal

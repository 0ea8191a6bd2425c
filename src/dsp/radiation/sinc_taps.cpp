#include "dsp/radiation/sinc_taps.h"

#include <cmath>

#include "base/constants.h"
#include "base/vec.h"
#include "dsp/radiation/kaiser.h"

namespace peal {
namespace {

// x in [-half, half]
double window(const SincShape& shape, double x) { return kaiser(x / shape.half, shape.kaiser); }

double kernel(const SincShape& shape, double x) {
  return window(shape, x) * (std::abs(x) < 1e-12 ? 1 : std::sin(kPi * x) / (kPi * x));
}

// Fourth-order differences: smooth kernel, error ~1e-12 of the first, ~1e-9 of the second.
double kernel_derivative(const SincShape& shape, double x, int derivative) {
  const auto at = [&](double y) { return kernel(shape, y); };
  const double h = derivative == 2 ? 5e-3 : 1e-3;
  if (derivative == 0) return at(x);
  if (derivative == 1)
    return (8 * (at(x + h) - at(x - h)) - (at(x + 2 * h) - at(x - 2 * h))) / (12 * h);
  return (16 * (at(x + h) + at(x - h)) - (at(x + 2 * h) + at(x - 2 * h)) - 30 * at(x)) /
         (12 * h * h);
}

// Adds window times a parabola so that sum taps x^p = target[p]: constants, straight lines and
// parabolas are then interpolated and differentiated exactly. Without it the images of a slow
// signal, 81 dB down, would grow in its derivative by the ratio of sampling rate to frequency.
void impose_moments(const SincShape& sinc, const double* x, const Vec3& target, double* taps) {
  Mat3 system;
  Vec3 missing = target;
  double shape[2 * SincShape::kMostHalf];
  for (int k = 0; k < 2 * sinc.half; ++k) {
    shape[k] = window(sinc, x[k]);
    const double power[5] = {1, x[k], x[k] * x[k], x[k] * x[k] * x[k], std::pow(x[k], 4)};
    for (int p = 0; p < 3; ++p) {
      missing[p] -= taps[k] * power[p];
      for (int q = 0; q < 3; ++q) system(p, q) += shape[k] * power[p + q];
    }
  }
  const Vec3 c = inverse(system) * missing;
  for (int k = 0; k < 2 * sinc.half; ++k) taps[k] += shape[k] * (c.x + x[k] * (c.y + x[k] * c.z));
}

}  // namespace

void sinc_taps(const SincShape& shape, double fraction, int derivative, double* out) {
  double x[2 * SincShape::kMostHalf];
  for (int k = 0; k < 2 * shape.half; ++k) {
    x[k] = fraction - (k - shape.half + 1);
    out[k] = kernel_derivative(shape, x[k], derivative);
  }
  const Vec3 moments[3] = {{1, 0, 0}, {0, -1, 0}, {0, 0, 2}};
  impose_moments(shape, x, moments[derivative], out);
}

}  // namespace peal

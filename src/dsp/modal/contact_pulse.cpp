#include "dsp/modal/contact_pulse.h"

#include <algorithm>
#include <cmath>

namespace peal {
namespace {

struct Shape {
  double mean, width, skewness;
};

// Of a pulse of length 1 that rises for r and falls for f = 1 - r: with a = pi/2,
//   I_n = int_0^1 u^n sin(au) du = n/a J_(n-1),   J_n = int_0^1 u^n cos(au) du = 1/a - n/a I_(n-1).
Shape shape_of(double r) noexcept {
  const double a = kPi / 2, f = 1 - r;
  const double i0 = 1 / a, j0 = 1 / a, i1 = j0 / a, j1 = 1 / a - i0 / a;
  const double i2 = 2 * j1 / a, j2 = 1 / a - 2 * i1 / a, i3 = 3 * j2 / a, j3 = 1 / a - 3 * i2 / a;
  const double m0 = r * i0 + f * j0;
  const double m1 = r * r * i1 + f * (r * j0 + f * j1);
  const double m2 = r * r * r * i2 + f * (r * r * j0 + 2 * r * f * j1 + f * f * j2);
  const double m3 = r * r * r * r * i3 +
                    f * (r * r * r * j0 + 3 * r * r * f * j1 + 3 * r * f * f * j2 + f * f * f * j3);
  const double mean = m1 / m0, variance = m2 / m0 - mean * mean;
  const double third = m3 / m0 - 3 * mean * variance - mean * mean * mean;
  return {mean, std::sqrt(variance), third / (variance * std::sqrt(variance))};
}

}  // namespace

ForceTimes ContactPulse::times() const noexcept {
  double low = 0.02, high = 0.98;  // the skewness falls with the rise's part
  for (int n = 0; n < 24; ++n) {
    const double middle = 0.5 * (low + high);
    (shape_of(middle).skewness > skewness ? low : high) = middle;
  }
  const double rise = 0.5 * (low + high);
  const Shape shape = shape_of(rise);
  const double length = width / shape.width;
  return {std::max(0.0, centroid - length * shape.mean), rise * length, (1 - rise) * length};
}

ContactPulse ForceMoments::pulse() const noexcept {
  if (!(sum_ > 0)) return {};
  const double centroid = first_ / sum_;
  const double variance = std::max(0.0, second_ / sum_ - centroid * centroid);
  const double third = third_ / sum_ - 3 * centroid * variance - centroid * centroid * centroid;
  const double width = std::sqrt(variance);
  return {sum_, centroid, width, variance > 0 ? third / (variance * width) : 0};
}

}  // namespace peal

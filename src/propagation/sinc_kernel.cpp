#include "propagation/sinc_kernel.h"

#include <cmath>

#include "base/constants.h"
#include "base/vec.h"

namespace peal {
namespace {

constexpr double kKaiser = 8.0;  // images 81 dB down

double window(double x) {  // x in [-kHalf, kHalf]
  const double u = x / SincTable::kHalf;
  return std::abs(u) >= 1
             ? 0
             : std::cyl_bessel_i(0, kKaiser * std::sqrt(1 - u * u)) / std::cyl_bessel_i(0, kKaiser);
}

double kernel(double x) {
  return window(x) * (std::abs(x) < 1e-12 ? 1 : std::sin(kPi * x) / (kPi * x));
}

// Fourth-order difference: smooth kernel, error ~1e-12.
double kernel_slope(double x) {
  const double h = 1e-3;
  return (8 * (kernel(x + h) - kernel(x - h)) - (kernel(x + 2 * h) - kernel(x - 2 * h))) / (12 * h);
}

// Adds window times a parabola so that sum taps x^p = target[p]: constants, straight lines and
// parabolas are then interpolated and differentiated exactly. Without it the images of a slow
// signal, 81 dB down, would grow in its derivative by the ratio of sampling rate to frequency.
void impose_moments(const double* x, const Vec3& target, double* taps) {
  Mat3 system;
  Vec3 missing = target;
  for (int k = 0; k < SincTable::kTaps; ++k) {
    const double power[5] = {1, x[k], x[k] * x[k], x[k] * x[k] * x[k], std::pow(x[k], 4)};
    for (int p = 0; p < 3; ++p) {
      missing[p] -= taps[k] * power[p];
      for (int q = 0; q < 3; ++q) system(p, q) += window(x[k]) * power[p + q];
    }
  }
  const Vec3 c = inverse(system) * missing;
  for (int k = 0; k < SincTable::kTaps; ++k)
    taps[k] += window(x[k]) * (c.x + x[k] * (c.y + x[k] * c.z));
}

void interpolate(const float (*table)[SincTable::kTaps], double fraction, float* out) noexcept {
  const double place = fraction * SincTable::kPhases;
  int row = static_cast<int>(place);
  if (row >= SincTable::kPhases) row = SincTable::kPhases - 1;
  const float part = static_cast<float>(place - row);
  for (int k = 0; k < SincTable::kTaps; ++k)
    out[k] = table[row][k] + part * (table[row + 1][k] - table[row][k]);
}

}  // namespace

SincTable::SincTable() {
  for (int phase = 0; phase <= kPhases; ++phase) {
    double value[kTaps], slope[kTaps], x[kTaps];
    for (int k = 0; k < kTaps; ++k) {
      x[k] = static_cast<double>(phase) / kPhases - (k - kHalf + 1);
      value[k] = kernel(x[k]), slope[k] = kernel_slope(x[k]);
    }
    impose_moments(x, {1, 0, 0}, value);
    impose_moments(x, {0, -1, 0}, slope);
    for (int k = 0; k < kTaps; ++k) {
      value_[phase][k] = static_cast<float>(value[k]);
      slope_[phase][k] = static_cast<float>(slope[k]);
    }
  }
}

const SincTable& SincTable::instance() {
  static const SincTable table;
  return table;
}

void SincTable::taps(double fraction, float* out) const noexcept {
  interpolate(value_, fraction, out);
}

void SincTable::slope_taps(double fraction, float* out) const noexcept {
  interpolate(slope_, fraction, out);
}

}  // namespace peal

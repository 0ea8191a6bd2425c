#include "dsp/radiation/sinc_kernel.h"

#include <cmath>

#include "base/constants.h"
#include "base/vec.h"
#include "dsp/radiation/kaiser.h"

namespace peal {
namespace {

constexpr double kSincKaiser = 8.0;  // images 81 dB down

// x in [-kHalf, kHalf]
double window(double x) { return kaiser(x / SincTable::kHalf, kSincKaiser); }

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
  double shape[SincTable::kTaps];
  for (int k = 0; k < SincTable::kTaps; ++k) {
    shape[k] = window(x[k]);
    const double power[5] = {1, x[k], x[k] * x[k], x[k] * x[k] * x[k], std::pow(x[k], 4)};
    for (int p = 0; p < 3; ++p) {
      missing[p] -= taps[k] * power[p];
      for (int q = 0; q < 3; ++q) system(p, q) += shape[k] * power[p + q];
    }
  }
  const Vec3 c = inverse(system) * missing;
  for (int k = 0; k < SincTable::kTaps; ++k)
    taps[k] += shape[k] * (c.x + x[k] * (c.y + x[k] * c.z));
}

typedef float Float4 __attribute__((vector_size(16)));

// Where a fraction falls between two rows of the table.
struct Place {
  int row;
  float part;

  explicit Place(double fraction) {
    const double place = fraction * SincTable::kPhases;
    row = static_cast<int>(place);
    if (row >= SincTable::kPhases) row = SincTable::kPhases - 1;
    part = static_cast<float>(place - row);
  }
};

Float4 taps_at(const float (*table)[SincTable::kTaps], const Place& place, int k) noexcept {
  const Float4 a = *reinterpret_cast<const Float4*>(&table[place.row][k]);
  const Float4 b = *reinterpret_cast<const Float4*>(&table[place.row + 1][k]);
  return a + place.part * (b - a);
}

void interpolate(const float (*table)[SincTable::kTaps], double fraction, float* out) noexcept {
  const Place place(fraction);
  for (int k = 0; k < SincTable::kTaps; k += 4) {
    const Float4 taps = taps_at(table, place, k);
    __builtin_memcpy(out + k, &taps, sizeof taps);
  }
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

float SincTable::value(const float* samples, double fraction) const noexcept {
  const Place place(fraction);
  Float4 sum[2] = {};
  for (int k = 0; k < kTaps; k += 8)
    for (int half = 0; half < 2; ++half) {
      Float4 x;
      __builtin_memcpy(&x, samples + k + 4 * half, sizeof x);
      sum[half] += x * taps_at(value_, place, k + 4 * half);
    }
  const Float4 all = sum[0] + sum[1];
  return (all[0] + all[1]) + (all[2] + all[3]);
}

void SincTable::taps(double fraction, float* out) const noexcept {
  interpolate(value_, fraction, out);
}

void SincTable::slope_taps(double fraction, float* out) const noexcept {
  interpolate(slope_, fraction, out);
}

}  // namespace peal

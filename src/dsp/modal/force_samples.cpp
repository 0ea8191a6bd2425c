#include "dsp/modal/force_samples.h"

#include <algorithm>
#include <cmath>

#include "dsp/radiation/band_limit.h"

namespace peal {
namespace {

// The part of the force that climbs with `speed` from `angle` on, over `length` samples. phi and
// the force are smooth over one sample: four points of Gauss are exact to 2e-5.
void add_quarter(double begin, double origin, double length, double angle, float* out) noexcept {
  const BandTable& table = BandTable::instance();
  const int pieces = std::max(1, static_cast<int>(std::ceil(length)));
  const double piece = length / pieces, speed = kPi / (2 * length);
  for (int i = 0; i < pieces; ++i)
    for (int k = 0; k < 4; ++k) {
      const double t = (i + kGaussPlace[k]) * piece, place = begin + t - origin;
      const double below = std::floor(place);
      table.add(place - below,
                static_cast<float>(kGaussWeight[k] * piece * std::sin(angle + speed * t)),
                out + static_cast<int>(below));
    }
}

}  // namespace

ForceTimes force_times(ForceProfile profile, double contact_time, double restitution) noexcept {
  const double half = contact_time / 2;
  if (profile == ForceProfile::inelastic)
    return {0, half, half * std::min(1.0, std::max(0.05, restitution))};
  if (profile == ForceProfile::half_sine) return {0, half, half};
  return {(1 - kHertzClosestHalfSine) * half, kHertzClosestHalfSine * half,
          kHertzClosestHalfSine * half};
}

int force_sample_count(double length) noexcept {
  return static_cast<int>(std::ceil(length)) + 1 + kBandTaps;
}

int sample_force(double begin, double rise, double fall, float* out) noexcept {
  const int count = force_sample_count(rise + fall);
  std::fill(out, out + count, 0.0f);
  const double origin = std::floor(begin);
  add_quarter(begin, origin, rise, 0, out);
  add_quarter(begin + rise, origin, fall, kPi / 2, out);
  double sum = 0;
  for (int j = 0; j < count; ++j) sum += static_cast<double>(out[j]);
  const auto scale = static_cast<float>(1 / sum);
  for (int j = 0; j < count; ++j) out[j] *= scale;
  return count;
}

}  // namespace peal

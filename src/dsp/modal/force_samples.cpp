#include "dsp/modal/force_samples.h"

#include <algorithm>
#include <cmath>

#include "dsp/radiation/band_edges.h"
#include "dsp/radiation/band_limit.h"

namespace peal {
namespace {

constexpr double kSmooth = 8;  // [samples]

// A quarter of a sine from `begin` on, over `length` samples; `angle` 0 climbs, pi / 2 falls.
// Short ones: phi and the force are smooth over one sample, four points of Gauss are exact to 2e-5.
void add_short_quarter(double begin, double length, double angle, float* out) noexcept {
  const BandTable& table = BandTable::instance();
  const int pieces = std::max(1, static_cast<int>(std::ceil(length)));
  const double piece = length / pieces, speed = kPi / (2 * length);
  for (int i = 0; i < pieces; ++i)
    for (int k = 0; k < 4; ++k) {
      const double t = (i + kGaussPlace[k]) * piece, place = begin + t, below = std::floor(place);
      table.add(place - below,
                static_cast<float>(kGaussWeight[k] * piece * std::sin(angle + speed * t)),
                out + static_cast<int>(below));
    }
}

// Longer ones are the sine's own samples, and what its edges add: value and second derivative jump
// where the force is largest, first and third where it is zero. Taylor's series of a sine over
// phi's reach meets phi's moments, which are those of a ripple of 4e-5: what is left out is below
// 2e-5 of the force's integral from kSmooth samples on and falls with the fifth power of length.
void add_smooth_quarter(double begin, double length, double angle, float* out) noexcept {
  const BandEdges& edges = BandEdges::instance();
  const double speed = kPi / (2 * length), end = begin + length;
  const auto before = static_cast<int>(begin), last = static_cast<int>(end);
  float* const samples = out + kBandHalf - 1;  // sample 0
  const double first = angle + speed * (before + 1 - begin);
  const double turn_re = std::cos(speed), turn_im = std::sin(speed);
  double re = std::cos(first), im = std::sin(first);  // goes on by turning
  for (int n = before + 1; n <= last; ++n) {
    samples[n] += static_cast<float>(im);
    const double turned = re * turn_re - im * turn_im;
    im = re * turn_im + im * turn_re, re = turned;
  }
  const bool climbs = angle == 0;
  const double low = climbs ? begin : end, high = climbs ? end : begin, sign = climbs ? 1 : -1;
  edges.add(1, low - std::floor(low), speed, -speed * speed * speed, out + static_cast<int>(low));
  edges.add(0, high - std::floor(high), -sign, sign * speed * speed, out + static_cast<int>(high));
}

void add_quarter(double begin, double length, double angle, float* out) noexcept {
  (length < kSmooth ? add_short_quarter : add_smooth_quarter)(begin, length, angle, out);
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
  const double late = begin - std::floor(begin);
  add_quarter(late, rise, 0, out);
  add_quarter(late + rise, fall, kPi / 2, out);
  double sum = 0;
  for (int j = 0; j < count; ++j) sum += static_cast<double>(out[j]);
  const auto scale = static_cast<float>(1 / sum);
  for (int j = 0; j < count; ++j) out[j] *= scale;
  return count;
}

}  // namespace peal

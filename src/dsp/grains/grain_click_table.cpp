#include "dsp/grains/grain_click_table.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "dsp/radiation/band_limit.h"
#include "physics/wave/exact/click_sphere.h"

namespace peal {
namespace {

constexpr double kStep = 1.06;    // between durations
constexpr double kRingOut = 20;   // [a/c] e^-20 of a click is left
constexpr double kFinest = 0.25;  // [samples], and of [a/c]: steps of the integral

}  // namespace

GrainClickTable::GrainClickTable(const GrainPulse& pulse, const Air& air, double rate)
    : rate_(rate), kernel_(&best_grain_kernel()) {
  if (!(pulse.radius > 0) || !(pulse.shortest > 0) || !(pulse.longest >= pulse.shortest) ||
      !(pulse.fall > 0) || !(rate > 0))
    fail(
        "sound of grains: radius {} m, contact times {} to {} s, fall {}, rate {} Hz: all must be "
        "> 0",
        pulse.radius, pulse.shortest, pulse.longest, pulse.fall, rate);
  log2_shortest_ = std::log2(pulse.shortest);
  per_step_ = 1 / std::log2(kStep);
  durations_ =
      static_cast<int>(std::ceil((std::log2(pulse.longest) - log2_shortest_) * per_step_)) + 2;
  const double half = std::exp2(log2_shortest_ + (durations_ - 1) / per_step_) / 2;
  const double behind = half + kRingOut * pulse.radius / air.speed_of_sound;
  lead_ = static_cast<int>(std::ceil(half * rate)), before_ = lead_ + kBandHalf - 1;
  taps_ = (kBandTaps + lead_ + static_cast<int>(std::ceil(behind * rate)) + 1 + 7) / 8 * 8;
  rows_.assign(std::size_t(durations_) * (kPhases + 1) * 2 * taps_, 0.0f);
  for (int k = 0; k < durations_; ++k) fill(k, pulse, air);
  for (int k = 0; k < durations_; ++k) {
    float peak = 0, slope = 0;
    for (int phase = 0; phase <= kPhases; ++phase)
      for (int j = 0; j < taps_; ++j) {
        peak = std::max(peak, std::abs(row(k, phase)[j]));
        slope = std::max(slope, std::abs(row(k, phase)[taps_ + j]));
      }
    peaks_.push_back(peak), slopes_.push_back(slope);
  }
}

// Each is placed with the middle of its force, not its begin, at the fraction: neighbouring
// durations then differ by their width alone.
void GrainClickTable::fill(int k, const GrainPulse& pulse, const Air& air) {
  const double duration = std::exp2(log2_shortest_ + k / per_step_);
  const double rise = duration / (1 + pulse.fall), fall = duration - rise;
  const double unit = pulse.radius / air.speed_of_sound;  // [s] of x
  const double turn = kPi * unit / 2, amplitude = kPi / (2 * duration) / rate_;
  const TwoQuarterResponse at_0(0, turn / rise, turn / fall), at_1(1, turn / rise, turn / fall);
  const double ends[4] = {0, rise, duration, duration + kRingOut * unit};
  const BandTable& band = BandTable::instance();
  for (int part = 0; part < 3; ++part) {
    const double length = ends[part + 1] - ends[part];
    const int pieces = static_cast<int>(
        std::ceil(length / (kFinest * std::min(1 / rate_, std::min(unit, duration)))));
    for (int i = 0; i < 4 * pieces; ++i) {
      const double t = ends[part] + length * (i / 4 + kGaussPlace[i % 4]) / pieces;
      const double weight = amplitude * kGaussWeight[i % 4] * length * rate_ / pieces;
      const double w = at_0.at(t / unit), slope = at_1.at(t / unit) - w;
      for (int phase = 0; phase <= kPhases; ++phase) {
        const double place =
            (t - duration / 2) * rate_ + lead_ + static_cast<double>(phase) / kPhases;
        const double below = std::floor(place);
        float* out = row(k, phase) + static_cast<int>(below);
        band.add(place - below, static_cast<float>(weight * w), out);
        band.add(place - below, static_cast<float>(weight * slope / (unit * rate_)), out + taps_);
      }
    }
  }
}

GrainClickTable::Place GrainClickTable::place_of(double log2_duration) const noexcept {
  const double place =
      std::min(std::max((log2_duration - log2_shortest_) * per_step_, 0.0), double(durations_ - 2));
  const int below = std::min(static_cast<int>(place), durations_ - 2);
  return {below, static_cast<float>(place - below)};
}

GrainClickBound GrainClickTable::bound(double log2_duration) const noexcept {
  const Place at = place_of(log2_duration);
  return {rate_ * double(std::max(peaks_[at.row], peaks_[at.row + 1])),
          rate_ * rate_ * double(std::max(slopes_[at.row], slopes_[at.row + 1]))};
}

void GrainClickTable::add(const GrainClick& click, float* out) const noexcept {
  const Place at = place_of(click.log2_duration);
  const double middle_at = middle(click),
               fraction = (middle_at - static_cast<double>(below(middle_at))) * kPhases;
  const int phase = std::min(static_cast<int>(fraction), kPhases - 1);
  const auto later = static_cast<float>(fraction - phase);
  const auto near = static_cast<float>(click.near * rate_),
             far = static_cast<float>(click.far * rate_ * rate_);
  const float part[4] = {(1 - at.longer) * (1 - later), (1 - at.longer) * later,
                         at.longer * (1 - later), at.longer * later};
  const float* const w[4] = {row(at.row, phase), row(at.row, phase + 1), row(at.row + 1, phase),
                             row(at.row + 1, phase + 1)};
  const float* rows[kGrainRows];
  float weights[kGrainRows];
  for (int k = 0; k < 4; ++k) {
    rows[k] = w[k], rows[4 + k] = w[k] + taps_;
    weights[k] = near * part[k], weights[4 + k] = far * part[k];
  }
  kernel_->add(taps_, rows, weights, out);
}

}  // namespace peal

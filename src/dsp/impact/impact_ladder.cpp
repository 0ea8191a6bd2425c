#include "dsp/impact/impact_ladder.h"

#include <algorithm>
#include <cmath>

#include "dsp/modal/half_sine_kernel.h"

namespace peal {
namespace {
constexpr int kTables = 6, kRunTables = 9;
constexpr int kEnoughModes = 6;  // in the highest octave: fewer say nothing about those above
}  // namespace

int impact_level(double contact_time, double rate) noexcept {
  int level = 0;
  for (double h = 1 / rate; level < kImpactLevels - 1 && h * kStepsPerContact > contact_time;)
    h /= 2, ++level;
  return level;
}

ImpactLadder::ImpactLadder(std::span<const Complex<double>> poles, double rate, bool goes_on)
    : modes_(static_cast<int>(poles.size())),
      padded_((modes_ + kLane - 1) / kLane * kLane),
      rate_(rate),
      omega_(padded_, 1.0),
      period_(padded_, 1.0),
      tables_(static_cast<std::size_t>(kTables * kImpactLevels * padded_)),
      runs_(static_cast<std::size_t>(kRunTables * kImpactLevels * padded_)) {
  for (int i = 0; i < modes_; ++i) set_mode(i, poles[i]);
  if (!goes_on) return;
  double highest = 0;
  for (const Complex<double>& pole : poles) highest = std::max(highest, pole.im);
  const auto in_octave = std::count_if(
      poles.begin(), poles.end(), [&](const Complex<double>& s) { return s.im > highest / 2; });
  if (in_octave >= kEnoughModes) ends_at_ = highest;
}

void ImpactLadder::set_mode(int i, const Complex<double>& pole) noexcept {
  double h = 1 / rate_;
  for (int level = 0; level < kImpactLevels; ++level, h /= 2) {
    double* table = tables_.data() + static_cast<std::size_t>(kTables * level * padded_) + i;
    const Complex<double> turn = exp(h * pole), gain = exponential_difference(pole, h);
    table[0] = turn.re, table[padded_] = turn.im;
    table[2 * padded_] = gain.re, table[3 * padded_] = gain.im;
    const Complex<double> change = pole * gain;  // z - 1 without cancellation
    table[4 * padded_] = change.im / pole.im, table[5 * padded_] = change.re / pole.im;
    const Complex<double> far = exp((kRun * h) * pole);
    const double values[kRunTables] = {turn.re,
                                       turn.im,
                                       norm_squared(turn),
                                       gain.re,
                                       gain.im,
                                       table[4 * padded_],
                                       table[5 * padded_],
                                       far.re,
                                       far.im};
    for (int k = 0; k < kRunTables; ++k)
      runs_[static_cast<std::size_t>((kRunTables * level + k) * padded_ + i)] =
          static_cast<float>(values[k]);
  }
  omega_[i] = pole.im, period_[i] = 1 / pole.im;
}

std::size_t ImpactLadder::bytes(int modes) {
  const auto padded = static_cast<std::size_t>((modes + kLane - 1) / kLane * kLane);
  return sizeof(ImpactLadder) + padded * (sizeof(double) * (kTables * kImpactLevels + 2) +
                                          sizeof(float) * kRunTables * kImpactLevels);
}

RunTurn ImpactLadder::run(int level) const noexcept {
  const float* table = runs_.data() + static_cast<std::size_t>(kRunTables * level * padded_);
  const auto at = [&](int k) { return table + k * padded_; };
  return {at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7), at(8)};
}

ModalTurn ImpactLadder::level(int level) const noexcept {
  const double* table = tables_.data() + static_cast<std::size_t>(kTables * level * padded_);
  return {table,
          table + padded_,
          table + 2 * padded_,
          table + 3 * padded_,
          table + 4 * padded_,
          table + 5 * padded_};
}

// e^{s n h} by squaring.
void ImpactLadder::ring(int samples, double* re, double* im) const noexcept {
  if (samples <= 0) return;
  const ModalTurn turn = level(0);
  best_blow_kernel().turn_on(padded_, turn.turn_re, turn.turn_im, samples, re, im, false, re, im);
}

}  // namespace peal

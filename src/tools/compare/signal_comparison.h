// How far two signals of pressure are from each other; a is the reference, b is held against it.
//   relative L2    |b - a| / |a|
//   delay          tau that makes |a(t) b(t + tau)| largest: b comes tau later (sub-sample)
//   gain           g = <a, b'> / <a, a> with b'(t) = b(t + tau): b is g times a
//   scaled         least |s b' - a| / |a| of all factors s, = sqrt(1 - <a, b'>^2 / |a|^2 |b'|^2):
//                  0 .. 1, never above what is left unscaled
//   bands          energy of b over that of a in third octaves (IEC 61260, base ten) [dB]
// Enters: samples of any rate and beginning. They are laid on one grid: the lower rate, the time
// that both have.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "tools/compare/band_limited.h"

namespace peal {

struct BandDifference {
  double frequency = 0;             // [Hz] exact middle
  double level_a = 0, level_b = 0;  // [dB] of the energy, re all energy of a
  double difference = 0;            // [dB] b over a; infinite when a has nothing there
};

struct SignalComparison {
  double begin = 0, step = 0;  // [s] of the common grid
  std::vector<double> a, b;    // on it
  std::vector<double> moved;   // b(t + delay) on it; empty when one is silent
  double l2 = 0;               // infinite when a is silent and b is not
  double delay = 0;            // [s]
  double l2_aligned = 0;       // after removing the delay
  double gain = 1;
  double l2_scaled = 0;  // after removing the delay, b scaled to fit a best
  double peak_a = 0, peak_b = 0, peak_ratio = 1;
  std::vector<BandDifference> bands;      // those with energy
  double left_out_a = 0, left_out_b = 0;  // part of the energy outside the common time
};

/// Sum of squares.
double signal_energy(std::span<const double> x);

struct ComparisonOptions {
  double longest_delay = 0;    // [s] searched to both sides; 0: half of the common time
  double band_floor_db = -60;  // bands with less than this of the energy are left out
};

/// Stops when the two have no time in common.
SignalComparison compare_signals(const SampledSignal& a, const SampledSignal& b,
                                 const ComparisonOptions& options = {});

}  // namespace peal

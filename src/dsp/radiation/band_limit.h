// Sampling without folding: a signal is filtered before it is sampled, so that what lies above half
// the rate does not come back as something lower.
//   s_j = Int f(t) phi(j - t) dt,   phi(x) = sinc(x) w(x / kBandHalf),  w Kaiser's window
// t in samples. Flat within 4e-5 to 0.42 of the rate, 90 dB down from 0.58 of it.
#pragma once

namespace peal {

inline constexpr int kBandHalf = 18;  // [samples] phi is 0 beyond
inline constexpr int kBandTaps = 40;  // samples that phi can touch, rounded up to whole vectors

/// phi(x), to double precision.
double band_limit(double x);

/// phi as a table over the fraction, its taps summing to 1.
class BandTable {
 public:
  static const BandTable& instance();

  /// Adds weight * phi(j - time) to out[0 .. kBandTaps), which begins with sample floor(time) -
  /// kBandHalf + 1. fraction = time - floor(time).
  void add(double fraction, float weight, float* out) const noexcept;

 private:
  static constexpr int kPhases = 1024;  // linear in between: 2e-6
  BandTable();
  alignas(32) float taps_[kPhases + 1][kBandTaps];
};

/// Gauss-Legendre rule of four points on [0, 1].
inline constexpr double kGaussPlace[4] = {0.06943184420297371, 0.33000947820757187,
                                          0.66999052179242813, 0.93056815579702629};
inline constexpr double kGaussWeight[4] = {0.17392742256872693, 0.32607257743127307,
                                           0.32607257743127307, 0.17392742256872693};

}  // namespace peal

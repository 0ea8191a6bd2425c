// Windowed-sinc interpolation between samples, as a table over the fraction.
//   value at x = sum_k tap_k(frac x) s[floor(x) - kHalf + 1 + k],  k = 0 .. 2 kHalf - 1
// Kaiser window: flat within 0.01 dB to 0.83 of Nyquist (20 kHz at 48 kHz), images 80 dB down.
// The same taps scatter: a sample spread with them is heard as if it had arrived between samples;
// the derivative of the kernel gives the rate of change (per sample) of what is spread.
#pragma once

namespace peal {

class SincTable {
 public:
  static constexpr int kHalf = 16;
  static constexpr int kTaps = 2 * kHalf;
  static constexpr int kPhases = 1024;  // linear in between: -120 dB

  static const SincTable& instance();

  /// Interpolated value at samples[kHalf - 1 + fraction], from kTaps samples.
  float value(const float* samples, double fraction) const noexcept;
  /// Taps for a fraction in [0, 1].
  void taps(double fraction, float* out) const noexcept;
  /// Taps of fraction phase / kPhases; row after row, 0 .. kPhases.
  const float* row(int phase) const noexcept { return value_[phase]; }
  /// d/d(fraction) of the interpolated value: taps of the derivative, per sample.
  void slope_taps(double fraction, float* out) const noexcept;

 private:
  SincTable();
  alignas(16) float value_[kPhases + 1][kTaps];
  alignas(16) float slope_[kPhases + 1][kTaps];
};

}  // namespace peal

// What a body's modes need to be stepped through an impact: turns and gains for sub-steps of
// 1, 1/2, 1/4, ... 1/128 of a sample. Made once per body. SI units. After construction nothing
// allocates or throws.
#pragma once
#include <span>

#include "base/aligned.h"
#include "base/complex_kernel.h"
#include "dsp/impact/impact_kernel.h"
#include "dsp/modal/blow_kernel.h"

namespace peal {

inline constexpr int kImpactLevels = 8;  // sub-steps of 2^-level samples
/// Sub-steps per Hertz time: modal amplitudes within 1.3 % of the converged ones.
inline constexpr double kStepsPerContact = 24;

/// However long a contact: forces held over whole samples push modes by (sin x / x)^2, x = omega/2
/// rate, too little (2 dB at 12 kHz).
inline constexpr int kLeastImpactLevel = 2;

/// The first level whose sub-steps are short enough for a contact time [s]; the last one for
/// anything shorter.
int impact_level(double contact_time, double rate) noexcept;

class ImpactLadder {
 public:
  /// @param poles s = -sigma + i omega_d [1/s], @param rate [Hz] of samples.
  /// @param goes_on: the body has modes above the highest of these, as many per hertz.
  ImpactLadder(std::span<const Complex<double>> poles, double rate, bool goes_on = false);

  /// Another pole of one mode.
  void set_mode(int mode, const Complex<double>& pole) noexcept;
  static std::size_t bytes(int modes);

  int modes() const noexcept { return modes_; }
  int padded() const noexcept { return padded_; }
  double rate() const noexcept { return rate_; }
  const double* omega() const noexcept { return omega_.data(); }    // omega_d [rad/s], 1 in padding
  const double* period() const noexcept { return period_.data(); }  // 1 / omega_d
  /// [rad/s] above which modes are missing: contacts feel them as a whole
  /// (dsp/impact/modal_tail.h). 0: none are.
  double ends_at() const noexcept { return ends_at_; }
  ModalTurn level(int level) const noexcept;
  RunTurn run(int level) const noexcept;
  /// Turns free modes on by whole samples, 0 .. kHop.
  void ring(int samples, double* re, double* im) const noexcept;

 private:
  int modes_, padded_;
  double rate_, ends_at_ = 0;
  AlignedVector<double> omega_, period_;
  AlignedVector<double> tables_;  // per level those of ModalTurn
  AlignedVector<float> runs_;     // per level those of RunTurn
};

}  // namespace peal

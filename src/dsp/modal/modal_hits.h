// Any number of short hits on one body within a hop: grains on a cup, beads, hail. Each is a jump
// of every mode at its own instant, in closed form:
//   a(t+) = a(t-) + J_i,   J_i = J t_i C(omega tau),   C(x) = cos(x/2) / (1 - (x/pi)^2)
// C is the spectrum of a half-sine of duration tau, whose middle is at t: exact for what rings on,
// whatever omega tau. Jumps are carried to the next sample (e^{s h d}, 80 dB right at 20 kHz and
// 48 kHz) and summed there over all hits; the hop is then stepped once. So a hit costs one pass
// over the modes, and a thousand in a hop no slots. Forces that last, of any number of contacts,
// are summed over all of them sample by sample; held over a sample, Q adds Q (e^{sh} - 1)/s at its
// end. Nothing allocates, locks or throws after construction.
#pragma once
#include <span>
#include <vector>

#include "base/aligned.h"
#include "base/complex_kernel.h"
#include "dsp/modal/hit_kernel.h"

namespace peal {

class ModalHits {
 public:
  /// @param poles s = -sigma + i omega_d [1/s], @param rate [Hz]
  ModalHits(std::span<const Complex<double>> poles, double rate,
            const HitKernel& kernel = best_hit_kernel());

  int padded() const noexcept { return padded_; }
  /// A hit whose middle is `offset` samples after the start of the coming hop, 0 <= offset < kHop.
  /// @param tau [s] duration of contact, @param impulse [N s]
  /// @param shape t per mode [kg^-1/2], padded with zeros and aligned as the kernels want it
  void hit(double offset, double tau, double impulse, const float* shape) noexcept;
  /// A force held from `sample` of the coming hop, 0 .. kHop - 1, to the next. @param force [N]
  void drive(int sample, double force, const float* shape) noexcept;
  /// Forces of the coming hop that are summed per mode already. @param force kHop rows of padded()
  /// values [N kg^-1/2]
  void press(const float* force) noexcept;
  bool any() const noexcept { return any_; }
  /// Other poles, as many, for hits and forces from the coming hop on. Tables of phases and
  /// durations follow when a hit asks for them.
  void retune(std::span<const Complex<double>> poles) noexcept;

  /// How one ear hears: Re[w a], and Im[w v] J/omega_d of the force itself (modal_bank.h), whose
  /// weights are per impulse and sample.
  struct Listener {
    const float *weight_re, *weight_im;
    const float* direct;
    float* out;  // [kHop] samples, added to
  };
  /// Steps through the hop and forgets its hits. @param end_re, end_im: what they leave at its end
  /// is added to it.
  void render(std::span<const Listener> ears, double* end_re, double* end_im) noexcept;

 private:
  static constexpr int kPhases = 16;      // of a sample
  static constexpr int kDurations = 192;  // of contact, kShortest upward, each 5 % longer
  static constexpr double kShortest = 1e-6, kLonger = 1.05;

  void set_mode(int mode) noexcept;
  void set_phase(int phase) noexcept;
  void set_duration(int duration) noexcept;
  void hold_forces() noexcept;

  int modes_, padded_;
  double rate_;
  const HitKernel* kernel_;
  std::vector<Complex<double>> poles_;
  // How often poles had changed when the rows of a table were filled.
  int changes_ = 0, phase_changes_[kPhases] = {}, duration_changes_[kDurations] = {};
  AlignedVector<float> turn_re_, turn_im_, sh_re_, sh_im_, sh2_re_, sh2_im_;
  AlignedVector<float> gain_re_, gain_im_;    // (e^{sh} - 1)/s
  AlignedVector<float> phase_re_, phase_im_;  // [kPhases][padded]
  AlignedVector<float> left_;                 // C: [kDurations][padded]
  AlignedVector<float> jump_re_, jump_im_;    // [kHop + 1][padded]
  AlignedVector<float> force_;                // [kHop + 1][padded]: J near each sample
  AlignedVector<float> held_;                 // Q: [kHop][padded]
  bool pressed_[kHop] = {};                   // whether anything is in row n of it
  AlignedVector<float> re_, im_;              // of the hop being stepped
  bool touched_[kHop + 1] = {};               // whether anything is in row n
  bool any_ = false;
};

}  // namespace peal

// A bank of damped modes: the ringing of one body, heard by up to two ears and their images.
//
// Enters: pushes (half-sine forces, already projected on the modes) beginning at any instant, and
// complex weights per mode and ear. Leaves: float samples [Pa if the weights are Pa per modal
// velocity], hop after hop. A push is exact wherever it begins between samples.
// After construction nothing allocates, locks or throws.
//
// What an ear hears: Re w is the part of the pressure that follows the modal velocity, Im w the
// part that follows the acceleration. While a mode rings freely the latter is -q''/omega_d = Im a,
// and the ear hears Re[w a]. While it is pushed with Q, q'' = Q - 2 sigma q' - omega^2 q has the
// push itself in it: the ear also hears Im w Q/omega_d. Without this term every strike would thump
// below its lowest mode, where a body that merely gives way quasi-statically is silent. Re w comes
// from the small delays within the body and from radiation, which follow the change of
// acceleration: -q'''/omega^2, which is q' while the mode rings, and q' - Q'/omega^2 while it is
// pushed. That term is kept for modes that a push is slow for (omega tau > pi): there it removes
// the rest of the thump, for the others it would only add what lies above their own frequency.
#pragma once
#include <complex>
#include <span>
#include <vector>

#include "base/aligned.h"
#include "base/complex_kernel.h"
#include "dsp/modal/bank_kernel.h"
#include "dsp/modal/blow_kernel.h"
#include "dsp/modal/drive_kernel.h"
#include "dsp/modal/half_sine_kernel.h"
#include "dsp/modal/step_kernel.h"

namespace peal {

/// A force held over each sample of a hop, at one point along one direction.
struct BankDrive {
  const double* shape = nullptr;  // t per mode [kg^-1/2]
  const double* force = nullptr;  // [N] kHop values
  double before = 0;              // [N] in the sample before the hop
  double scale = 1;               // of both
};

/// The force of a blow within the coming hop, at one point along one direction: means over the
/// parts of samples, kStrikeParts or one per sample.
struct BankStrike {
  const double* shape = nullptr;  // t per mode [kg^-1/2]
  const float* force = nullptr;   // [N] count * parts values
  int first = 0, count = 0;       // samples of the hop
  int parts = 1;                  // per sample: 1 or kStrikeParts
  float before = 0;               // [N] mean over the sample before
};
/// 20 kHz turns by a third of a radian in an eighth of a sample: 0.5 % of a mode is off at most.
inline constexpr int kStrikeParts = 8, kStrikeLevel = 3;

/// How each mode reaches one ear: the ear hears Re[weight * a]. See half_sine_kernel.h for a.
using ModeWeights = std::span<const std::complex<double>>;

class ModalBank {
 public:
  static constexpr int kMaxDrives = 16;  // unless the bank was made for more
  static constexpr int kMaxPushes = 32;  // at the same instant; more are cut short, see push()
  static constexpr int kMaxStrikes = 8;  // in one hop that are heard exactly
  static constexpr int kMaxBend = 4;
  /// @param drives forces per hop that are heard (see drive()).
  /// @param poles s = -sigma + i omega_d [1/s], @param rate [Hz], @param ears 1, 2 or 4; 0: only
  /// moves, render() may be given no place to put samples.
  ModalBank(std::span<const Complex<double>> poles, double rate, int ears,
            const BankKernel& kernel = best_bank_kernel(), int drives = kMaxDrives);

  /// Becomes a silent bank of the same modes as another, which has at most as many as this one was
  /// made for, and no weights. About 150 bytes per mode are copied: a copy would be twenty times
  /// as much.
  void become(const ModalBank& other) noexcept;
  static constexpr std::size_t bytes_per_mode(int drives = kMaxDrives, int ears = 2) {
    return kMaxPushes * (sizeof(HalfSinePush<double>) + 2 * sizeof(double)) +
           (kMaxStrikes + drives * 3) * sizeof(double) + 2 * kLane * sizeof(float) +
           (ears > 2 ? ears : 2) * 2 * (kMaxBend + 1) * sizeof(float) +
           (26 + kHop + 1) * sizeof(double);
  }

  int modes() const noexcept { return modes_; }
  int ears() const noexcept { return ears_; }
  double rate() const noexcept { return rate_; }

  /// Weights from the next hop on; those of modes before `first` go on as they are.
  void set_weights(int ear, ModeWeights weights, int first = 0) noexcept;
  /// Weights of the modes from `first` on go to zero within the next hop.
  void fade_weights(int first) noexcept;
  /// Weights move linearly to `target`, which they reach after `hops` hops.
  void ramp_weights(int ear, ModeWeights target, int hops) noexcept;
  /// Weights go through these values at equal distances within the next hop, the last one at its
  /// end, on the polynomial through them and the present weights. One, two or kMaxBend values: for
  /// a body that turns so fast that its phases are no straight lines over a hop.
  void bend_weights(int ear, std::span<const ModeWeights> values) noexcept;

  /// A push that begins `offset` samples after the start of the next hop, 0 <= offset < kHop.
  /// @param impulse J per mode [N s kg^-1/2], @param tau [s].
  void push(double offset, double tau, std::span<const double> impulse) noexcept;

  /// Where the modes will move a point in the coming hop, without new forces: adds the
  /// displacement [m] along the shape t at its kHop + 1 sample instants. Call after push() and
  /// strike().
  void add_displacement(const double* shape, double* out) noexcept;
  /// The same for 1 N held over one sample at shape `from`, 0 .. kHop samples after its end.
  void add_response(const double* to, const double* from, double* out) noexcept;
  /// Forces in the coming hop; those beyond what the bank was made for are not heard within the
  /// hop itself.
  void drive(const BankDrive& drive) noexcept;

  /// Whether it moves in the coming hop without forces at ports.
  bool moves() const noexcept { return !silent_ || active_ > 0 || strike_count_ > 0; }
  /// q of every mode [m kg^1/2] at the kHop + 1 sample instants of the coming hop, without new
  /// forces: adds to rows of padded() values. @param period 1/omega_d per mode.
  void add_ways(const StepKernel& kernel, const double* period, double* rows) noexcept;
  /// What forces in the coming hop leave in each mode at its end.
  void add_driven(const double* re, const double* im) noexcept;

  /// A blow whose force is known. Beyond kMaxStrikes in one hop only what it leaves is heard.
  void strike(const BankStrike& strike) noexcept;

  /// Hits of the coming hop (modal_hits.h) are heard with the weights in its middle.
  /// @param ear_re, @param ear_im, @param direct padded() values: those of this bank.
  void hit_weights(int ear, float* ear_re, float* ear_im, float* direct) const noexcept;
  int padded() const noexcept { return padded_; }
  /// What hits left is added to the modes at the start of the coming hop.
  void add_amplitudes(const double* re, const double* im) noexcept;

  /// Other poles, as many, from the start of the coming hop on: a cup that fills, a finger laid on.
  /// Displacement and velocity of every mode go on without a step, those that pushes under way move
  /// too; a pole that stays changes no bit. Weights stay. Before push(), drive() and strike().
  void retune(std::span<const Complex<double>> poles) noexcept;
  std::span<const Complex<double>> poles() const noexcept {
    return {poles_.data(), static_cast<std::size_t>(modes_)};
  }

  /// Multiplies what rings at the start of the coming hop, mode by mode: 0 .. 1.
  void damp(std::span<const float> factor) noexcept;

  /// Only the first `count` modes go on; the others stop at once.
  void limit_modes(int count) noexcept;

  /// Adds the next kHop samples to out[ear].
  void render(float (*out)[kHop]) noexcept;

  /// True when no mode moves: rendering would add zeros.
  bool silent() const noexcept { return silent_ && !forced(); }
  /// True when something will push in the coming hop.
  bool forced() const noexcept { return active_ > 0 || driven_ || strike_count_ > 0; }
  /// No sample from now on exceeds this, unless weights grow; infinite while a push is going on,
  /// and after a hop with forces: a vibration that friction builds up begins below all that is
  /// heard.
  double loudness_bound() const noexcept;
  /// Ends all ringing at once.
  void stop() noexcept;

  std::complex<double> amplitude(int mode) const noexcept { return {re_[mode], im_[mode]}; }
  /// A mode goes on from here: for a bank that continues what another one did.
  void set_amplitude(int mode, const std::complex<double>& a) noexcept {
    re_[mode] = a.real(), im_[mode] = a.imag();
    silent_ = silent_ && a == 0.0;
  }

 private:
  struct Push {
    double offset = 0;  // [samples] from the start of the coming hop to the push's beginning
    double tau = 0;     // [s]
    int slot = 0;
    bool released = false;  // the modes ring freely; the last half sample of the push is still due
  };
  // Weights that change: w + sum_p c_p u^p, u from 0 to 1 within a hop.
  struct WeightPolynomial {
    AlignedVector<float> re[kMaxBend], im[kMaxBend];  // c_1 .. c_degree
    int set_degree = 0, hops_left = 0;
    int degree() const { return hops_left > 0 ? set_degree : 0; }
  };

  void sum_weighted(const double* re, const double* im, int power, float (*out)[kHop]) noexcept;
  int degree() const noexcept;
  void sum_from(int first, const double* re, const double* im, float (*out)[kHop]) noexcept;
  void render_while_pushed(const Push& push, float (*out)[kHop]) noexcept;
  void render_push_itself(const Push& push, float (*out)[kHop]) noexcept;
  void release(const HalfSinePush<double>* pushed, double offset, float (*out)[kHop]) noexcept;
  Complex<double> weight(int ear, int mode, double u) const noexcept;
  // The weights' coefficient of u^power; u = sample / kHop.
  const float* weight_re(int ear, int power) const noexcept {
    return power == 0 ? weight_re_[ear].data() : bends_[ear].re[power - 1].data();
  }
  const float* weight_im(int ear, int power) const noexcept {
    return power == 0 ? weight_im_[ear].data() : bends_[ear].im[power - 1].data();
  }
  BankModes view() const noexcept {
    return {heard_,          rows_.data(),    turn_re_.data(),
            turn_im_.data(), step_re_.data(), step_im_.data()};
  }
  static double power_of_time(int sample, int power) noexcept {
    double value = 1;
    for (int k = 0; k < power; ++k) value *= static_cast<double>(sample) / kHop;
    return value;
  }
  void set_mode(int mode) noexcept;
  void set_drive(int mode) noexcept;
  void set_strike(int mode) noexcept;
  void retune_pushes(int mode, const Complex<double>& to) noexcept;
  void prepare_drives(int drives);
  void find_pushed_ways() noexcept;
  void render_drives(float (*out)[kHop]) noexcept;
  void prepare_strikes();
  struct Strike;
  void render_strikes(float (*out)[kHop]) noexcept;
  void render_strike(const Strike& strike, float (*out)[kHop]) noexcept;
  void add_struck(const Strike& strike, const double* shape, double* out) noexcept;
  StrikeModes modes_of(const Strike& strike) const noexcept;
  void hear_force(const Strike& strike, float (*out)[kHop]) const noexcept;
  void advance_weights() noexcept;

  int modes_, padded_, ears_;
  double rate_;
  const BankKernel* kernel_;
  std::vector<Complex<double>> poles_;
  std::vector<Complex<double>> velocity_;  // 1 / (1 + i sigma/omega_d): of the velocity, not of a
  AlignedVector<float> rows_, turn_re_, turn_im_;
  AlignedVector<double> step_re_, step_im_;
  int heard_ = 0;                            // modes that go on, whole lanes: see limit_modes()
  AlignedVector<double> re_, im_;            // amplitudes at the start of the coming hop
  AlignedVector<double> late_re_, late_im_;  // released inside this hop: value at its end
  AlignedVector<double> from_re_, from_im_;  // released inside this hop: at its first sample
  AlignedVector<float> weight_re_[kMaxEars], weight_im_[kMaxEars];
  WeightPolynomial bends_[kMaxEars];
  std::vector<HalfSinePush<double>> pushed_;  // kMaxPushes slots of `modes` entries
  AlignedVector<double> pushed_way_;  // [m kg^1/2] q by pushes that go on, per sample and mode
  bool pushed_ways_known_ = false;
  std::vector<double> direct_;                   // J / omega_d in the same slots
  std::vector<double> direct_rate_;              // -J / omega_d^2, modes that the push is slow for
  AlignedVector<double> turn1_re_, turn1_im_;    // e^{sh}
  AlignedVector<double> gain_re_, gain_im_;      // (e^{sh} - 1)/s: a after 1 N held over one sample
  AlignedVector<double> driven_re_, driven_im_;  // what forces of this hop leave at its end
  struct Drive {
    AlignedVector<double> re, im;  // a after 1 N held over one sample, t (e^{sh} - 1)/s
    std::vector<double> direct;    // t / omega_d
    float force[kHop] = {}, before = 0;
  };
  std::vector<Drive> drives_;
  int drive_count_ = 0;
  bool driven_ = false, was_driven_ = false;
  const DriveKernel* drive_kernel_ = nullptr;
  struct Strike {
    AlignedVector<double> shape;
    float force[kHop * kStrikeParts] = {}, before = 0;
    int first = 0, count = 0, parts = 1;
    float mean(int sample) const noexcept;  // [N] over a sample of the hop
  };
  std::vector<Strike> strikes_;
  int strike_count_ = 0;
  const BlowKernel* blow_kernel_ = nullptr;
  // e^{sh}, |e^{sh}|^2, (e^{sh} - 1)/s of a part of a sample; the same of a sample; and
  // 1 / ((1 + i sigma/omega_d) omega_d), by which ears hear a force itself.
  AlignedVector<float> part_re_, part_im_, part_size_, part_gain_re_, part_gain_im_;
  AlignedVector<float> whole_re_, whole_im_, whole_gain_re_, whole_gain_im_, itself_re_, itself_im_;
  AlignedVector<float> no_way_, way_;            // weights by which a point's way is heard
  AlignedVector<double> struck_re_, struck_im_;  // what strikes of this hop leave at its end
  bool struck_ = false;
  Push pushes_[kMaxPushes];
  int active_ = 0;
  bool silent_ = true;
};

}  // namespace peal

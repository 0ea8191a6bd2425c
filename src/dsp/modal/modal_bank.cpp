#include "dsp/modal/modal_bank.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace peal {

ModalBank::ModalBank(std::span<const Complex<double>> poles, double rate, int ears,
                     const BankKernel& kernel, int drives)
    : modes_(static_cast<int>(poles.size())),
      padded_((modes_ + kLane - 1) / kLane * kLane),
      ears_(ears),
      rate_(rate),
      kernel_(&kernel),
      poles_(poles.begin(), poles.end()),
      velocity_(poles.size()),
      rows_(2 * kLane * padded_),
      turn_re_(padded_),
      turn_im_(padded_),
      step_re_(padded_),
      step_im_(padded_),
      pushed_(static_cast<std::size_t>(kMaxPushes) * modes_),
      direct_(pushed_.size()),
      direct_rate_(pushed_.size()) {
  for (int i = 0; i < modes_; ++i) set_mode(i);
  heard_ = padded_;
  for (auto* array : {&re_, &im_, &late_re_, &late_im_, &from_re_, &from_im_})
    array->resize(padded_);
  for (int ear = 0; ear < std::max(ears_, 2); ++ear) {
    for (auto* array : {&weight_re_[ear], &weight_im_[ear]}) array->resize(padded_);
    WeightPolynomial& bend = bends_[ear];
    for (int p = 0; p < kMaxBend; ++p) bend.re[p].resize(padded_), bend.im[p].resize(padded_);
  }
  for (int slot = 0; slot < kMaxPushes; ++slot) pushes_[slot].slot = slot;
  prepare_drives(drives);
}

void ModalBank::set_mode(int i) noexcept {
  const double h = 1 / rate_;
  for (int l = 0; l < kLane; ++l) {
    const Complex<double> e = exp((h * l) * poles_[i]);
    rows_[2 * kLane * i + l] = static_cast<float>(e.re);
    rows_[2 * kLane * i + kLane + l] = static_cast<float>(e.im);
  }
  const Complex<double> turn = exp((h * kLane) * poles_[i]);
  const Complex<double> step = exp((h * kHop) * poles_[i]);
  turn_re_[i] = static_cast<float>(turn.re), turn_im_[i] = static_cast<float>(turn.im);
  step_re_[i] = step.re, step_im_[i] = step.im;
  velocity_[i] = Complex<double>{1, 0} / Complex<double>{1, -poles_[i].re / poles_[i].im};
}

// What is reserved stays: only constants are copied, and what may be read before it is written is
// cleared. Entries between the modes and the next whole lane are read by the kernels.
void ModalBank::become(const ModalBank& other) noexcept {
  modes_ = other.modes_, padded_ = other.padded_, ears_ = other.ears_, rate_ = other.rate_;
  kernel_ = other.kernel_, drive_kernel_ = other.drive_kernel_;
  const auto copy = [](const auto& from, auto& to, int count) {
    std::copy_n(from.begin(), count, to.begin());
  };
  copy(other.poles_, poles_, modes_), copy(other.velocity_, velocity_, modes_);
  copy(other.rows_, rows_, 2 * kLane * padded_);
  copy(other.turn_re_, turn_re_, padded_), copy(other.turn_im_, turn_im_, padded_);
  copy(other.step_re_, step_re_, padded_), copy(other.step_im_, step_im_, padded_);
  copy(other.turn1_re_, turn1_re_, padded_), copy(other.turn1_im_, turn1_im_, padded_);
  copy(other.gain_re_, gain_re_, padded_), copy(other.gain_im_, gain_im_, padded_);
  blow_kernel_ = other.blow_kernel_;
  copy(other.part_re_, part_re_, padded_), copy(other.part_im_, part_im_, padded_);
  copy(other.part_size_, part_size_, padded_);
  copy(other.part_gain_re_, part_gain_re_, padded_),
      copy(other.part_gain_im_, part_gain_im_, padded_);
  copy(other.whole_re_, whole_re_, padded_), copy(other.whole_im_, whole_im_, padded_);
  copy(other.whole_gain_re_, whole_gain_re_, padded_);
  copy(other.whole_gain_im_, whole_gain_im_, padded_);
  copy(other.itself_re_, itself_re_, padded_), copy(other.itself_im_, itself_im_, padded_);
  heard_ = padded_;
  const auto clear = [&](auto& array, int from) {
    std::fill(array.begin() + from, array.begin() + padded_, 0);
  };
  for (int ear = 0; ear < std::max(ears_, 2); ++ear) {
    clear(weight_re_[ear], 0), clear(weight_im_[ear], 0);
    WeightPolynomial& bend = bends_[ear];
    bend.set_degree = bend.hops_left = 0;
    for (int p = 0; p < kMaxBend; ++p) clear(bend.re[p], modes_), clear(bend.im[p], modes_);
  }
  for (auto* array : {&late_re_, &late_im_, &from_re_, &from_im_, &driven_re_, &driven_im_})
    clear(*array, modes_);
  for (Drive& drive : drives_) clear(drive.re, modes_), clear(drive.im, modes_);
  for (auto* array : {&struck_re_, &struck_im_}) clear(*array, modes_);
  for (Strike& strike : strikes_) clear(strike.shape, modes_);
  stop();
}

void ModalBank::set_weights(int ear, ModeWeights weights, int first) noexcept {
  WeightPolynomial& bend = bends_[ear];
  if (first == 0) bend.hops_left = 0;
  for (int i = first; i < modes_; ++i) {
    weight_re_[ear][i] = static_cast<float>(weights[i].real());
    weight_im_[ear][i] = static_cast<float>(weights[i].imag());
    for (int p = 0; p < bend.degree(); ++p) bend.re[p][i] = bend.im[p][i] = 0;
  }
}

void ModalBank::fade_weights(int first) noexcept {
  for (int ear = 0; ear < ears_; ++ear) {
    WeightPolynomial& bend = bends_[ear];
    if (bend.hops_left == 0) {
      bend.set_degree = bend.hops_left = 1;
      for (int i = 0; i < first; ++i) bend.re[0][i] = bend.im[0][i] = 0;
    }
    for (int i = first; i < modes_; ++i) {
      for (int p = 1; p < bend.set_degree; ++p) bend.re[p][i] = bend.im[p][i] = 0;
      bend.re[0][i] = -weight_re_[ear][i], bend.im[0][i] = -weight_im_[ear][i];
    }
  }
}

void ModalBank::ramp_weights(int ear, ModeWeights target, int hops) noexcept {
  WeightPolynomial& bend = bends_[ear];
  for (int i = 0; i < modes_; ++i) {
    bend.re[0][i] = (static_cast<float>(target[i].real()) - weight_re_[ear][i]) / hops;
    bend.im[0][i] = (static_cast<float>(target[i].imag()) - weight_im_[ear][i]) / hops;
  }
  bend.set_degree = 1;
  bend.hops_left = hops;
}

void ModalBank::bend_weights(int ear, std::span<const ModeWeights> values) noexcept {
  // Row p: c_p of the polynomial that is 0 at 0 and g_k at k/n, k = 1..n.
  static constexpr double kOne[1][kMaxBend] = {{1}};
  static constexpr double kTwo[2][kMaxBend] = {{4, -1}, {-4, 2}};
  static constexpr double kFour[4][kMaxBend] = {{16, -12, 16.0 / 3, -1},
                                                {-208.0 / 3, 76, -112.0 / 3, 22.0 / 3},
                                                {96, -128, 224.0 / 3, -16},
                                                {-128.0 / 3, 64, -128.0 / 3, 32.0 / 3}};
  const int count = static_cast<int>(values.size());
  const auto* rows = count == 1 ? kOne : count == 2 ? kTwo : kFour;
  WeightPolynomial& bend = bends_[ear];
  for (int i = 0; i < modes_; ++i) {
    const std::complex<double> from(weight_re_[ear][i], weight_im_[ear][i]);
    for (int p = 0; p < count; ++p) {
      std::complex<double> c = 0;
      for (int k = 0; k < count; ++k) c += rows[p][k] * (values[k][i] - from);
      bend.re[p][i] = static_cast<float>(c.real());
      bend.im[p][i] = static_cast<float>(c.imag());
    }
  }
  bend.set_degree = count;
  bend.hops_left = 1;
}

Complex<double> ModalBank::weight(int ear, int mode, double u) const noexcept {
  const WeightPolynomial& bend = bends_[ear];
  Complex<double> w{weight_re_[ear][mode], weight_im_[ear][mode]};
  double power = u;
  for (int p = 0; p < bend.degree(); ++p, power *= u)
    w += {power * bend.re[p][mode], power * bend.im[p][mode]};
  return w;
}

int ModalBank::degree() const noexcept {
  int degree = 0;
  for (int ear = 0; ear < ears_; ++ear) degree = std::max(degree, bends_[ear].degree());
  return degree;
}

// With the weights' coefficient of u^power.
void ModalBank::sum_weighted(const double* re, const double* im, int power,
                             float (*out)[kHop]) noexcept {
  BankSignal signal{re, im, {}, {}, ears_};
  for (int ear = 0; ear < ears_; ++ear) {
    signal.weight_re[ear] = weight_re(ear, power);
    signal.weight_im[ear] = weight_im(ear, power);
  }
  kernel_->sum(view(), signal, out);
}

// Free ringing whose amplitudes at sample `first` of this hop are (re, im).
void ModalBank::sum_from(int first, const double* re, const double* im,
                         float (*out)[kHop]) noexcept {
  if (ears_ == 0) return;
  for (int p = 0, most = degree(); p <= most; ++p) {
    float part[kMaxEars][kHop] = {};
    sum_weighted(re, im, p, part);
    for (int ear = 0; ear < ears_; ++ear) {
      if (p > bends_[ear].degree()) continue;  // its coefficients are old
      for (int j = first; j < kHop; ++j) {
        const float u = static_cast<float>(j) / kHop;
        float power = 1;
        for (int k = 0; k < p; ++k) power *= u;
        out[ear][j] += power * part[ear][j - first];
      }
    }
  }
}

void ModalBank::render(float (*out)[kHop]) noexcept {
  pushed_ways_known_ = false;
  if (!silent_) sum_from(0, re_.data(), im_.data(), out);
  bool released = false;
  for (int k = 0; k < active_;) {
    Push& push = pushes_[k];
    const double end = push.offset + push.tau * rate_;
    render_while_pushed(push, out);
    render_push_itself(push, out);
    if (!push.released && end <= kHop) {
      if (!released) {
        std::fill_n(late_re_.begin(), padded_, 0.0);
        std::fill_n(late_im_.begin(), padded_, 0.0);
      }
      release(pushed_.data() + static_cast<std::size_t>(push.slot) * modes_, end, out);
      push.released = released = true;
    }
    if (end + 0.5 <= kHop) {
      std::swap(push, pushes_[--active_]);
    } else {
      push.offset -= kHop;
      ++k;
    }
  }
  render_drives(out);
  render_strikes(out);
  if (!silent_) kernel_->advance(view(), re_.data(), im_.data());
  was_driven_ = driven_ || struck_;
  if (struck_) {
    for (int i = 0; i < modes_; ++i) re_[i] += struck_re_[i], im_[i] += struck_im_[i];
    silent_ = struck_ = false;
  }
  if (driven_) {
    for (int i = 0; i < modes_; ++i) re_[i] += driven_re_[i], im_[i] += driven_im_[i];
    silent_ = driven_ = false;
  }
  if (released) {
    for (int i = 0; i < modes_; ++i) re_[i] += late_re_[i], im_[i] += late_im_[i];
    silent_ = false;
  }
  advance_weights();
}

void ModalBank::advance_weights() noexcept {
  for (int ear = 0; ear < ears_; ++ear) {
    WeightPolynomial& bend = bends_[ear];
    if (bend.hops_left == 0) continue;
    for (int p = 0; p < bend.set_degree; ++p)
      for (int i = 0; i < padded_; ++i) {
        weight_re_[ear][i] += bend.re[p][i];
        weight_im_[ear][i] += bend.im[p][i];
      }
    --bend.hops_left;
  }
}

double ModalBank::loudness_bound() const noexcept {
  if (active_ > 0 || driven_ || was_driven_ || strike_count_ > 0)
    return std::numeric_limits<double>::infinity();
  const auto size = [](double re, double im) { return std::sqrt(re * re + im * im); };
  double bound = 0;
  for (int i = 0; i < modes_; ++i) {
    double weight = 0;
    for (int ear = 0; ear < ears_; ++ear)
      weight = std::max(weight, size(weight_re_[ear][i], weight_im_[ear][i]));
    bound += weight * size(re_[i], im_[i]);
  }
  return bound;
}

void ModalBank::stop() noexcept {
  std::fill_n(re_.begin(), padded_, 0.0);
  std::fill_n(im_.begin(), padded_, 0.0);
  active_ = drive_count_ = strike_count_ = 0;
  silent_ = true;
  driven_ = was_driven_ = struck_ = false;
}

}  // namespace peal

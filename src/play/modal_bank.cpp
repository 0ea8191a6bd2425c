#include "play/modal_bank.h"

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
      rows_(2 * kLane * padded_),
      turn_re_(padded_),
      turn_im_(padded_),
      step_re_(padded_),
      step_im_(padded_),
      pushed_(static_cast<std::size_t>(kMaxPushes) * modes_),
      direct_(pushed_.size()),
      direct_rate_(pushed_.size()) {
  const double h = 1 / rate;
  for (int i = 0; i < modes_; ++i) {
    for (int l = 0; l < kLane; ++l) {
      const Complex<double> e = exp((h * l) * poles_[i]);
      rows_[2 * kLane * i + l] = static_cast<float>(e.re);
      rows_[2 * kLane * i + kLane + l] = static_cast<float>(e.im);
    }
    const Complex<double> turn = exp((h * kLane) * poles_[i]);
    const Complex<double> step = exp((h * kGrain) * poles_[i]);
    turn_re_[i] = static_cast<float>(turn.re), turn_im_[i] = static_cast<float>(turn.im);
    step_re_[i] = step.re, step_im_[i] = step.im;
  }
  view_ = {padded_,         rows_.data(),    turn_re_.data(),
           turn_im_.data(), step_re_.data(), step_im_.data()};
  for (auto* array : {&re_, &im_, &late_re_, &late_im_, &from_re_, &from_im_})
    array->resize(padded_);
  for (int ear = 0; ear < kMaxEars; ++ear)
    for (auto* array : {&weight_re_[ear], &weight_im_[ear]}) array->resize(padded_);
  for (Course& course : course_)
    for (int p = 0; p < kMaxBend; ++p) course.re[p].resize(padded_), course.im[p].resize(padded_);
  for (int slot = 0; slot < kMaxPushes; ++slot) pushes_[slot].slot = slot;
  prepare_drives(drives);
}

void ModalBank::set_weights(int ear, ModeWeights weights) noexcept {
  for (int i = 0; i < modes_; ++i) {
    weight_re_[ear][i] = static_cast<float>(weights[i].real());
    weight_im_[ear][i] = static_cast<float>(weights[i].imag());
  }
  course_[ear].grains_left = 0;
}

void ModalBank::ramp_weights(int ear, ModeWeights target, int grains) noexcept {
  Course& course = course_[ear];
  for (int i = 0; i < modes_; ++i) {
    course.re[0][i] = (static_cast<float>(target[i].real()) - weight_re_[ear][i]) / grains;
    course.im[0][i] = (static_cast<float>(target[i].imag()) - weight_im_[ear][i]) / grains;
  }
  course.set_degree = 1;
  course.grains_left = grains;
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
  Course& course = course_[ear];
  for (int i = 0; i < modes_; ++i) {
    const std::complex<double> from(weight_re_[ear][i], weight_im_[ear][i]);
    for (int p = 0; p < count; ++p) {
      std::complex<double> c = 0;
      for (int k = 0; k < count; ++k) c += rows[p][k] * (values[k][i] - from);
      course.re[p][i] = static_cast<float>(c.real());
      course.im[p][i] = static_cast<float>(c.imag());
    }
  }
  course.set_degree = count;
  course.grains_left = 1;
}

Complex<double> ModalBank::weight(int ear, int mode, double u) const noexcept {
  const Course& course = course_[ear];
  Complex<double> w{weight_re_[ear][mode], weight_im_[ear][mode]};
  double power = u;
  for (int p = 0; p < course.degree(); ++p, power *= u)
    w += {power * course.re[p][mode], power * course.im[p][mode]};
  return w;
}

void ModalBank::push(double offset, double tau, std::span<const double> impulse) noexcept {
  // A push that is over only rings. When every slot is taken, so does one that is not: from the
  // start of this grain, in the phase that it has after its end, without its forced part.
  const bool full = active_ == kMaxPushes;
  const double elapsed = -(offset / rate_ + tau);  // [s] from its end to the start of this grain
  Push& push = pushes_[full ? kMaxPushes - 1 : active_];
  if (full || elapsed >= 0) {
    for (int i = 0; i < modes_; ++i) {
      const Complex<double> back{std::max(elapsed, 0.0) * poles_[i].re, elapsed * poles_[i].im};
      const Complex<double> a =
          exp(back) * HalfSinePush<double>(poles_[i], impulse[i], tau).at_end();
      re_[i] += a.re, im_[i] += a.im;
    }
    silent_ = false;
    return;
  }
  push.offset = offset;
  push.tau = tau;
  push.released = false;
  const std::size_t first = static_cast<std::size_t>(push.slot) * modes_;
  for (int i = 0; i < modes_; ++i) {
    pushed_[first + i] = HalfSinePush<double>(poles_[i], impulse[i], tau);
    const double omega = poles_[i].im, slow = std::pow(omega * tau / kPi, 4);
    direct_[first + i] = impulse[i] / omega;
    direct_rate_[first + i] = -impulse[i] / (omega * omega) * slow / (1 + slow);
  }
  ++active_;
}

int ModalBank::degree() const noexcept {
  int degree = 0;
  for (int ear = 0; ear < ears_; ++ear) degree = std::max(degree, course_[ear].degree());
  return degree;
}

// With the weights' coefficient of u^power.
void ModalBank::sum_weighted(const double* re, const double* im, int power,
                             float (*out)[kGrain]) noexcept {
  BankSignal signal{re, im, {}, {}, ears_};
  for (int ear = 0; ear < ears_; ++ear) {
    const Course& course = course_[ear];
    signal.weight_re[ear] = power == 0 ? weight_re_[ear].data() : course.re[power - 1].data();
    signal.weight_im[ear] = power == 0 ? weight_im_[ear].data() : course.im[power - 1].data();
  }
  kernel_->sum(view_, signal, out);
}

// Free ringing whose amplitudes at sample `first` of this grain are (re, im).
void ModalBank::sum_from(int first, const double* re, const double* im,
                         float (*out)[kGrain]) noexcept {
  if (ears_ == 0) return;
  for (int p = 0, most = degree(); p <= most; ++p) {
    float part[kMaxEars][kGrain] = {};
    sum_weighted(re, im, p, part);
    for (int ear = 0; ear < ears_; ++ear) {
      if (p > course_[ear].degree()) continue;  // its coefficients are old
      for (int j = first; j < kGrain; ++j) {
        const float u = static_cast<float>(j) / kGrain;
        float power = 1;
        for (int k = 0; k < p; ++k) power *= u;
        out[ear][j] += power * part[ear][j - first];
      }
    }
  }
}

void ModalBank::render_while_pushed(const Push& push, float (*out)[kGrain]) noexcept {
  const HalfSinePush<double>* pushed =
      pushed_.data() + static_cast<std::size_t>(push.slot) * modes_;
  const double end = push.offset + push.tau * rate_;
  const int first = std::max(0, static_cast<int>(std::ceil(push.offset)));
  for (int j = first; j < kGrain && j < end; ++j) {
    const double u = (j - push.offset) / rate_, phase = kPi * u / push.tau;
    const double c = std::cos(phase), n = std::sin(phase);
    double sum[kMaxEars] = {};
    for (int i = 0; i < modes_; ++i) {
      const Complex<double> a = pushed[i].during(u, c, n);
      for (int ear = 0; ear < ears_; ++ear) {
        const Complex<double> w = weight(ear, i, static_cast<double>(j) / kGrain);
        sum[ear] += w.re * a.re - w.im * a.im;
      }
    }
    for (int ear = 0; ear < ears_; ++ear) out[ear][j] += static_cast<float>(sum[ear]);
  }
}

// The terms Im w Q / omega_d and -Re w Q' / omega_d^2, with Q and Q' averaged over each sample's
// interval: a push much shorter than a sample keeps its impulse. Q = (pi J / 2 tau) sin(pi u/tau);
// its integral over [u0, u1] is J/2 (cos(pi u0/tau) - cos(pi u1/tau)).
void ModalBank::render_push_itself(const Push& push, float (*out)[kGrain]) noexcept {
  const double length = push.tau * rate_, end = push.offset + length;
  const int first = std::max(0, static_cast<int>(std::ceil(push.offset - 0.5)));
  const int last = std::min(kGrain - 1, static_cast<int>(std::floor(end + 0.5)));
  if (first > last) return;
  const double* direct = direct_.data() + static_cast<std::size_t>(push.slot) * modes_;
  const double* direct_rate = direct_rate_.data() + static_cast<std::size_t>(push.slot) * modes_;
  for (int j = first; j <= last; ++j) {
    const auto phase = [&](double place) {
      return kPi * std::clamp((place - push.offset) / length, 0.0, 1.0);
    };
    const double from = phase(j - 0.5), to = phase(j + 0.5);
    const double mean = rate_ / 2 * (std::cos(from) - std::cos(to));
    const double mean_rate = rate_ * kPi / (2 * push.tau) * (std::sin(to) - std::sin(from));
    for (int ear = 0; ear < ears_; ++ear) {
      double sum = 0;
      for (int i = 0; i < modes_; ++i) {
        // of the velocity dq/dt = Re[(1 + i sigma/omega_d) a], not of a
        const Complex<double> w = weight(ear, i, static_cast<double>(j) / kGrain) /
                                  Complex<double>{1, -poles_[i].re / poles_[i].im};
        sum += w.im * direct[i] * mean + w.re * direct_rate[i] * mean_rate;
      }
      out[ear][j] += static_cast<float>(sum);
    }
  }
}

// The push ends `offset` samples into this grain: its modes ring freely from there on.
void ModalBank::release(const HalfSinePush<double>* pushed, double offset,
                        float (*out)[kGrain]) noexcept {
  const int first = std::max(0, static_cast<int>(std::ceil(offset)));
  for (int i = 0; i < std::min(modes_, view_.padded); ++i) {  // the others have stopped
    const Complex<double> end = pushed[i].at_end();
    const Complex<double> from = exp(((first - offset) / rate_) * poles_[i]) * end;
    const Complex<double> late = exp(((kGrain - offset) / rate_) * poles_[i]) * end;
    from_re_[i] = from.re, from_im_[i] = from.im;
    late_re_[i] += late.re, late_im_[i] += late.im;
  }
  if (first < kGrain) sum_from(first, from_re_.data(), from_im_.data(), out);
}

void ModalBank::render(float (*out)[kGrain]) noexcept {
  if (!silent_) sum_from(0, re_.data(), im_.data(), out);
  std::fill(late_re_.begin(), late_re_.end(), 0.0);
  std::fill(late_im_.begin(), late_im_.end(), 0.0);
  bool released = false;
  for (int k = 0; k < active_;) {
    Push& push = pushes_[k];
    const double end = push.offset + push.tau * rate_;
    render_while_pushed(push, out);
    render_push_itself(push, out);
    if (!push.released && end <= kGrain) {
      release(pushed_.data() + static_cast<std::size_t>(push.slot) * modes_, end, out);
      push.released = released = true;
    }
    if (end + 0.5 <= kGrain) {
      std::swap(push, pushes_[--active_]);
    } else {
      push.offset -= kGrain;
      ++k;
    }
  }
  render_drives(out);
  if (!silent_) kernel_->advance(view_, re_.data(), im_.data());
  was_driven_ = driven_;
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
    Course& course = course_[ear];
    if (course.grains_left == 0) continue;
    for (int p = 0; p < course.set_degree; ++p)
      for (int i = 0; i < padded_; ++i) {
        weight_re_[ear][i] += course.re[p][i];
        weight_im_[ear][i] += course.im[p][i];
      }
    --course.grains_left;
  }
}

double ModalBank::loudness_bound() const noexcept {
  if (active_ > 0 || driven_ || was_driven_) return std::numeric_limits<double>::infinity();
  double bound = 0;
  for (int i = 0; i < modes_; ++i) {
    double weight = 0;
    for (int ear = 0; ear < ears_; ++ear)
      weight = std::max(weight, std::hypot(double(weight_re_[ear][i]), double(weight_im_[ear][i])));
    bound += weight * std::hypot(re_[i], im_[i]);
  }
  return bound;
}

void ModalBank::stop() noexcept {
  std::fill(re_.begin(), re_.end(), 0.0);
  std::fill(im_.begin(), im_.end(), 0.0);
  active_ = drive_count_ = 0;
  silent_ = true;
  driven_ = was_driven_ = false;
}

}  // namespace peal

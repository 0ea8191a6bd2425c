// Pushes of a modal bank: what the modes do while a half-sine force acts on them, what the force
// itself adds, and how they are let go. Equations: half_sine_kernel.h and modal_bank.h.
#include <algorithm>
#include <cmath>

#include "dsp/modal/modal_bank.h"

namespace peal {

void ModalBank::push(double offset, double tau, std::span<const double> impulse) noexcept {
  // A push that is over only rings. When every slot is taken, so does one that is not: from the
  // start of this hop, in the phase that it has after its end, without its forced part.
  const bool full = active_ == kMaxPushes;
  const double elapsed = -(offset / rate_ + tau);  // [s] from its end to the start of this hop
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
  pushed_ways_known_ = false;
}

// A mode that is pushed rings as a free one beside the force: a = ringing (e^{su} - e^{ibu}) -
// forced sin bu. The free part goes through the kernel like all ringing; of the rest all modes
// share the time, and only sums over modes are left. Modes near resonance, where the parts would
// cancel, are evaluated sample by sample.
void ModalBank::render_while_pushed(const Push& push, float (*out)[kHop]) noexcept {
  const double end = push.offset + push.tau * rate_;
  const int first = std::max(0, static_cast<int>(std::ceil(push.offset)));
  const int last = std::min(kHop, static_cast<int>(std::ceil(end))) - 1;
  if (ears_ == 0 || first > last) return;
  const HalfSinePush<double>* pushed =
      pushed_.data() + static_cast<std::size_t>(push.slot) * modes_;
  double cosine[kHop], sine[kHop], sum[kMaxEars][kHop] = {};
  for (int j = first; j <= last; ++j) {
    const double phase = kPi * ((j - push.offset) / rate_) / push.tau;
    cosine[j] = std::cos(phase), sine[j] = std::sin(phase);
  }
  const int count = std::min(modes_, heard_);
  for (int i = 0; i < count; ++i) {
    from_re_[i] = from_im_[i] = 0;
    if (pushed[i].splits()) {
      const Complex<double> a =
          exp(((first - push.offset) / rate_) * poles_[i]) * pushed[i].ringing();
      from_re_[i] = a.re, from_im_[i] = a.im;
      continue;
    }
    for (int j = first; j <= last; ++j) {
      const Complex<double> a = pushed[i].during((j - push.offset) / rate_, cosine[j], sine[j]);
      for (int ear = 0; ear < ears_; ++ear) {
        const Complex<double> w = weight(ear, i, static_cast<double>(j) / kHop);
        sum[ear][j] += w.re * a.re - w.im * a.im;
      }
    }
  }
  for (int p = 0, most = degree(); p <= most; ++p) {
    float part[kMaxEars][kHop] = {};
    sum_weighted(from_re_.data(), from_im_.data(), p, part);
    for (int ear = 0; ear < ears_; ++ear) {
      if (p > bends_[ear].degree()) continue;  // its coefficients are old
      const float *re = weight_re(ear, p), *im = weight_im(ear, p);
      Complex<double> turning;  // of e^{ibu}
      double standing = 0;      // of sin bu
      for (int i = 0; i < count; ++i) {
        if (!pushed[i].splits()) continue;
        const Complex<double> w{static_cast<double>(re[i]), static_cast<double>(im[i])};
        turning += w * pushed[i].ringing();
        standing += w.re * pushed[i].forced().re - w.im * pushed[i].forced().im;
      }
      for (int j = first; j <= last; ++j)
        sum[ear][j] +=
            power_of_time(j, p) * (static_cast<double>(part[ear][j - first]) -
                                   turning.re * cosine[j] + (turning.im - standing) * sine[j]);
    }
  }
  for (int ear = 0; ear < ears_; ++ear)
    for (int j = first; j <= last; ++j) out[ear][j] += static_cast<float>(sum[ear][j]);
}

// The terms Im w Q / omega_d and -Re w Q' / omega_d^2, with Q and Q' averaged over each sample's
// interval: a push much shorter than a sample keeps its impulse. Q = (pi J / 2 tau) sin(pi u/tau);
// its integral over [u0, u1] is J/2 (cos(pi u0/tau) - cos(pi u1/tau)).
void ModalBank::render_push_itself(const Push& push, float (*out)[kHop]) noexcept {
  const double length = push.tau * rate_, end = push.offset + length;
  const int first = std::max(0, static_cast<int>(std::ceil(push.offset - 0.5)));
  const int last = std::min(kHop - 1, static_cast<int>(std::floor(end + 0.5)));
  if (ears_ == 0 || first > last) return;
  const double* direct = direct_.data() + static_cast<std::size_t>(push.slot) * modes_;
  const double* direct_rate = direct_rate_.data() + static_cast<std::size_t>(push.slot) * modes_;
  double mean[kHop], mean_rate[kHop], sum[kMaxEars][kHop] = {};
  for (int j = first; j <= last; ++j) {
    const auto phase = [&](double place) {
      return kPi * std::clamp((place - push.offset) / length, 0.0, 1.0);
    };
    const double from = phase(j - 0.5), to = phase(j + 0.5);
    mean[j] = rate_ / 2 * (std::cos(from) - std::cos(to));
    mean_rate[j] = rate_ * kPi / (2 * push.tau) * (std::sin(to) - std::sin(from));
  }
  for (int p = 0, most = degree(); p <= most; ++p)
    for (int ear = 0; ear < ears_; ++ear) {
      if (p > bends_[ear].degree()) continue;  // its coefficients are old
      const float *re = weight_re(ear, p), *im = weight_im(ear, p);
      double of_force = 0, of_change = 0;
      for (int i = 0; i < modes_; ++i) {
        const Complex<double> w =
            Complex<double>{static_cast<double>(re[i]), static_cast<double>(im[i])} * velocity_[i];
        of_force += w.im * direct[i], of_change += w.re * direct_rate[i];
      }
      for (int j = first; j <= last; ++j)
        sum[ear][j] += power_of_time(j, p) * (of_force * mean[j] + of_change * mean_rate[j]);
    }
  for (int ear = 0; ear < ears_; ++ear)
    for (int j = first; j <= last; ++j) out[ear][j] += static_cast<float>(sum[ear][j]);
}

// The push ends `offset` samples into this hop: its modes ring freely from there on.
void ModalBank::release(const HalfSinePush<double>* pushed, double offset,
                        float (*out)[kHop]) noexcept {
  const int first = std::max(0, static_cast<int>(std::ceil(offset)));
  for (int i = 0; i < std::min(modes_, heard_); ++i) {  // the others have stopped
    const Complex<double> end = pushed[i].at_end();
    const Complex<double> from = exp(((first - offset) / rate_) * poles_[i]) * end;
    const Complex<double> late = exp(((kHop - offset) / rate_) * poles_[i]) * end;
    from_re_[i] = from.re, from_im_[i] = from.im;
    late_re_[i] += late.re, late_im_[i] += late.im;
  }
  if (first < kHop) sum_from(first, from_re_.data(), from_im_.data(), out);
}

}  // namespace peal

#include "emission/modal_bank.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace peal {

ModalBank::ModalBank(std::span<const Complex<double>> poles, double rate, int ears,
                     const BankKernel& kernel)
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
      direct_(pushed_.size()) {
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
    for (auto* array : {&weight_re_[ear], &weight_im_[ear], &ramp_[ear].slope_re,
                        &ramp_[ear].slope_im})
      array->resize(padded_);
  for (int slot = 0; slot < kMaxPushes; ++slot) pushes_[slot].slot = slot;
}

void ModalBank::set_weights(int ear, ModeWeights weights) noexcept {
  for (int i = 0; i < modes_; ++i) {
    weight_re_[ear][i] = static_cast<float>(weights[i].real());
    weight_im_[ear][i] = static_cast<float>(weights[i].imag());
  }
  ramp_[ear].grains_left = 0;
}

void ModalBank::ramp_weights(int ear, ModeWeights target, int grains) noexcept {
  Ramp& ramp = ramp_[ear];
  for (int i = 0; i < modes_; ++i) {
    ramp.slope_re[i] = (static_cast<float>(target[i].real()) - weight_re_[ear][i]) / grains;
    ramp.slope_im[i] = (static_cast<float>(target[i].imag()) - weight_im_[ear][i]) / grains;
  }
  ramp.grains_left = grains;
}

void ModalBank::push(double offset, double tau, std::span<const double> impulse) noexcept {
  // When every slot is taken the push rings from its beginning, without its forced part.
  const bool full = active_ == kMaxPushes;
  Push& push = pushes_[full ? kMaxPushes - 1 : active_];
  if (full) {
    for (int i = 0; i < modes_; ++i) {
      const Complex<double> a = exp((-offset / rate_) * poles_[i]) *
                                HalfSinePush<double>(poles_[i], impulse[i], tau).at_end();
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
    direct_[first + i] = impulse[i] / poles_[i].im;
  }
  ++active_;
}

// Free ringing whose amplitudes at sample `first` of this grain are (re, im).
void ModalBank::sum_from(int first, const double* re, const double* im,
                         float (*out)[kGrain]) noexcept {
  BankSignal signal{re, im, {}, {}, ears_};
  bool moving = false;
  for (int ear = 0; ear < ears_; ++ear) {
    signal.weight_re[ear] = weight_re_[ear].data();
    signal.weight_im[ear] = weight_im_[ear].data();
    moving = moving || ramp_[ear].grains_left > 0;
  }
  float steady[kMaxEars][kGrain] = {}, slope[kMaxEars][kGrain] = {};
  kernel_->sum(view_, signal, steady);
  if (moving) {
    for (int ear = 0; ear < ears_; ++ear) {
      signal.weight_re[ear] = ramp_[ear].slope_re.data();
      signal.weight_im[ear] = ramp_[ear].slope_im.data();
    }
    kernel_->sum(view_, signal, slope);
  }
  for (int ear = 0; ear < ears_; ++ear) {
    const bool ramping = ramp_[ear].grains_left > 0;
    for (int j = first; j < kGrain; ++j) {
      out[ear][j] += steady[ear][j - first];
      if (ramping) out[ear][j] += slope[ear][j - first] * (static_cast<float>(j) / kGrain);
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
        const Ramp& ramp = ramp_[ear];
        const double part = ramp.grains_left > 0 ? double(j) / kGrain : 0;
        sum[ear] += (weight_re_[ear][i] + part * ramp.slope_re[i]) * a.re -
                    (weight_im_[ear][i] + part * ramp.slope_im[i]) * a.im;
      }
    }
    for (int ear = 0; ear < ears_; ++ear) out[ear][j] += static_cast<float>(sum[ear]);
  }
}

// The term Im w Q / omega_d, with Q averaged over each sample's interval: a push much shorter than a
// sample keeps its impulse. Integral of Q over [u0, u1] = J/2 (cos(pi u0/tau) - cos(pi u1/tau)).
void ModalBank::render_push_itself(const Push& push, float (*out)[kGrain]) noexcept {
  const double length = push.tau * rate_, end = push.offset + length;
  const int first = std::max(0, static_cast<int>(std::ceil(push.offset - 0.5)));
  const int last = std::min(kGrain - 1, static_cast<int>(std::floor(end + 0.5)));
  if (first > last) return;
  const double* direct = direct_.data() + static_cast<std::size_t>(push.slot) * modes_;
  for (int ear = 0; ear < ears_; ++ear) {
    const Ramp& ramp = ramp_[ear];
    double gain = 0, slope = 0;
    for (int i = 0; i < modes_; ++i) {
      gain += weight_im_[ear][i] * direct[i];
      if (ramp.grains_left > 0) slope += ramp.slope_im[i] * direct[i];
    }
    for (int j = first; j <= last; ++j) {
      const auto phase = [&](double place) {
        return kPi * std::clamp((place - push.offset) / length, 0.0, 1.0);
      };
      const double mean = rate_ / 2 * (std::cos(phase(j - 0.5)) - std::cos(phase(j + 0.5)));
      out[ear][j] += static_cast<float>((gain + slope * j / kGrain) * mean);
    }
  }
}

// The push ends `offset` samples into this grain: its modes ring freely from there on.
void ModalBank::release(const HalfSinePush<double>* pushed, double offset,
                        float (*out)[kGrain]) noexcept {
  const int first = std::max(0, static_cast<int>(std::ceil(offset)));
  for (int i = 0; i < modes_; ++i) {
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
  if (!silent_) kernel_->advance(view_, re_.data(), im_.data());
  if (released) {
    for (int i = 0; i < modes_; ++i) re_[i] += late_re_[i], im_[i] += late_im_[i];
    silent_ = false;
  }
  advance_weights();
}

void ModalBank::advance_weights() noexcept {
  for (int ear = 0; ear < ears_; ++ear) {
    if (ramp_[ear].grains_left == 0) continue;
    for (int i = 0; i < padded_; ++i) {
      weight_re_[ear][i] += ramp_[ear].slope_re[i];
      weight_im_[ear][i] += ramp_[ear].slope_im[i];
    }
    --ramp_[ear].grains_left;
  }
}

double ModalBank::loudness_bound() const noexcept {
  if (active_ > 0) return std::numeric_limits<double>::infinity();
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
  active_ = 0;
  silent_ = true;
}

}  // namespace peal

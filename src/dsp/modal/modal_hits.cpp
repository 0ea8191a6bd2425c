#include "dsp/modal/modal_hits.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "dsp/modal/half_sine_kernel.h"

namespace peal {
namespace {

// cos(x/2) / (1 - (x/pi)^2); pi/4 at x = pi.
double half_sine_spectrum(double x) {
  const double off = x / kPi - 1;
  if (std::abs(off) < 1e-4) return kPi / 4 * (1 - off / 2);
  return std::cos(x / 2) / (1 - (x / kPi) * (x / kPi));
}

}  // namespace

ModalHits::ModalHits(std::span<const Complex<double>> poles, double rate, const HitKernel& kernel)
    : modes_(static_cast<int>(poles.size())),
      padded_((modes_ + kLane - 1) / kLane * kLane),
      rate_(rate),
      kernel_(&kernel),
      poles_(poles.begin(), poles.end()) {
  const auto row = static_cast<std::size_t>(padded_);
  for (auto* array : {&turn_re_, &turn_im_, &sh_re_, &sh_im_, &sh2_re_, &sh2_im_, &gain_re_,
                      &gain_im_, &re_, &im_})
    array->resize(row);
  for (auto* array : {&phase_re_, &phase_im_}) array->resize(kPhases * row);
  left_.resize(kDurations * row);
  for (auto* array : {&jump_re_, &jump_im_, &force_}) array->resize((kHop + 1) * row);
  held_.resize(kHop * row);
  for (int i = 0; i < modes_; ++i) set_mode(i);
  for (int p = 0; p < kPhases; ++p) set_phase(p);
  for (int d = 0; d < kDurations; ++d) set_duration(d);
}

void ModalHits::set_mode(int i) noexcept {
  const Complex<double> sh = (1 / rate_) * poles_[i], turn = exp(sh), half = 0.5 * (sh * sh),
                        gain = exponential_difference(poles_[i], 1 / rate_);
  turn_re_[i] = static_cast<float>(turn.re), turn_im_[i] = static_cast<float>(turn.im);
  sh_re_[i] = static_cast<float>(sh.re), sh_im_[i] = static_cast<float>(sh.im);
  sh2_re_[i] = static_cast<float>(half.re), sh2_im_[i] = static_cast<float>(half.im);
  gain_re_[i] = static_cast<float>(gain.re), gain_im_[i] = static_cast<float>(gain.im);
}

void ModalHits::set_phase(int p) noexcept {
  const std::size_t first = static_cast<std::size_t>(p) * static_cast<std::size_t>(padded_);
  for (int i = 0; i < modes_; ++i) {
    const Complex<double> e = exp(((p + 0.5) / kPhases) * ((1 / rate_) * poles_[i]));
    phase_re_[first + i] = static_cast<float>(e.re);
    phase_im_[first + i] = static_cast<float>(e.im);
  }
  phase_changes_[p] = changes_;
}

void ModalHits::set_duration(int d) noexcept {
  const std::size_t first = static_cast<std::size_t>(d) * static_cast<std::size_t>(padded_);
  double tau = kShortest;
  for (int k = 0; k < d; ++k) tau *= kLonger;
  for (int i = 0; i < modes_; ++i)
    left_[first + i] = static_cast<float>(half_sine_spectrum(poles_[i].im * tau));
  duration_changes_[d] = changes_;
}

void ModalHits::retune(std::span<const Complex<double>> poles) noexcept {
  bool changed = false;
  for (int i = 0; i < modes_; ++i) {
    if (poles[i].re == poles_[i].re && poles[i].im == poles_[i].im) continue;
    poles_[i] = poles[i];
    set_mode(i);
    changed = true;
  }
  changes_ += changed;
}

void ModalHits::drive(int sample, double force, const float* shape) noexcept {
  kernel_->press(padded_, static_cast<float>(force), shape,
                 held_.data() + static_cast<std::size_t>(sample * padded_));
  pressed_[sample] = any_ = true;
}

void ModalHits::press(const float* force) noexcept {
  for (int k = 0; k < kHop * padded_; ++k) held_[static_cast<std::size_t>(k)] += force[k];
  std::fill_n(pressed_, kHop, true);
  any_ = true;
}

// Forces become jumps at the ends of their samples; what follows the force itself is heard at both.
void ModalHits::hold_forces() noexcept {
  const auto row = static_cast<std::size_t>(padded_);
  for (int n = 0; n < kHop; ++n) {
    if (!pressed_[n]) continue;
    float* held = held_.data() + static_cast<std::size_t>(n) * row;
    const std::size_t now = static_cast<std::size_t>(n) * row, next = now + row;
    kernel_->hold(padded_, {held, gain_re_.data(), gain_im_.data(), jump_re_.data() + next,
                            jump_im_.data() + next, force_.data() + now, force_.data() + next,
                            static_cast<float>(0.5 / rate_)});
    std::fill_n(held, row, 0.0f);
    pressed_[n] = false;
    touched_[n] = touched_[n + 1] = true;
  }
}

void ModalHits::hit(double offset, double tau, double impulse, const float* shape) noexcept {
  // Carried to sample n: offset in (n - 1, n].
  const int n = std::clamp(static_cast<int>(std::ceil(offset)), 0, kHop);
  const double left = std::clamp(n - offset, 0.0, 1.0);
  const int phase = std::min(static_cast<int>(left * kPhases), kPhases - 1);
  const double place = std::clamp(
      std::log(std::max(tau, kShortest) / kShortest) / std::log(kLonger), 0.0, kDurations - 1.001);
  const auto row = static_cast<std::size_t>(padded_);
  const auto duration = static_cast<std::size_t>(place), at = static_cast<std::size_t>(n) * row;
  for (const int d : {static_cast<int>(duration), static_cast<int>(duration) + 1})
    if (duration_changes_[d] != changes_) set_duration(d);
  if (phase_changes_[phase] != changes_) set_phase(phase);
  HitTerms terms;
  terms.shape = shape;
  terms.narrow = left_.data() + duration * row;
  terms.wider = terms.narrow + row;
  terms.wide = static_cast<float>(place - static_cast<double>(duration));
  terms.impulse = static_cast<float>(impulse);
  terms.phase_re = phase_re_.data() + static_cast<std::size_t>(phase) * row;
  terms.phase_im = phase_im_.data() + static_cast<std::size_t>(phase) * row;
  terms.rest = static_cast<float>(left - (phase + 0.5) / kPhases);
  terms.sh_re = sh_re_.data(), terms.sh_im = sh_im_.data();
  terms.sh2_re = sh2_re_.data(), terms.sh2_im = sh2_im_.data();
  terms.jump_re = jump_re_.data() + at, terms.jump_im = jump_im_.data() + at;
  terms.before = force_.data() + static_cast<std::size_t>(std::max(n - 1, 0)) * row;
  terms.after = force_.data() + at;
  terms.part = static_cast<float>(n == 0 ? 1 : 1 - left);
  kernel_->hit(padded_, terms);
  touched_[std::max(n - 1, 0)] = touched_[n] = any_ = true;
}

void ModalHits::render(std::span<const Listener> ears, double* end_re, double* end_im) noexcept {
  if (!any_) return;
  hold_forces();
  std::fill(re_.begin(), re_.end(), 0.0f);
  std::fill(im_.begin(), im_.end(), 0.0f);
  const auto row = static_cast<std::size_t>(padded_);
  const bool late = touched_[kHop];
  for (int n = 0; n <= kHop; ++n) {
    float* jump_re = jump_re_.data() + static_cast<std::size_t>(n) * row;
    float* jump_im = jump_im_.data() + static_cast<std::size_t>(n) * row;
    float* force = force_.data() + static_cast<std::size_t>(n) * row;
    kernel_->step(padded_, turn_re_.data(), turn_im_.data(), jump_re, jump_im, re_.data(),
                  im_.data());
    for (const Listener& ear : n < kHop ? ears : std::span<const Listener>()) {
      ear.out[n] += kernel_->hear(padded_, ear.weight_re, ear.weight_im, re_.data(), im_.data());
      if (touched_[n]) ear.out[n] += kernel_->weigh(padded_, ear.direct, force);
    }
    if (!touched_[n]) continue;
    for (float* array : {jump_re, jump_im}) std::fill_n(array, row, 0.0f);
    if (n < kHop) std::fill_n(force, row, 0.0f);
    touched_[n] = false;
  }
  for (int i = 0; i < modes_; ++i) end_re[i] += double(re_[i]), end_im[i] += double(im_[i]);
  // What follows a force at the hop's very end is heard with the first sample of the next.
  any_ = touched_[0] = late;
  if (late) std::swap_ranges(force_.begin(), force_.begin() + padded_, force_.end() - padded_);
}

}  // namespace peal

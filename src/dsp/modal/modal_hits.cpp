#include "dsp/modal/modal_hits.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"

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
      kernel_(&kernel) {
  const auto row = static_cast<std::size_t>(padded_);
  for (auto* array : {&turn_re_, &turn_im_, &sh_re_, &sh_im_, &sh2_re_, &sh2_im_, &re_, &im_})
    array->resize(row);
  for (auto* array : {&phase_re_, &phase_im_}) array->resize(kPhases * row);
  left_.resize(kDurations * row);
  for (auto* array : {&jump_re_, &jump_im_, &force_}) array->resize((kHop + 1) * row);
  for (std::size_t i = 0; i < poles.size(); ++i) {
    const Complex<double> sh = (1 / rate) * poles[i], turn = exp(sh), half = 0.5 * (sh * sh);
    turn_re_[i] = static_cast<float>(turn.re), turn_im_[i] = static_cast<float>(turn.im);
    sh_re_[i] = static_cast<float>(sh.re), sh_im_[i] = static_cast<float>(sh.im);
    sh2_re_[i] = static_cast<float>(half.re), sh2_im_[i] = static_cast<float>(half.im);
    for (int p = 0; p < kPhases; ++p) {
      const Complex<double> e = exp(((p + 0.5) / kPhases) * sh);
      phase_re_[static_cast<std::size_t>(p) * row + i] = static_cast<float>(e.re);
      phase_im_[static_cast<std::size_t>(p) * row + i] = static_cast<float>(e.im);
    }
    double tau = kShortest;
    for (int d = 0; d < kDurations; ++d, tau *= kLonger)
      left_[static_cast<std::size_t>(d) * row + i] =
          static_cast<float>(half_sine_spectrum(poles[i].im * tau));
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

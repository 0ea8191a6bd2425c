#include "dsp/modal/stepped_modes.h"

#include <algorithm>

#include "dsp/modal/half_sine_kernel.h"

namespace peal {

SteppedModes::SteppedModes(ModalBank& bank)
    : bank_(&bank), kernel_(&best_step_kernel()), modes_(bank.modes()), padded_(bank.padded()) {
  for (auto* array : {&turn_re_, &turn_im_, &gain_re_, &gain_im_, &way_re_, &way_im_, &re_, &im_,
                      &w_, &force_, &sum_})
    array->resize(padded_);
  period_.assign(padded_, 1.0);
  ways_.resize(static_cast<std::size_t>(kHop + 1) * padded_);
  retune();
}

// Mean velocity over a sample: rate (q' - q), q = Im a / omega_d, a' = z a.
void SteppedModes::retune() noexcept {
  const double rate = bank_->rate();
  for (int i = 0; i < modes_; ++i) {
    const Complex<double> pole = bank_->poles()[i], turn = exp((1 / rate) * pole),
                          gain = exponential_difference(pole, 1 / rate), change = pole * gain;
    turn_re_[i] = turn.re, turn_im_[i] = turn.im;
    gain_re_[i] = gain.re, gain_im_[i] = gain.im;
    way_re_[i] = rate * change.im / pole.im, way_im_[i] = rate * change.re / pole.im;
    period_[i] = 1 / pole.im;
  }
}

void SteppedModes::begin(std::span<const SteppedPort> ports) {
  ports_ = static_cast<int>(ports.size());
  const auto all = static_cast<std::size_t>(ports_ * padded_);
  for (auto* array : {&rows_, &changes_, &middle_, &weighed_})
    if (array->size() < all) array->resize(all);
  moving_ = false;
  parts_used_ = 0;
  for (int p = 0; p < ports_; ++p) {
    const SteppedPort& port = ports[p];
    const auto at = static_cast<std::size_t>(p * padded_);
    moving_ = moving_ || port.from != port.to;
    for (int i = 0; i < modes_; ++i) {
      const double change = (port.to[i] - port.from[i]) / kHop;
      changes_[at + i] = change;
      rows_[at + i] = port.from[i] - 0.5 * change;  // velocities() goes on by a sample
      middle_[at + i] = 0.5 * (port.from[i] + port.to[i]);
      weighed_[at + i] = middle_[at + i] * gain_im_[i] * period_[i] * bank_->rate();
    }
    while (parts_used_ <= port.part) {
      if (parts_.size() <= static_cast<std::size_t>(parts_used_)) parts_.emplace_back();
      Part& part = parts_[parts_used_++];
      part.first = p, part.count = 0;
      part.heard.resize(static_cast<std::size_t>(kHop * padded_));
    }
    ++parts_[port.part].count;
  }
  if (!moving_)
    for (std::size_t k = 0; k < all; ++k) rows_[k] = middle_[k];
  for (auto* array : {&re_, &im_, &w_}) std::fill(array->begin(), array->end(), 0.0);
  rings_ = bank_->moves();
  if (!rings_) return;
  std::fill(ways_.begin(), ways_.end(), 0.0);
  bank_->add_ways(*kernel_, period_.data(), ways_.data());
}

double SteppedModes::instant(int to, int from) const noexcept {
  return kernel_->dot(padded_, middle_.data() + static_cast<std::ptrdiff_t>(to) * padded_,
                      weighed_.data() + static_cast<std::ptrdiff_t>(from) * padded_);
}

void SteppedModes::velocities(int n, double* out) noexcept {
  const double* w = w_.data();
  if (rings_) {
    const double* now = ways_.data() + static_cast<std::ptrdiff_t>(n) * padded_;
    const double* next = now + padded_;
    for (int i = 0; i < padded_; ++i) sum_[i] = w_[i] + bank_->rate() * (next[i] - now[i]);
    w = sum_.data();
  }
  kernel_->velocities(padded_, ports_, rows_.data(), moving_ ? changes_.data() : nullptr, w, out);
}

void SteppedModes::step(int n, const double* force) noexcept {
  std::fill(force_.begin(), force_.end(), 0.0);
  for (int k = 0; k < parts_used_; ++k) {
    Part& part = parts_[k];
    kernel_->push(padded_, part.count,
                  rows_.data() + static_cast<std::ptrdiff_t>(part.first) * padded_,
                  force + part.first, sum_.data());
    float* heard = part.heard.data() + static_cast<std::ptrdiff_t>(n) * padded_;
    for (int i = 0; i < padded_; ++i) {
      force_[i] += sum_[i];
      heard[i] = static_cast<float>(sum_[i]);
    }
  }
  const StepModes modes{turn_re_.data(), turn_im_.data(), gain_re_.data(),
                        gain_im_.data(), way_re_.data(),  way_im_.data()};
  kernel_->advance(padded_, modes, force_.data(), re_.data(), im_.data(), w_.data());
}

void SteppedModes::end() noexcept { bank_->add_driven(re_.data(), im_.data()); }

}  // namespace peal

#include "engine/instruments/striking.h"

#include <algorithm>
#include <cmath>

namespace peal {
namespace {

constexpr double kMostForce = 1e6;  // [N]

}  // namespace

Striking::Striking(double rate, std::span<const peal_mode> modes, double area, double distance)
    : rate_(rate), area_(area), distance_(distance) {
  set_modes(modes);
}

void Striking::set_modes(std::span<const peal_mode> modes) {
  auto ringing = std::make_unique<RingingModes>(modes, rate_, 1);
  ringing->set_distance(area_, distance_, true);
  if (ringing_) ringing->move_like(*ringing_);
  ringing_ = std::move(ringing);
}

bool Striking::strike(double impulse, double duration, double delay) noexcept {
  if (!(std::abs(impulse) <= 1e6))
    return refuse("impulse: expected -1e6 to 1e6 N s, got %g", impulse);
  if (!(duration >= 1e-6 && duration <= 1))
    return refuse("duration: expected 1e-6 to 1 s, got %g", duration);
  if (!(delay >= 0 && delay <= 1e9))
    return refuse("delay: expected 0 to 1e9 samples, got %g", delay);
  if (waiting_count_ == kMostWaiting)
    return refuse("%d strikes wait already; render between strikes", kMostWaiting);
  const auto now = static_cast<double>(computed_ - (kHop - used_));
  waiting_[waiting_count_++] = {now + delay, impulse, duration};
  return true;
}

void Striking::push_due() noexcept {
  const auto begin = static_cast<double>(computed_);
  for (int k = 0; k < waiting_count_;) {
    Blow& blow = waiting_[k];
    if (blow.sample >= begin + kHop) {
      ++k;
      continue;
    }
    ringing_->bank().push(std::max(blow.sample - begin, 0.0), blow.duration,
                          ringing_->project(blow.impulse));
    blow = waiting_[--waiting_count_];
  }
}

void Striking::render_hop(const float* force) noexcept {
  ModalBank& bank = ringing_->bank();
  std::fill_n(ready_[0], kHop, 0.0f);
  push_due();
  double held[kHop] = {};
  for (int n = 0; force && n < kHop; ++n)
    held[n] = std::isnan(force[n]) ? 0 : std::clamp<double>(force[n], -kMostForce, kMostForce);
  bank.drive({ringing_->shape().data(), held, before_, 1});
  before_ = held[kHop - 1];
  if (!bank.silent()) bank.render(ready_);
  computed_ += kHop;
  float sum = 0;
  for (const float sample : ready_[0]) sum += sample;
  if (!std::isfinite(sum)) {
    bank.stop();
    std::fill_n(ready_[0], kHop, 0.0f);
  }
  if (computed_ / kHop % kStopEvery == 0 && bank.loudness_bound() < kInaudible) bank.stop();
}

void Striking::render(const float* force, float* out, int frames) noexcept {
  if (!out || frames <= 0) return;
  for (int done = 0; done < frames;) {
    if (used_ == kHop) {
      const bool whole = frames - done >= kHop;
      if (!whole) late_ = true;
      render_hop(late_ ? coming_ : force ? force + done : nullptr);
      used_ = 0;
      if (late_) std::fill_n(coming_, kHop, 0.0f);
    }
    const int count = std::min(frames - done, kHop - used_);
    if (late_ && force) std::copy_n(force + done, count, coming_ + used_);
    for (int n = 0; n < count; ++n) out[done + n] += ready_[0][used_ + n];
    done += count, used_ += count;
  }
}

void Striking::stop() noexcept {
  ringing_->bank().stop();
  waiting_count_ = 0;
  std::fill_n(coming_, kHop, 0.0f);
  std::fill_n(ready_[0], kHop, 0.0f);
  before_ = 0;
  used_ = kHop;
  late_ = false;
}

}  // namespace peal

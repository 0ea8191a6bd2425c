// A step that cannot be solved in whole, in parts from its beginning.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "physics/rods/rod_stepper.h"

namespace peal {
namespace {

constexpr int kMostParts = 64;
constexpr int kChanged = kRodStartT;           // channels from 0 on that a step changes
constexpr int kFrames = kRodOff - kRodStartT;  // and those that the end of one changes
static_assert(kRodOff + 1 == kRodT && kRodMass > kRodOff);

}  // namespace

void RodStepper::keep_start() noexcept {
  const RodView& view = rod_.view();
  const std::size_t stride = static_cast<std::size_t>(view.stride), row = sizeof(double) * stride;
  std::memcpy(start_.data(), view.base, kChanged * row);
  std::memcpy(&start_[kChanged * stride], view.base + kRodOff * view.stride, row);
}

/// Frames begin again with those of the step: attempts in whole have not touched them.
void RodStepper::back_to_start() noexcept {
  const RodView& view = rod_.view();
  const std::size_t stride = static_cast<std::size_t>(view.stride), row = sizeof(double) * stride;
  std::memcpy(view.base, start_.data(), kChanged * row);
  std::memcpy(view.base + kRodOff * view.stride, &start_[kChanged * stride], row);
  fresh_ = false;
  forget();
}

/// Loads and supports at a part of the step, which go on evenly within it.
void RodStepper::aim(double part) noexcept {
  for (std::size_t i = 0; i < load_.size(); ++i)
    load_[i] = part == 1 ? load_end_[i] : (1 - part) * load_before_[i] + part * load_end_[i];
  const double h = settings_.step, u = part;
  for (Support& s : supports_) {
    std::copy_n(s.target, 3, s.aim);
    if (part == 1) continue;
    // Hermite's cubic between the places and velocities at both ends.
    const double x0 = start_at(kRodX + s.unknown, s.point), x1 = s.target[0];
    const double v0 = start_at(kRodV + s.unknown, s.point), v1 = s.target[1];
    const double way = x1 - x0 - h * v0, turn = h * (v1 - v0);  // less what goes on evenly
    const double cube = turn - 2 * way, square = 3 * way - turn;
    s.aim[0] = x0 + h * v0 * u + u * u * (square + u * cube);
    s.aim[1] = v0 + u * (2 * square + 3 * u * cube) / h;
    s.aim[2] = (2 * square + 6 * u * cube) / (h * h);
  }
}

bool RodStepper::in_parts() noexcept {
  const RodView& view = rod_.view();
  const std::size_t frames = sizeof(double) * static_cast<std::size_t>(kFrames * view.stride);
  double* const carried = view.base + kRodStartT * view.stride;
  std::memcpy(start_frames_.data(), carried, frames);
  load_end_ = load_;
  bool good = false;
  for (int parts = 2; parts <= kMostParts && !good; parts *= 2) {
    std::memcpy(carried, start_frames_.data(), frames);
    back_to_start();
    h_ = settings_.step / parts;
    report_.parts = parts;
    good = true;
    for (int part = 1; part <= parts && good; ++part) {
      aim(static_cast<double>(part) / parts);
      good = attempt();
      if (!good || part == parts) continue;
      refresh();
      rod_.accept();
    }
  }
  if (!good) {
    std::memcpy(carried, start_frames_.data(), frames);
    back_to_start();
    aim(1);
  }
  return good;
}

}  // namespace peal

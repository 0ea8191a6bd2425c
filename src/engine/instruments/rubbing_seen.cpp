// What is seen of a rubbed body: its state now, and the samples before.
#include <algorithm>
#include <cmath>

#include "engine/instruments/rubbing.h"

namespace peal {
namespace {

constexpr double kStuckSpeed = 0.1;  // of the exciter's: slower on the body it sticks,
constexpr double kCreep = 1e-3;      // and slower than this part of the Stribeck speed

}  // namespace

// @param exciter as it was when the hop began: with all forces on it, it moves as it did.
// @param resonator [m] where the body was then.
void Rubbing::keep_trace(MassBody exciter, double resonator) noexcept {
  const bool solved = coupling_.contacts() > 0;
  double mean[kHop] = {};
  const double* force = coupling_.force(0);
  for (int n = 0; solved && n < kHop; ++n) exciter.external()[n] -= force[n];
  double at = exciter.position();
  for (const HeldMode& mode : exciter_modes_) at += mode.position();
  exciter.add_free_velocity(0, 1, mean);
  for (int n = 0; solved && n < kHop; ++n)
    for (HeldMode& mode : exciter_modes_) mean[n] += mode.step(on_exciter_.newtons()[n] - force[n]);
  for (int n = 0; n < kHop; ++n) {
    const double v = solved ? coupling_.velocity(0)[n] : mean[n];
    const double slow =
        std::max(kStuckSpeed * std::abs(mean[n]), kCreep * settings_.stribeck_speed);
    const bool sticks = friction_.normal_force()[n] > 0 && std::abs(v) <= slow;
    stuck_ += solved && sticks;
    trace_.hop(RubTrace::kVelocity)[n] = static_cast<float>(v);
    trace_.hop(RubTrace::kBend)[n] = solved ? static_cast<float>(friction_.bend()[n]) : 0;
    trace_.hop(RubTrace::kFriction)[n] = solved ? static_cast<float>(force[n]) : 0;
    trace_.hop(RubTrace::kResonatorVelocity)[n] = static_cast<float>(mean[n] - v);
    at += mean[n] / rate_, resonator += (mean[n] - v) / rate_;
    trace_.hop(RubTrace::kExciterVelocity)[n] = static_cast<float>(mean[n]);
    trace_.hop(RubTrace::kExciterPosition)[n] = static_cast<float>(at);
    trace_.hop(RubTrace::kResonatorPosition)[n] = static_cast<float>(resonator);
  }
  stuck_frames_ += kHop;
  trace_.next_hop();
}

peal_rub_state Rubbing::state() const noexcept {
  peal_rub_state s{};
  s.tangential_force = tangential_, s.normal_force = normal_;
  s.exciter_position = exciter_.position(), s.exciter_velocity = exciter_.velocity();
  s.resonator_position = ringing_->position(), s.resonator_velocity = ringing_->velocity();
  s.velocity = s.exciter_velocity - s.resonator_velocity;
  if (normal_ > 0 && coupling_.contacts() > 0) {
    s.bend = friction_.bend()[kHop - 1];
    s.friction = coupling_.force(0)[kHop - 1];
  }
  s.stuck = stuck_frames_ > 0 ? static_cast<double>(stuck_) / stuck_frames_ : 0;
  return s;
}

int Rubbing::trace(float* velocity, float* bend, float* friction, float* resonator_velocity,
                   int most) const noexcept {
  const int count = std::clamp(most, 0, RubTrace::kMost);
  const int ahead = kHop - used_;
  trace_.copy(RubTrace::kVelocity, count, ahead, velocity);
  trace_.copy(RubTrace::kBend, count, ahead, bend);
  trace_.copy(RubTrace::kFriction, count, ahead, friction);
  trace_.copy(RubTrace::kResonatorVelocity, count, ahead, resonator_velocity);
  return count;
}

int Rubbing::states(float* exciter_position, float* exciter_velocity, float* resonator_position,
                    float* resonator_velocity, int most) const noexcept {
  const int count = std::clamp(most, 0, RubTrace::kMost);
  const int ahead = kHop - used_;
  trace_.copy(RubTrace::kExciterPosition, count, ahead, exciter_position);
  trace_.copy(RubTrace::kExciterVelocity, count, ahead, exciter_velocity);
  trace_.copy(RubTrace::kResonatorPosition, count, ahead, resonator_position);
  trace_.copy(RubTrace::kResonatorVelocity, count, ahead, resonator_velocity);
  return count;
}

}  // namespace peal

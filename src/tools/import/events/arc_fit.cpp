#include "tools/import/events/arc_fit.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"

namespace peal {
namespace {

constexpr double kTurnPerStep = 0.15;  // [rad] Runge-Kutta errs by 1e-6 rad per such step
constexpr int kMostSteps = 200;
constexpr int kCorrections = 8;

}  // namespace

RigidState fly(const RigidState& state, double dt, const Vec3& gravity, const Vec3& inertia) {
  RigidArc arc;
  arc.acceleration = gravity;
  arc.inertia = inertia;
  arc.restart(0, state);
  const double turn = norm(state.spin) * std::abs(dt);
  const int steps =
      std::clamp(static_cast<int>(std::ceil(std::min(turn / kTurnPerStep, 1e6))), 1, kMostSteps);
  for (int k = 1; k < steps; ++k) {
    const double t = dt * k / steps;
    arc.restart(t, arc.at(t));
  }
  return arc.at(dt);
}

Vec3 turn_between(const Quat& from, const Quat& to, const Vec3& expected) {
  Quat q = to * conjugate(from);
  if (q.w < 0) q = {-q.w, -q.x, -q.y, -q.z};
  const Vec3 u{q.x, q.y, q.z};
  const double s = norm(u);
  if (s < 1e-12) return 2.0 * u;
  const Vec3 axis = u / s;
  const double angle = 2 * std::atan2(s, q.w);
  // Whole turns about the same axis lead to the same rotation.
  const double turns = std::round((dot(expected, axis) - angle) / (2 * kPi));
  return (angle + 2 * kPi * std::clamp(turns, -50.0, 50.0)) * axis;
}

RigidState arc_between(const Pose& from, const Pose& to, double dt, const Vec3& gravity,
                       const Vec3& inertia, const Vec3& expected) {
  RigidState state;
  state.pose = from;
  state.velocity = (to.position - from.position) / dt - (0.5 * dt) * gravity;
  state.spin = turn_between(from.rotation, to.rotation, dt * expected) / dt;
  state.angular_momentum = angular_momentum_of(state.spin, from.rotation, inertia);
  if (inertia.x == inertia.y && inertia.y == inertia.z) return state;
  // Newton with the turn of a rigid sphere as derivative.
  for (int k = 0; k < kCorrections; ++k) {
    const RigidState end = fly(state, dt, gravity, inertia);
    const Vec3 missing = turn_between(end.pose.rotation, to.rotation);
    if (norm(missing) < 1e-12) break;
    state.spin += missing / dt;
    state.angular_momentum = angular_momentum_of(state.spin, from.rotation, inertia);
  }
  return state;
}

}  // namespace peal

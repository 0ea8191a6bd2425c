#include "motion/rigid/rigid_arc.h"

namespace peal {
namespace {

Quat sum(const Quat& a, const Quat& b, double s) {
  return {a.w + s * b.w, a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

}  // namespace

Quat rotated(const Quat& rotation, const Vec3& turn) {
  const double angle = norm(turn);
  if (angle == 0) return rotation;
  return normalized(Quat::from_axis_angle(turn, angle) * rotation);
}

RigidState RigidArc::at(double t) const {
  const double s = t - time;
  RigidState out;
  out.pose.position = pose.position + s * velocity + (0.5 * s * s) * acceleration;
  out.velocity = velocity + s * acceleration;
  out.angular_momentum = angular_momentum + s * torque;
  out.pose.rotation = pose.rotation;
  const bool turns = angular_momentum != Vec3{} || torque != Vec3{};
  if (!turns) return out;
  if (s != 0) {
    const auto rate = [&](const Quat& q, double u) {
      const Vec3 w = spin_of(angular_momentum + u * torque, normalized(q), inertia);
      return Quat{0, 0.5 * w.x, 0.5 * w.y, 0.5 * w.z} * q;
    };
    const Quat& q = pose.rotation;
    const Quat k1 = rate(q, 0), k2 = rate(sum(q, k1, s / 2), s / 2);
    const Quat k3 = rate(sum(q, k2, s / 2), s / 2), k4 = rate(sum(q, k3, s), s);
    const Quat mean = sum(sum(sum(k1, k4, 1), k2, 2), k3, 2);
    out.pose.rotation = normalized(sum(q, mean, s / 6));
  }
  out.spin = spin_of(out.angular_momentum, out.pose.rotation, inertia);
  return out;
}

void RigidArc::restart(double t, const RigidState& state) {
  time = t;
  pose = state.pose;
  velocity = state.velocity;
  angular_momentum = state.angular_momentum;
}

}  // namespace peal

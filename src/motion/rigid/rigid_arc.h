// One body between two events: constant force and torque, so the centre of mass is on a parabola
// and the angular momentum is a straight line. The rotation follows q' = omega(q, L) q / 2 by one
// Runge-Kutta step of fourth order from the start of the arc. SI units, world frame.
#pragma once
#include "base/pose_track.h"
#include "base/vec.h"

namespace peal {

struct RigidState {
  Pose pose;
  Vec3 velocity;          // [m/s]
  Vec3 spin;              // [rad/s]
  Vec3 angular_momentum;  // [kg m^2/s] about the centre of mass
};

struct RigidArc {
  double time = 0;  // [s] where the arc begins
  Pose pose;
  Vec3 velocity;
  Vec3 angular_momentum;
  Vec3 acceleration;      // [m/s^2]
  Vec3 torque;            // [N m]
  Vec3 inertia{1, 1, 1};  // [kg m^2] principal, body frame

  RigidState at(double t) const;
  /// The arc continues from this state at time t under the same force and torque.
  void restart(double t, const RigidState& state);
};

/// omega = R I^-1 R^T L.
inline Vec3 spin_of(const Vec3& angular_momentum, const Quat& rotation, const Vec3& inertia) {
  const Vec3 body = rotate_back(rotation, angular_momentum);
  return rotate(rotation, {body.x / inertia.x, body.y / inertia.y, body.z / inertia.z});
}
inline Vec3 angular_momentum_of(const Vec3& spin, const Quat& rotation, const Vec3& inertia) {
  const Vec3 body = rotate_back(rotation, spin);
  return rotate(rotation, {body.x * inertia.x, body.y * inertia.y, body.z * inertia.z});
}
/// The rotation after turning by the vector `turn` [rad].
Quat rotated(const Quat& rotation, const Vec3& turn);

}  // namespace peal

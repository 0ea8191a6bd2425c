// Free flight between two frames: a parabola and a torque-free rotation. SI units, world frame.
#pragma once
#include "motion/rigid/rigid_arc.h"

namespace peal {

/// The state `dt` later (or earlier) under gravity alone; rotations are followed in small turns.
RigidState fly(const RigidState& state, double dt, const Vec3& gravity, const Vec3& inertia);

/// The state at the first pose from which free flight reaches the second one after `dt`.
/// @param expected spin that chooses among whole turns [rad/s]
RigidState arc_between(const Pose& from, const Pose& to, double dt, const Vec3& gravity,
                       const Vec3& inertia, const Vec3& expected = {});

/// Rotation vector that turns `from` into `to` [rad]; the one nearest to `expected`.
Vec3 turn_between(const Quat& from, const Quat& to, const Vec3& expected = {});

/// World inertia times / divided into a vector.
inline Vec3 spin_change(const Vec3& angular_impulse, const Quat& rotation, const Vec3& inertia) {
  return spin_of(angular_impulse, rotation, inertia);
}

}  // namespace peal

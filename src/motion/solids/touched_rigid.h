// A rigid body as solids feel it within one sample of theirs: it flies as the rigid world says, and
// what has been given to it since is added. At the end the world gets that as a push at the instant
// where it has its weight, so that places agree too. SI units.
#pragma once
#include "motion/rigid/rigid_world.h"
#include "physics/coulomb/coulomb_bodies.h"

namespace peal {

/// At t [s], which may be a little before the motion began at `begin`.
RigidState state_near(const RigidWorld& rigid, int object, double t, double begin);

class TouchedRigid {
 public:
  /// For a sample from t0 to t1 of a motion that began at `begin` [s].
  TouchedRigid(const RigidWorld& rigid, int object, double t0, double t1, double begin);

  int object() const { return object_; }
  /// Stands at `time`; velocities are those of the step to `time` + `step`.
  void begin_step(double time, double step);
  void end_step() { moved_ += step_ * gained_, swung_ += step_ * turned_; }

  const Pose& pose() const { return pose_; }
  Vec3 velocity_at(const Vec3& place) const {
    return velocity_ + gained_ + cross(spin_ + turned_, place - pose_.position);
  }
  /// [1/kg] along a unit vector.
  double mobility(const Vec3& place, const Vec3& along) const;
  CoulombRigid slot() const;
  bool movable() const { return inverse_mass_ > 0; }
  /// [N s] in this step, at a place of the world.
  void push(const Vec3& impulse, const Vec3& place);
  void hand_over(RigidWorld& rigid) const;

 private:
  int object_;
  double t0_, t1_, time_ = 0, step_ = 0, inverse_mass_ = 0;
  RigidState from_, to_;
  Mat3 inverse_inertia_;
  Pose pose_;
  Vec3 velocity_, spin_;                  // of free flight
  Vec3 gained_, turned_, moved_, swung_;  // [m/s], [rad/s], [m], [rad] beside that
  Vec3 impulse_, moment_;                 // [N s], [N m s] about its centre
  double weight_ = 0, weighted_time_ = 0;
};

}  // namespace peal

#include "motion/solids/touched_rigid.h"

#include <algorithm>
#include <cmath>

namespace peal {

RigidState state_near(const RigidWorld& rigid, int object, double t, double begin) {
  RigidState s = rigid.state(object, std::max(t, begin));
  if (t < begin) s.pose.position += (t - begin) * s.velocity;
  return s;
}

TouchedRigid::TouchedRigid(const RigidWorld& rigid, int object, double t0, double t1, double begin)
    : object_(object),
      t0_(t0),
      t1_(t1),
      from_(state_near(rigid, object, t0, begin)),
      to_(rigid.state(object, t1)),
      pose_(from_.pose) {
  const SolverBody side = rigid.side(object, std::max(t0, rigid.time()));
  inverse_mass_ = side.inverse_mass, inverse_inertia_ = side.inverse_inertia;
}

void TouchedRigid::begin_step(double time, double step) {
  time_ = time, step_ = step;
  const double part = (time - t0_) / (t1_ - t0_), middle = part + 0.5 * step / (t1_ - t0_);
  velocity_ = (1 - middle) * from_.velocity + middle * to_.velocity;
  spin_ = (1 - middle) * from_.spin + middle * to_.spin;
  pose_.position = (1 - part) * from_.pose.position + part * to_.pose.position + moved_;
  pose_.rotation = rotated(from_.pose.rotation, (time - t0_) * from_.spin + swung_);
}

double TouchedRigid::mobility(const Vec3& place, const Vec3& along) const {
  const Vec3 lever = cross(place - pose_.position, along);
  return inverse_mass_ + dot(lever, inverse_inertia_ * lever);
}

CoulombRigid TouchedRigid::slot() const {
  const Mat3& m = inverse_inertia_;
  return {velocity_ + gained_,
          inverse_mass_,
          spin_ + turned_,
          {m(0, 0), m(1, 1), m(2, 2), m(0, 1), m(0, 2), m(1, 2)}};
}

void TouchedRigid::push(const Vec3& impulse, const Vec3& place) {
  const Vec3 moment = cross(place - pose_.position, impulse);
  gained_ += inverse_mass_ * impulse;
  turned_ += inverse_inertia_ * moment;
  impulse_ += impulse, moment_ += moment;
  weight_ += norm(impulse), weighted_time_ += norm(impulse) * time_;
}

// r x p = moment across the impulse; what is left of it, along the impulse, is a couple.
void TouchedRigid::hand_over(RigidWorld& rigid) const {
  if (!(weight_ > 0) || !movable()) return;
  const double time = std::max(rigid.time(), weighted_time_ / weight_);
  const Vec3 centre = rigid.state(object_, time).pose.position;
  const double square = norm_squared(impulse_);
  const bool one_way = square > 1e-12 * weight_ * weight_;
  Vec3 left = moment_;
  if (one_way) {
    const Vec3 arm = cross(impulse_, moment_) / square;
    rigid.push(object_, time, impulse_, centre + arm);
    left -= cross(arm, impulse_);
  } else {
    rigid.push(object_, time, impulse_, centre);
  }
  if (!(norm(left) > 1e-9 * norm(moment_))) return;
  const Vec3 along = std::abs(left.x) < std::abs(left.y) ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 arm = normalized(cross(left, along), {0, 0, 1}), force = cross(left, arm);
  rigid.push(object_, time, force, centre + 0.5 * arm);
  rigid.push(object_, time, -force, centre - 0.5 * arm);
}

}  // namespace peal

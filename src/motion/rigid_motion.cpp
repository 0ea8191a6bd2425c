#include "motion/rigid_motion.h"

#include <algorithm>

#include "base/error.h"
#include "base/interrupt.h"
#include "motion/rigid_world.h"

namespace peal {
namespace {

RigidSetup checked(RigidSetup setup) {
  check(setup);
  return setup;
}

}  // namespace

RigidMotion::RigidMotion(RigidSetup setup)
    : setup_(checked(std::move(setup))), world_(std::make_unique<RigidWorld>(setup_)) {
  for (const RigidBodySetup& body : setup_.bodies) {
    PoseKnot knot{0, body.pose, body.velocity, body.spin};
    knot.pose.rotation = normalized(knot.pose.rotation);
    if (body.fixed) knot.velocity = knot.spin = {};
    tracks_.emplace_back();
    tracks_.back().append(knot);
  }
}

RigidMotion::~RigidMotion() = default;

const MotionBlock& RigidMotion::step(double until) {
  if (!(until >= block_.end && std::isfinite(until)))
    fail("rigid motion: asked to continue to {} s from {} s; time only goes forward", until,
         block_.end);
  while (static_cast<double>(steps_) * setup_.step < until) {
    throw_if_interrupted();  // a block of many bodies takes minutes
    world_->advance(steps_, tracks_, waiting_);
    ++steps_;
  }
  block_.begin = block_.end;
  block_.end = until;
  // A step's impacts are in order and none precedes its step, so `waiting_` is sorted.
  const auto later = std::find_if(waiting_.begin(), waiting_.end(),
                                  [&](const Impact& i) { return i.time >= until; });
  block_.impacts.assign(waiting_.begin(), later);
  waiting_.erase(waiting_.begin(), later);
  return block_;
}

void RigidMotion::forget_before(double time) {
  for (PoseTrack& track : tracks_) track.forget_before(time);
}

}  // namespace peal

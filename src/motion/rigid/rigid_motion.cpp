#include "motion/rigid/rigid_motion.h"

#include <algorithm>

#include "base/error.h"
#include "base/interrupt.h"
#include "motion/rigid/rigid_world.h"

namespace peal {
namespace {

RigidSetup checked(RigidSetup setup) {
  check(setup);
  return setup;
}

/// Moves what happens before `until` from the front of `waiting` to `out`. Each step's events are
/// in order and none precedes its step, so `waiting` is sorted.
template <class Event, class Time>
void hand_out(std::vector<Event>& waiting, std::vector<Event>& out, double until, Time time) {
  const auto later = std::find_if(waiting.begin(), waiting.end(),
                                  [&](const Event& event) { return time(event) >= until; });
  out.assign(waiting.begin(), later);
  waiting.erase(waiting.begin(), later);
}

}  // namespace

RigidMotion::RigidMotion(RigidSetup setup)
    : setup_(checked(std::move(setup))), world_(std::make_unique<RigidWorld>(setup_)) {
  for (const RigidBodySetup& body : setup_.bodies) {
    PoseKnot knot{setup_.begin, body.pose, body.velocity, body.spin};
    knot.pose.rotation = normalized(knot.pose.rotation);
    if (body.fixed || body.absent || body.release > setup_.begin) knot.velocity = knot.spin = {};
    tracks_.push_back(body.path);
    if (body.path.empty()) tracks_.back().append(knot);
  }
  block_.begin = block_.end = setup_.begin;
}

RigidMotion::~RigidMotion() = default;

const MotionBlock& RigidMotion::step(double until) {
  if (!usable_) fail("rigid motion: its state could not be loaded; make a new one");
  if (!(until >= block_.end && std::isfinite(until)))
    fail("rigid motion: asked to continue to {} s from {} s; time only goes forward", until,
         block_.end);
  while (setup_.begin + static_cast<double>(steps_) * setup_.step < until) {
    throw_if_interrupted();  // a block of many bodies takes minutes
    world_->advance(steps_, tracks_, waiting_);
    ++steps_;
  }
  block_.begin = block_.end;
  block_.end = until;
  hand_out(waiting_.impacts, block_.impacts, until, [](const Impact& i) { return i.time; });
  hand_out(waiting_.contacts, block_.contacts, until,
           [](const ContactSample& c) { return c.time; });
  hand_out(waiting_.summaries, block_.summaries, until,
           [](const ImpactSummary& s) { return s.end; });
  return block_;
}

void RigidMotion::forget_before(double time) {
  for (std::size_t i = 0; i < tracks_.size(); ++i)
    if (setup_.bodies[i].path.empty()) tracks_[i].forget_before(time);
}

}  // namespace peal

// What other worlds see of the bodies and push on them: a part of RigidWorld.
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "motion/rigid/rigid_world.h"

namespace peal {
namespace {

// [m/s] that a body must leave faster than rounding to be carried no more.
constexpr double kLeaves = 1e-6;

}  // namespace

int RigidWorld::checked(int body) const {
  if (body < kFloor || body >= static_cast<int>(bodies_.size()))
    fail("rigid motion: there is no body {}; there are {}", body, bodies_.size());
  return body;
}

// Who is to be released by now goes with the coming step.
bool RigidWorld::can_be_pushed(int body) const {
  return body != kFloor && bodies_[body].inverse_mass > 0 &&
         !(bodies_[body].waiting && setup_.bodies[body].release > time_);
}

// The present arc as it goes on. Before the first step nothing has found forces, and who is
// released by now still has no speed.
RigidArc RigidWorld::coming_arc(int body) const {
  RigidArc arc = bodies_[body].arc;
  if (!can_be_pushed(body)) return arc;
  if (bodies_[body].waiting) {
    arc.velocity = setup_.bodies[body].velocity;
    arc.angular_momentum =
        angular_momentum_of(setup_.bodies[body].spin, arc.pose.rotation, arc.inertia);
  }
  if (bodies_[body].waiting || since_ == time_) arc.acceleration = setup_.gravity;
  return arc;
}

RigidArc RigidWorld::pushed(RigidArc arc, const OuterPush& p) const {
  RigidState s = arc.at(p.time);
  s.velocity += bodies_[p.body].inverse_mass * p.impulse;
  s.angular_momentum += cross(p.point - s.pose.position, p.impulse);
  arc.restart(p.time, s);
  return arc;
}

RigidState RigidWorld::state(int body, double time) const {
  if (checked(body) == kFloor) return {};
  if (!(time >= since_))
    fail("rigid motion: asked for the state of {} at {} s; it is known from {} s on",
         label(setup_, body), time, since_);
  if (animated(body)) return animated_state(body, time);
  const Body& b = bodies_[body];
  if (time < time_) {
    const auto later = std::upper_bound(b.past.begin(), b.past.end(), time,
                                        [](double t, const RigidArc& arc) { return t < arc.time; });
    return (later == b.past.begin() ? b.arc : *std::prev(later)).at(time);
  }
  if (!b.ahead) {
    b.ahead = coming_arc(body);
    for (const OuterPush& p : waiting_)
      if (p.body == body) b.ahead = pushed(*b.ahead, p);
  }
  if (time >= b.ahead->time) return b.ahead->at(time);
  RigidArc arc = coming_arc(body);  // between the pushes
  for (const OuterPush& p : waiting_)
    if (p.body == body && p.time <= time) arc = pushed(arc, p);
  return arc.at(time);
}

SolverBody RigidWorld::side(int body, double time) const {
  const RigidState s = state(body, time);
  if (body != kFloor && bodies_[body].inverse_mass > 0 && !can_be_pushed(body)) return {};
  return solver_body(body, s, true);
}

bool RigidWorld::push(int body, double time, const Vec3& impulse, const Vec3& point) {
  const auto who = [&] { return body == kFloor ? "the floor" : label(setup_, body); };
  checked(body);
  if (!std::isfinite(time) || !is_finite(impulse) || !is_finite(point))
    fail("rigid motion: the time, impulse or point of a push on {} is not a number", who());
  if (time < time_)
    fail("rigid motion: a push on {} at {} s is in the past; the motion stands at {} s", who(),
         time, time_);
  if (!can_be_pushed(body)) return false;
  const OuterPush p{body, time, impulse, point};
  const auto later = std::upper_bound(waiting_.begin(), waiting_.end(), time,
                                      [](double t, const OuterPush& q) { return t < q.time; });
  waiting_.insert(later, p);
  auto& ahead = bodies_[body].ahead;
  if (ahead && time >= ahead->time)
    ahead = pushed(*ahead, p);
  else
    ahead.reset();
  return true;
}

// How much faster the pushes of the step that ends at t1 can make each body.
void RigidWorld::expect_pushes(double t1) {
  std::fill(gains_.begin(), gains_.end(), Gain());
  for (const OuterPush& p : waiting_) {
    if (p.time >= t1) break;
    const RigidArc& arc = bodies_[p.body].arc;
    const Vec3 turn = cross(p.point - arc.pose.position, p.impulse);
    gains_[p.body].speed += bodies_[p.body].inverse_mass * norm(p.impulse);
    gains_[p.body].spin += norm(spin_of(turn, arc.pose.rotation, arc.inertia));
  }
}

// Those that act in [from, to) on bodies that go through it now.
void RigidWorld::choose_pushes(double from, double to) {
  due_.clear(), next_due_ = 0;
  for (const OuterPush& p : waiting_)
    if (p.time >= from && p.time < to && !paused(p.body)) due_.push_back(p);
  if (!due_.empty()) carrying_ = features_;
}

// Where pushed bodies will be at t1, so that what they meet on their way is found.
void RigidWorld::foresee_pushes(double t1) {
  std::map<int, RigidArc> arcs;
  for (std::size_t k = next_due_; k < due_.size(); ++k) {
    const OuterPush& p = due_[k];
    RigidArc& arc = arcs.try_emplace(p.body, bodies_[p.body].arc).first->second;
    arc = pushed(arc, p);
  }
  for (const auto& [body, arc] : arcs) poses_[body] = arc.at(t1).pose;
}

// Whether a place where the body touched when this part of the step began does not open.
bool RigidWorld::touches_on(int body, double time) const {
  return std::any_of(carrying_.begin(), carrying_.end(), [&](const ContactFeature& f) {
    return (f.a == body || f.b == body) && contact_at(f, time).gap <= kContactDistance &&
           closing_speed(f, time) > -kLeaves;
  });
}

// => instant at which it acts: an event of the same moment may have come first. Joints pass it on
// at once. What has carried a body carries it to the end of this part, as after an impact, unless
// it leaves all that it touches: then it flies freely from here.
double RigidWorld::receive(const OuterPush& p) {
  Body& body = bodies_[p.body];
  const double time = std::max(p.time, body.arc.time);
  Meeting m = meet({}, time, true, {p.body});
  const auto slot = static_cast<std::size_t>(
      std::lower_bound(m.members.begin(), m.members.end(), p.body) - m.members.begin());
  const Vec3 arm = p.point - m.states[slot].pose.position;
  m.after[slot].push(p.impulse, arm);
  m.pushed = static_cast<int>(slot);
  m.turn = cross(arm, p.impulse);
  const bool held = !m.contacts.empty();
  if (held) solver_.solve(m.after, m.contacts);
  conclude(m, time, true);
  if (!held && !touches_on(p.body, time)) {
    body.arc.acceleration = setup_.gravity;
    body.arc.torque = {};
    ++body.version;
  }
  return time;
}

}  // namespace peal

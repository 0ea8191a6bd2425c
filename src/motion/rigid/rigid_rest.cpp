// Coming to rest: the third part of RigidWorld.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "motion/rigid/rigid_world.h"

namespace peal {
namespace {

constexpr double kJustTouched = 1e-9;  // [m]
constexpr double kSlop = 1e-6;         // [m] overlap that is left alone
constexpr double kPushPart = 0.2;      // of the overlap per step
constexpr double kPushLimit = 1e-4;    // [m] per step
constexpr double kPushTime = 0.5;      // of the step, at least, that a push takes
constexpr double kSleepSpeed = 2e-3;   // [m/s] of the fastest surface point
constexpr double kSleepAfter = 0.2;    // [s]
constexpr double kCalmSpeed = 0.06;    // [m/s] of the fastest surface point
constexpr double kCalmRate = 8;        // [1/s]

}  // namespace

// Slow approach of touching bodies at the end of the step ends without rebound. A fast one that has
// just touched (its gap is exactly zero now) is the first event of the next step.
void RigidWorld::settle(double t1) {
  std::vector<int> group;
  for (std::size_t i = 0; i < features_.size(); ++i) {
    const ContactFeature& f = features_[i];
    if (!moves(f.a) && !moves(f.b)) continue;
    const double gap = contact_at(f, t1).gap;
    if (gap > 0) continue;
    if (gap > -kJustTouched && events_[i].count == 0 && closing_speed(f, t1) > slow_) continue;
    group.push_back(static_cast<int>(i));
  }
  if (!group.empty()) exchange(group, t1, false);
}

// Overlap of resting bodies is taken out slowly, by moving them without giving them speed. A body
// that an impact has sent on its way shortly before the end of the step would be moved faster than
// sound between the two knots; its turn comes later.
void RigidWorld::push_apart(double t1) {
  std::vector<RigidState> states(bodies_.size());
  bool needed = false;
  for (const int i : active_) states[i] = arc_state(i, t1);
  if (active_.size() < bodies_.size())
    for (const ContactFeature& f : features_)
      for (const int body : {f.a, f.b})
        if (body != kFloor && bodies_[body].inverse_mass == 0) states[body] = arc_state(body, t1);
  const RigidState floor;
  const auto too_late = [&](int body) {
    if (!free(body)) return false;
    const auto& knots = (*tracks_)[body].knots();
    return !knots.empty() && t1 - knots.back().time < kPushTime * part_;
  };
  for (const ContactFeature& f : features_) {
    if ((!moves(f.a) && !moves(f.b)) || too_late(f.a) || too_late(f.b)) continue;
    const RigidState& b = f.b == kFloor ? floor : states[f.b];
    const ContactGeometry t = contact_of(f, states[f.a], b);
    const double way = std::min(kPushPart * (-t.gap - kSlop), kPushLimit);
    if (way <= 0) continue;
    const SolverBody sa = solver_body(f.a, states[f.a], false), sb = solver_body(f.b, b, false);
    const Vec3 arm_a = t.push_a - states[f.a].pose.position, arm_b = t.push_b - b.pose.position;
    const Vec3 push = way /
                      (response_along(sa, arm_a, t.normal) + response_along(sb, arm_b, t.normal)) *
                      t.normal;
    const auto shift = [&](int body, const SolverBody& s, const Vec3& arm, const Vec3& p) {
      if (s.inverse_mass == 0) return;
      Pose& pose = states[body].pose;
      pose.position += s.inverse_mass * p;
      pose.rotation = rotated(pose.rotation, s.inverse_inertia * cross(arm, p));
    };
    shift(f.a, sa, arm_a, push);
    shift(f.b, sb, arm_b, -push);
    needed = true;
  }
  if (!needed) return;
  for (const int i : active_)
    if (free(i)) restart(bodies_[i], t1, states[i]);
}

// A coin that leans on another rocks on two points, and nothing that a rigid body knows ends it.
// Losses too small to follow do: the last centimetres per second fade. Balls roll freely.
void RigidWorld::calm(Body& body, RigidState s, int index, double t1) {
  if (std::holds_alternative<SphereShape>(*setup_.bodies[index].shape)) return;
  const double kept = std::exp(-kCalmRate * part_);
  s.spin *= kept, s.angular_momentum *= kept;
  restart(body, t1, s);
}

// Bodies that touch sleep and wake together, and only when something immovable carries them.
void RigidWorld::sleep(double t1) {
  const int count = static_cast<int>(bodies_.size());
  std::vector<int> parent(count + 1);  // the last one stands for everything immovable
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int i) {
    while (parent[i] != i) i = parent[i];
    return i;
  };
  const auto fixed = [&](int body) { return body == kFloor || bodies_[body].inverse_mass == 0; };
  std::vector<bool> carried(count, false), touched(count, false), wobbles(count, false),
      leans(count, false);
  const auto connect = [&](int a, int b) {
    for (const auto& [one, other] : {std::pair(a, b), std::pair(b, a)}) {
      if (!fixed(one) || other == kFloor) continue;
      carried[other] = true;
      if (animated(one) && norm(arc_state(one, t1).velocity) + norm(arc_state(one, t1).spin) > 0)
        bodies_[other].slow_since = t1;  // what lies on a moving thing does not sleep
    }
    if (!fixed(a) && !fixed(b)) parent[root(a)] = root(b), leans[a] = leans[b] = true;
  };
  for (const ContactFeature& f : features_) {
    if (contact_at(f, t1).gap > kContactDistance) continue;
    touched[f.a] = true;
    // What goes around on its rim ends by itself.
    if (fixed(f.b) && wobble_rate(f, t1) > 0) wobbles[f.a] = true;
    if (f.b != kFloor && fixed(f.a) && wobble_rate(f, t1) > 0) wobbles[f.b] = true;
    if (f.b != kFloor) touched[f.b] = true;
    connect(f.a, f.b);
  }
  for (const JointPoint& j : joints_) connect(j.a, j.b);
  std::vector<bool> may(count, true), held(count, false);
  for (const int i : active_) {
    if (fixed(i)) continue;
    Body& body = bodies_[i];
    if (!body.asleep) {
      const RigidState s = arc_state(i, t1);
      const double speed = norm(s.velocity) + norm(s.spin) * finder_.bounding_radius(i);
      if (speed > kSleepSpeed) body.slow_since = t1;
      if (touched[i] && speed < kCalmSpeed && (leans[i] || !wobbles[i])) calm(body, s, i, t1);
    }
    if (t1 - body.slow_since < kSleepAfter) may[root(i)] = false;
    if (carried[i]) held[root(i)] = true;
  }
  for (const int i : active_) {
    if (fixed(i)) continue;
    Body& body = bodies_[i];
    const bool sleeps = may[root(i)] && held[root(i)];
    if (sleeps && !body.asleep) {
      RigidState s = arc_state(i, t1);
      s.velocity = s.spin = s.angular_momentum = {};
      restart(body, t1, s);
      body.arc.acceleration = body.arc.torque = {};
    }
    body.asleep = sleeps;
  }
}

}  // namespace peal

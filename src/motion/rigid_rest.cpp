// Coming to rest: the third part of RigidWorld.
#include <algorithm>
#include <numeric>

#include "motion/rigid_world.h"

namespace peal {
namespace {

constexpr double kJustTouched = 1e-9;  // [m]
constexpr double kSlop = 1e-6;         // [m] overlap that is left alone
constexpr double kPushPart = 0.2;      // of the overlap per step
constexpr double kPushLimit = 1e-4;    // [m] per step
constexpr double kSleepSpeed = 2e-3;   // [m/s] of the fastest surface point
constexpr double kSleepAfter = 0.2;    // [s]

}  // namespace

// Slow approach of touching bodies at the end of the step ends without rebound. A fast one that has
// just touched (its gap is exactly zero now) is the first event of the next step.
void RigidWorld::settle(double t1) {
  std::vector<int> group;
  for (std::size_t i = 0; i < features_.size(); ++i) {
    const TouchFeature& f = features_[i];
    if (!moves(f.a) && !moves(f.b)) continue;
    const double gap = touch_at(f, t1).gap;
    if (gap > 0) continue;
    if (gap > -kJustTouched && events_[i].count == 0 && closing_speed(f, t1) > slow_) continue;
    group.push_back(static_cast<int>(i));
  }
  if (!group.empty()) exchange(group, t1, false);
}

// Overlap of resting bodies is taken out slowly, by moving them without giving them speed.
void RigidWorld::push_apart(double t1) {
  std::vector<RigidState> states;
  bool needed = false;
  for (std::size_t i = 0; i < bodies_.size(); ++i) states.push_back(bodies_[i].arc.at(t1));
  const RigidState floor;
  for (const TouchFeature& f : features_) {
    if (!moves(f.a) && !moves(f.b)) continue;
    const RigidState& b = f.b == kFloor ? floor : states[f.b];
    const Touch t = touch_of(f, states[f.a], b);
    const double way = std::min(kPushPart * (-t.gap - kSlop), kPushLimit);
    if (way <= 0) continue;
    const Vec3 point = 0.5 * (t.point_a + t.point_b);
    const SolverBody sa = solver_body(f.a, states[f.a], false), sb = solver_body(f.b, b, false);
    const Vec3 arm_a = point - states[f.a].pose.position, arm_b = point - b.pose.position;
    const Vec3 push = way /
                      (response_along(sa, arm_a, t.normal) + response_along(sb, arm_b, t.normal)) *
                      t.normal;
    const auto shift = [&](int body, const SolverBody& s, const Vec3& arm, const Vec3& p) {
      if (s.inverse_mass == 0) return;
      Pose& pose = states[body].pose;
      pose.position += s.inverse_mass * p;
      pose.rotation = turned(pose.rotation, s.inverse_inertia * cross(arm, p));
    };
    shift(f.a, sa, arm_a, push);
    shift(f.b, sb, arm_b, -push);
    needed = true;
  }
  if (!needed) return;
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    if (moves(static_cast<int>(i))) bodies_[i].arc.restart(t1, states[i]);
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
  std::vector<bool> carried(count, false);
  for (const TouchFeature& f : features_) {
    if (touch_at(f, t1).gap > kTouchDistance) continue;
    if (fixed(f.a)) carried[f.b] = true;
    if (fixed(f.b)) carried[f.a] = true;
    if (!fixed(f.a) && !fixed(f.b)) parent[root(f.a)] = root(f.b);
  }
  std::vector<bool> may(count, true), held(count, false);
  for (int i = 0; i < count; ++i) {
    if (fixed(i)) continue;
    Body& body = bodies_[i];
    if (!body.asleep) {
      const RigidState s = body.arc.at(t1);
      const double speed = norm(s.velocity) + norm(s.spin) * outer_radius(setup_.bodies[i].shape);
      if (speed > kSleepSpeed) body.slow_since = t1;
    }
    if (t1 - body.slow_since < kSleepAfter) may[root(i)] = false;
    if (carried[i]) held[root(i)] = true;
  }
  for (int i = 0; i < count; ++i) {
    if (fixed(i)) continue;
    Body& body = bodies_[i];
    const bool sleeps = may[root(i)] && held[root(i)];
    if (sleeps && !body.asleep) {
      RigidState s = body.arc.at(t1);
      s.velocity = s.spin = s.angular_momentum = {};
      body.arc.restart(t1, s);
      body.arc.acceleration = body.arc.torque = {};
    }
    body.asleep = sleeps;
  }
}

}  // namespace peal

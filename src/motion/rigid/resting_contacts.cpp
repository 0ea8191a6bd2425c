// Forces of bodies in touch and of joints over a step: the first part of RigidWorld.
#include <algorithm>
#include <limits>

#include "motion/rigid/rigid_world.h"

namespace peal {
namespace {

constexpr double kJointCorrection = 0.2;  // of the distance of a joint's points, per step
constexpr double kFarthestWay = 0.3;  // of a body's size, that a place of touch may wander in half
                                      // a step

}  // namespace

SolverContact RigidWorld::solver_contact(const JointPoint& j, int slot_a, int slot_b,
                                         const RigidState& a, const RigidState& b,
                                         double correct) const {
  const Vec3 at_a = to_world(a.pose, j.local_a), at_b = to_world(b.pose, j.local_b);
  SolverContact c;
  c.a = slot_a, c.b = slot_b;
  c.arm_a = at_a - a.pose.position, c.arm_b = at_b - b.pose.position;
  c.normal = {0, 1, 0};
  c.joint = true;
  c.joint_target = correct * (at_b - at_a);
  return c;
}

// Forces of resting and sliding contacts over the step, from the touches at t0.
void RigidWorld::support(double t0, double t1) {
  const double dt = t1 - t0, middle = 0.5 * (t0 + t1);
  std::vector<SolverBody> solver_bodies(bodies_.size());
  for (const int i : active_) {
    Body& body = bodies_[i];
    const bool reacts = free(i);
    body.arc.acceleration = reacts ? setup_.gravity : Vec3{};
    body.arc.torque = {};
    ++body.version;
    SolverBody& s = solver_bodies[i] = solver_body(i, arc_state(i, t0), false);
    if (reacts) {
      const RigidState& end = arc_state(i, t1);
      s.velocity = end.velocity;
      s.spin = end.spin;
    }
  }
  solver_bodies.emplace_back();  // the floor
  const int floor = static_cast<int>(bodies_.size());

  const auto leaps = [&](int body, const Vec3& way) {
    return free(body) && norm(way) > kFarthestWay * finder_.bounding_radius(body);
  };
  std::vector<SolverContact> contacts;
  std::vector<const ContactFeature*> kept;
  std::vector<Vec3> rolls;
  for (const ContactFeature& f : features_) {
    if (paused(f.a) || paused(f.b)) continue;
    if (!free(f.a) && !free(f.b)) {
      follower_.keep(f.a, f.b);
      continue;
    }
    const double gap = contact_at(f, t0).gap;
    if (gap > kContactDistance || closing_speed(f, t0) > slow_) continue;
    // Where the point of a rolling or rocking body is in the middle of the step: from its place at
    // the start, rocking would gain energy. What carries it has not let it fall.
    RigidState a = arc_state(f.a, middle), b = arc_state(f.b, middle);
    if (free(f.a)) a.pose.position -= (dt * dt / 8) * setup_.gravity;
    if (free(f.b)) b.pose.position -= (dt * dt / 8) * setup_.gravity;
    const ContactGeometry t = contact_of(f, a, b);
    // The place wanders on: at the end of the step it must not close, not where it was half a step
    // before. Of a disc that wobbles the difference is a force as large as its weight.
    RigidState a1 = arc_state(f.a, t1), b1 = arc_state(f.b, t1);
    if (free(f.a)) a1.pose.position -= (dt * dt / 2) * setup_.gravity;
    if (free(f.b)) b1.pose.position -= (dt * dt / 2) * setup_.gravity;
    const ContactGeometry later = contact_of(f, a1, b1);
    Vec3 wander_a = (later.push_a - a1.pose.position) - (t.push_a - a.pose.position),
         wander_b = (later.push_b - b1.pose.position) - (t.push_b - b.pose.position);
    // A rim that is almost level may have its lowest place anywhere at the end: nobody knows.
    if (leaps(f.a, wander_a) || leaps(f.b, wander_b)) wander_a = wander_b = {};
    const Vec3 moving = cross(a1.spin, wander_a) - cross(b1.spin, wander_b);
    const double opening = dot(moving, t.normal);
    SolverContact c{f.a,
                    f.b == kFloor ? floor : f.b,
                    t.push_a - a.pose.position,
                    t.push_b - b.pose.position,
                    t.normal,
                    friction(f),
                    -std::max(gap, 0.0) / dt - opening,
                    {},
                    false,
                    {},
                    opening * t.normal - moving};
    if (const auto old = held_.find({f.a, f.b, f.id}); old != held_.end()) c.impulse = old->second;
    contacts.push_back(c);
    kept.push_back(&f);
    rolls.push_back(roll_of(f, a, b, c, wander_a / (0.5 * dt), wander_b / (0.5 * dt)));
  }
  std::vector<const JointPoint*> active;
  for (const JointPoint& j : joints_) {
    if (!free(j.a) && !free(j.b)) continue;
    SolverContact c = solver_contact(j, j.a, j.b == kFloor ? floor : j.b, arc_state(j.a, t0),
                                     arc_state(j.b, t0), kJointCorrection / dt);
    if (const auto old = held_.find({j.a, j.b, j.id}); old != held_.end()) c.impulse = old->second;
    contacts.push_back(c);
    active.push_back(&j);
  }
  if (!contacts.empty()) solver_.solve(solver_bodies, contacts);

  held_.clear();
  for (const int i : active_) ++bodies_[i].version;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const SolverContact& c = contacts[i];
    const bool touch = i < kept.size();
    const JointPoint* joint = touch ? nullptr : active[i - kept.size()];
    const int a = touch ? kept[i]->a : joint->a, b = touch ? kept[i]->b : joint->b;
    held_[{a, b, touch ? kept[i]->id : joint->id}] = c.impulse;
    const auto push = [&](int index, const Vec3& arm, const Vec3& impulse) {
      if (!free(index)) return;
      Body& body = bodies_[index];
      body.arc.acceleration += (body.inverse_mass / dt) * impulse;
      body.arc.torque += cross(arm, impulse) / dt;
    };
    push(a, c.arm_a, c.impulse);
    push(b, c.arm_b, -c.impulse);
    if (touch && kept[i]->kind != ContactFeature::Kind::string)
      resist_rolling(*kept[i], c, solver_bodies[c.a], solver_bodies[c.b], dt);
  }
  follow(t0, t1, contacts, kept, rolls, solver_bodies);
}

// With which speed the place of touch wanders over the surfaces. On a round edge or surface it
// moves as the arm does, and the surface under it by spin x arm: so does a ball, and so does the
// rim of a coin that hardly turns while it wobbles. A body of corners that is h over the touch and
// turns moves on by spin x h.
Vec3 RigidWorld::roll_of(const ContactFeature& f, const RigidState& a, const RigidState& b,
                         const SolverContact& c, const Vec3& arm_rate_a,
                         const Vec3& arm_rate_b) const {
  const auto round = [](const Roundness& r) { return r.axis != Vec3{} || r.smooth(); };
  const bool on_a = free(f.a) && round(f.round_a), on_b = free(f.b) && round(f.round_b);
  if (on_a || on_b) {
    if (lies_flat(f, on_a ? a.pose : b.pose, c.normal)) return {};
    const Vec3 w = on_a ? arm_rate_a - cross(a.spin, c.arm_a) : arm_rate_b - cross(b.spin, c.arm_b);
    return w - dot(w, c.normal) * c.normal;
  }
  const double height = std::abs(dot(free(f.a) ? c.arm_a : c.arm_b, c.normal));
  return height * cross(a.spin - b.spin, c.normal);
}

// What the resting and sliding points tell the contact tracks.
void RigidWorld::follow(double t0, double t1, const std::vector<SolverContact>& contacts,
                        const std::vector<const ContactFeature*>& kept,
                        const std::vector<Vec3>& rolls,
                        const std::vector<SolverBody>& solver_bodies) {
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const ContactFeature& f = *kept[i];
    const SolverContact& c = contacts[i];
    const double force = dot(c.impulse, c.normal) / (t1 - t0);
    if (!(force > 0) || f.kind == ContactFeature::Kind::string) continue;
    const Vec3 u = relative_velocity(solver_bodies, c) - c.drift;
    const Vec3 place = arc_state(f.a, t0).pose.position + c.arm_a;
    follower_.hold({f.a, f.b, force, place, c.normal, u - dot(u, c.normal) * c.normal, rolls[i]});
  }
  follower_.finish(t0, t1, start_poses_, paused_, happened_->contacts);
}

// A torque against the relative spin, at most as large as would stop a quarter of the
// spin in this step: several contacts of one body do not know of each other.
void RigidWorld::resist_rolling(const ContactFeature& f, const SolverContact& c,
                                const SolverBody& a, const SolverBody& b, double dt) {
  // A ball has its radius; of other bodies the smaller one that moves is what rolls or rocks.
  const auto radius = [&](int body) {
    return free(body) ? finder_.bounding_radius(body) : std::numeric_limits<double>::infinity();
  };
  const Vec3 spin = a.spin - b.spin, axis = normalized(spin);
  const bool first = radius(f.a) <= radius(f.b);
  const bool ball = std::holds_alternative<SphereShape>(*setup_.bodies[first ? f.a : f.b].shape);
  const double limit = (ball ? setup_.rolling_resistance : setup_.edge_resistance) *
                       std::min(radius(f.a), radius(f.b)) * std::max(0.0, dot(c.impulse, c.normal));
  if (limit == 0 || axis == Vec3{}) return;
  const double response = dot(axis, a.inverse_inertia * axis + b.inverse_inertia * axis);
  const Vec3 torque = (std::min(limit, 0.25 * norm(spin) / response) / dt) * axis;
  if (free(f.a)) bodies_[f.a].arc.torque -= torque;
  if (free(f.b)) bodies_[f.b].arc.torque += torque;
}

}  // namespace peal

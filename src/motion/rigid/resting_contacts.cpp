// Forces of bodies in touch and of joints over a step: the first part of RigidWorld.
#include <algorithm>
#include <limits>

#include "motion/rigid/rigid_world.h"

namespace peal {
namespace {

constexpr double kJointCorrection = 0.2;  // of the distance of a joint's points, per step

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
  std::vector<SolverBody> solver_bodies;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    Body& body = bodies_[i];
    const bool reacts = free(static_cast<int>(i));
    body.arc.acceleration = reacts ? setup_.gravity : Vec3{};
    body.arc.torque = {};
    ++body.version;
    SolverBody s = solver_body(static_cast<int>(i), state(static_cast<int>(i), t0), false);
    if (reacts) {
      const RigidState& end = state(static_cast<int>(i), t1);
      s.velocity = end.velocity;
      s.spin = end.spin;
    }
    solver_bodies.push_back(s);
  }
  solver_bodies.emplace_back();  // the floor
  const int floor = static_cast<int>(bodies_.size());

  std::vector<SolverContact> contacts;
  std::vector<const ContactFeature*> kept;
  for (const ContactFeature& f : features_) {
    if (!free(f.a) && !free(f.b)) {
      follower_.keep(f.a, f.b);
      continue;
    }
    const double gap = contact_at(f, t0).gap;
    if (gap > kContactDistance || closing_speed(f, t0) > slow_) continue;
    // Where the point of a rolling or rocking body is in the middle of the step: from its place at
    // the start, rocking would gain energy. What carries it has not let it fall.
    RigidState a = state(f.a, middle), b = state(f.b, middle);
    if (free(f.a)) a.pose.position -= (dt * dt / 8) * setup_.gravity;
    if (free(f.b)) b.pose.position -= (dt * dt / 8) * setup_.gravity;
    const ContactGeometry t = contact_of(f, a, b);
    SolverContact c{f.a,
                    f.b == kFloor ? floor : f.b,
                    t.push_a - a.pose.position,
                    t.push_b - b.pose.position,
                    t.normal,
                    friction(f),
                    -std::max(gap, 0.0) / dt,
                    {},
                    false,
                    {}};
    if (const auto old = held_.find({f.a, f.b, f.id}); old != held_.end()) c.impulse = old->second;
    contacts.push_back(c);
    kept.push_back(&f);
  }
  std::vector<const JointPoint*> active;
  for (const JointPoint& j : joints_) {
    if (!free(j.a) && !free(j.b)) continue;
    SolverContact c = solver_contact(j, j.a, j.b == kFloor ? floor : j.b, state(j.a, t0),
                                     state(j.b, t0), kJointCorrection / dt);
    if (const auto old = held_.find({j.a, j.b, j.id}); old != held_.end()) c.impulse = old->second;
    contacts.push_back(c);
    active.push_back(&j);
  }
  if (!contacts.empty()) solver_.solve(solver_bodies, contacts);

  held_.clear();
  for (Body& body : bodies_) ++body.version;
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
  follow(t0, t1, contacts, kept, solver_bodies);
}

// What the resting and sliding points tell the contact tracks.
void RigidWorld::follow(double t0, double t1, const std::vector<SolverContact>& contacts,
                        const std::vector<const ContactFeature*>& kept,
                        const std::vector<SolverBody>& solver_bodies) {
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const ContactFeature& f = *kept[i];
    const SolverContact& c = contacts[i];
    const double force = dot(c.impulse, c.normal) / (t1 - t0);
    if (!(force > 0) || f.kind == ContactFeature::Kind::string) continue;
    const SolverBody &a = solver_bodies[c.a], &b = solver_bodies[c.b];
    const Vec3 u = relative_velocity(solver_bodies, c);
    // A body of height h over the touch that turns without slipping moves on by spin x h.
    const Vec3& arm = free(f.a) ? c.arm_a : c.arm_b;
    const double height = std::abs(dot(arm, c.normal));
    const Vec3 roll = height * cross(a.spin - b.spin, c.normal);
    const Vec3 place = state(f.a, t0).pose.position + c.arm_a;
    follower_.hold({f.a, f.b, force, place, c.normal, u - dot(u, c.normal) * c.normal, roll});
  }
  follower_.finish(t0, t1, start_poses_, happened_->contacts);
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

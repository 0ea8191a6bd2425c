#include "motion/rigid_world.h"

#include <algorithm>
#include <tuple>

#include "base/error.h"

namespace peal {
namespace {

constexpr double kDeepestStart = 1e-4;  // [m] overlap allowed in a scene's first instant
constexpr int kMostParts = 64;          // of one step
constexpr double kMostTurn = 0.5;       // [rad] in one part: rotations between knots stay unique
constexpr double kMaxSpeed = 1000;      // [m/s] beyond: the simulation is wrong, or not about sound
constexpr double kMaxDistance = 2e5;    // [m] twice the range of start positions

Mat3 world_inverse_inertia(const Quat& rotation, const Vec3& inertia) {
  const Mat3 r = rotation_matrix(rotation);
  return r * Mat3::diagonal({1 / inertia.x, 1 / inertia.y, 1 / inertia.z}) * transpose(r);
}

}  // namespace

RigidWorld::RigidWorld(const RigidSetup& setup) : setup_(setup), finder_(setup) {
  for (const RigidBodySetup& s : setup.bodies) {
    Body body;
    body.arc.pose = {s.pose.position, normalized(s.pose.rotation)};
    if (!s.fixed) {
      body.inverse_mass = 1 / s.mass;
      body.arc.inertia = s.inertia_diagonal;
      body.arc.velocity = s.velocity;
      body.arc.angular_momentum =
          angular_momentum_of(s.spin, body.arc.pose.rotation, s.inertia_diagonal);
    }
    bodies_.push_back(body);
    poses_.push_back(body.arc.pose);
  }
  finder_.find(poses_, features_);
  for (const TouchFeature& f : features_) {
    const Touch t = touch_at(f, 0);
    if (t.gap < -kDeepestStart)
      fail("rigid motion: at 0 s {} is {:.3g} mm inside {}; move them apart", label(setup, f.a),
           -1e3 * t.gap, f.b == kFloor ? "the floor" : label(setup, f.b));
  }
}

double RigidWorld::restitution(const TouchFeature& f) const {
  return std::min(setup_.bodies[f.a].restitution,
                  f.b == kFloor ? setup_.floor_restitution : setup_.bodies[f.b].restitution);
}

double RigidWorld::friction(const TouchFeature& f) const {
  return std::sqrt(setup_.bodies[f.a].friction *
                   (f.b == kFloor ? setup_.floor_friction : setup_.bodies[f.b].friction));
}

RigidState RigidWorld::state(int body, double time) const {
  return body == kFloor ? RigidState{} : bodies_[body].arc.at(time);
}

Touch RigidWorld::touch_of(const TouchFeature& f, const RigidState& a, const RigidState& b) const {
  const CollisionShape& shape_b = setup_.bodies[f.b == kFloor ? f.a : f.b].shape;
  return touch(f, setup_.bodies[f.a].shape, a.pose, shape_b, b.pose, setup_.floor_height);
}

Touch RigidWorld::touch_at(const TouchFeature& f, double time) const {
  return touch_of(f, state(f.a, time), state(f.b, time));
}

double RigidWorld::closing_speed(const TouchFeature& f, double time) const {
  const RigidState a = state(f.a, time), b = state(f.b, time);
  const Touch t = touch_of(f, a, b);
  const Vec3 point = 0.5 * (t.point_a + t.point_b);
  const Vec3 va = a.velocity + cross(a.spin, point - a.pose.position);
  const Vec3 vb = b.velocity + cross(b.spin, point - b.pose.position);
  return -dot(va - vb, t.normal);
}

SolverBody RigidWorld::solver_body(int body, const RigidState& s, bool wake) const {
  SolverBody out;
  if (body == kFloor) return out;
  const Body& b = bodies_[body];
  if (b.inverse_mass == 0 || (b.asleep && !wake)) return out;
  out.inverse_mass = b.inverse_mass;
  out.inverse_inertia = world_inverse_inertia(s.pose.rotation, b.arc.inertia);
  out.velocity = s.velocity;
  out.spin = s.spin;
  return out;
}

int RigidWorld::parts() const {
  const double g = norm(setup_.gravity), dt = setup_.step;
  double parts = 1;
  const std::size_t count = bodies_.size();
  std::vector<double> reach(count);
  for (std::size_t i = 0; i < count; ++i) {
    const RigidArc& arc = bodies_[i].arc;
    const double spin = norm(spin_of(arc.angular_momentum, arc.pose.rotation, arc.inertia));
    const double outer = outer_radius(setup_.bodies[i].shape);
    const bool free = moves(static_cast<int>(i));
    if (free) parts = std::max(parts, std::ceil(spin * dt / kMostTurn));
    if (parts > kMostParts)
      fail(
          "rigid motion: {} spins at {:.3g} rad/s, too fast for a step of {:g} s; make the step "
          "shorter than {:.2g} s",
          label(setup_, static_cast<int>(i)), spin, dt, kMostParts * kMostTurn / spin);
    reach[i] = free ? (norm(arc.velocity) + spin * outer + g * dt) * dt : 0;
  }
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = i + 1; j < count; ++j) {
      const double way = reach[i] + reach[j];
      if (way == 0) continue;
      const CollisionShape &a = setup_.bodies[i].shape, &b = setup_.bodies[j].shape;
      const Vec3 between = bodies_[i].arc.pose.position - bodies_[j].arc.pose.position;
      if (norm(between) > outer_radius(a) + outer_radius(b) + way) continue;
      parts =
          std::max(parts, std::ceil(way / (0.5 * std::min(half_thickness(a), half_thickness(b)))));
    }
  return static_cast<int>(std::min<double>(parts, kMostParts));
}

void RigidWorld::advance(long n, std::vector<PoseTrack>& tracks, std::vector<Impact>& impacts) {
  tracks_ = &tracks;
  impacts_ = &impacts;
  const double t0 = static_cast<double>(n) * setup_.step;
  const double t1 = static_cast<double>(n + 1) * setup_.step;
  const int count = parts();
  double from = t0;
  for (int k = 1; k <= count; ++k) {
    const double to = k == count ? t1 : t0 + (t1 - t0) * k / count;
    part_step(from, to);
    from = to;
  }
}

void RigidWorld::part_step(double t0, double t1) {
  slow_ = std::max(norm(setup_.gravity) * (t1 - t0), 1e-6);
  support(t0, t1);
  for (std::size_t i = 0; i < bodies_.size(); ++i) poses_[i] = bodies_[i].arc.at(t1).pose;
  check_sane(t1);
  finder_.find(poses_, features_);
  play_events(t1);
  settle(t1);
  push_apart(t1);
  check_sane(t1);
  sleep(t1);
  record_knots(t1);
}

// Forces of resting and sliding contacts over the step, from the touches at t0.
void RigidWorld::support(double t0, double t1) {
  const double dt = t1 - t0;
  std::vector<SolverBody> solver_bodies;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    Body& body = bodies_[i];
    const bool free = moves(static_cast<int>(i));
    body.arc.acceleration = free ? setup_.gravity : Vec3{};
    body.arc.torque = {};
    SolverBody s = solver_body(static_cast<int>(i), body.arc.at(t0), false);
    if (free) {
      const RigidState end = body.arc.at(t1);
      s.velocity = end.velocity;
      s.spin = end.spin;
    }
    solver_bodies.push_back(s);
  }
  solver_bodies.emplace_back();  // the floor
  const int floor = static_cast<int>(bodies_.size());

  std::vector<SolverContact> contacts;
  std::vector<const TouchFeature*> kept;
  for (const TouchFeature& f : features_) {
    if (!moves(f.a) && !moves(f.b)) continue;
    const RigidState a = state(f.a, t0), b = state(f.b, t0);
    const Touch t = touch_of(f, a, b);
    if (t.gap > kTouchDistance || closing_speed(f, t0) > slow_) continue;
    const Vec3 point = 0.5 * (t.point_a + t.point_b);
    SolverContact c{f.a,
                    f.b == kFloor ? floor : f.b,
                    point - a.pose.position,
                    point - b.pose.position,
                    t.normal,
                    friction(f),
                    -std::max(t.gap, 0.0) / dt,
                    {}};
    if (const auto old = held_.find({f.a, f.b, f.id}); old != held_.end()) c.impulse = old->second;
    contacts.push_back(c);
    kept.push_back(&f);
  }
  if (!contacts.empty()) solver_.solve(solver_bodies, contacts);

  held_.clear();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const SolverContact& c = contacts[i];
    held_[{kept[i]->a, kept[i]->b, kept[i]->id}] = c.impulse;
    const auto push = [&](int index, const Vec3& arm, const Vec3& impulse) {
      if (!moves(index)) return;
      Body& body = bodies_[index];
      body.arc.acceleration += (body.inverse_mass / dt) * impulse;
      body.arc.torque += cross(arm, impulse) / dt;
    };
    push(kept[i]->a, c.arm_a, c.impulse);
    push(kept[i]->b, c.arm_b, -c.impulse);
    resist_rolling(*kept[i], c, solver_bodies[c.a], solver_bodies[c.b], dt);
  }
}

// A torque against the relative spin of a ball, at most as large as would stop a quarter of the
// spin in this step: several contacts of one ball do not know of each other.
void RigidWorld::resist_rolling(const TouchFeature& f, const SolverContact& c, const SolverBody& a,
                                const SolverBody& b, double dt) {
  const auto radius = [&](int body) {
    const auto* ball =
        body == kFloor ? nullptr : std::get_if<SphereShape>(&setup_.bodies[body].shape);
    return ball ? ball->radius : 0;
  };
  const Vec3 spin = a.spin - b.spin, axis = normalized(spin);
  const double limit = setup_.rolling_resistance * std::max(radius(f.a), radius(f.b)) *
                       std::max(0.0, dot(c.impulse, c.normal));
  if (limit == 0 || axis == Vec3{}) return;
  const double response = dot(axis, a.inverse_inertia * axis + b.inverse_inertia * axis);
  const Vec3 torque = (std::min(limit, 0.25 * norm(spin) / response) / dt) * axis;
  if (moves(f.a)) bodies_[f.a].arc.torque -= torque;
  if (moves(f.b)) bodies_[f.b].arc.torque += torque;
}

void RigidWorld::check_sane(double t1) const {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const RigidState s = bodies_[i].arc.at(t1);
    const Quat& q = s.pose.rotation;
    const auto who = [&] { return label(setup_, static_cast<int>(i)); };
    if (!is_finite(s.pose.position) || !is_finite(s.velocity) || !is_finite(s.spin) ||
        !std::isfinite(dot(q, q)))
      fail("rigid motion: {} has no finite pose at {:.4g} s; check masses, sizes and the step",
           who(), t1);
    if (norm(s.velocity) > kMaxSpeed)
      fail(
          "rigid motion: {} moves at {:.3g} m/s at {:.4g} s (limit {} m/s); check the start "
          "velocities and overlaps, or make the step shorter",
          who(), norm(s.velocity), t1, kMaxSpeed);
    if (norm(s.pose.position) > kMaxDistance)
      fail(
          "rigid motion: {} is {:.3g} m away at {:.4g} s (limit {} m); add a floor or end the "
          "scene earlier",
          who(), norm(s.pose.position), t1, kMaxDistance);
  }
}

void RigidWorld::record_knots(double t1) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (bodies_[i].inverse_mass == 0) continue;
    const RigidState s = bodies_[i].arc.at(t1);
    bodies_[i].arc.restart(t1, s);
    (*tracks_)[i].append({t1, s.pose, s.velocity, s.spin});
  }
}

}  // namespace peal

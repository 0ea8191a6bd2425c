// Walls that are rigid bodies on their way: told anew for every step of the rigid bodies. A grain
// looks for touches in a frame that has the body's place and direction of now and goes straight,
// with the velocity of the body where the grain is; it looks anew in every step. What that leaves
// open, spin times the grain's way in a step times the step, is micrometres.
#include <cmath>

#include "base/error.h"
#include "physics/grains/grain_world.h"

namespace peal {
namespace {

/// Of the grain's part in a collision: bodies that give way more than this are followed at once.
constexpr double kYields = 0.02;

Vec3 velocity_at(const Vec3& velocity, const Vec3& spin, const Vec3& arm) {
  return velocity + cross(spin, arm);
}

}  // namespace

void GrainWorld::add_carried() {
  for (int body = 0; body < setup_.walls.bodies(); ++body) {
    if (!setup_.walls.carried(body)) continue;
    carried_.push_back({body, WallTree(setup_.walls.features(), setup_.walls.pieces_of(body))});
  }
}

void GrainWorld::carry(int body, const CarriedBody& motion) {
  if (body < 0 || body >= setup_.walls.bodies() || !setup_.walls.carried(body))
    fail("body {} of the walls of grains was not added as one that is carried", body);
  BodyMotion& b = bodies_[body];
  const bool still = motion.there == (b.there != 0) && motion.velocity == Vec3{} &&
                     motion.spin == Vec3{} && b.x == motion.place && b.turn.w == motion.turn.w &&
                     b.turn.x == motion.turn.x && b.turn.y == motion.turn.y &&
                     b.turn.z == motion.turn.z;
  b.x = motion.place, b.v = b.pushed_v = motion.velocity, b.t = now_;
  b.turn = motion.turn, b.spin = b.pushed_spin = motion.spin;
  b.until = motion.until, b.there = motion.there ? 1 : 0;
  b.inverse_mass = motion.inverse_mass, b.inverse_inertia = motion.inverse_inertia;
  if (still || contacts_.empty()) return;
  for (int i = 0; i < grains(); ++i) {  // it goes away, or pushes
    if (flights_[i].state != State::rests) continue;
    for (int k = 0; k < kContacts; ++k)
      if (contacts_[i].time[k] > -kNever && contacts_[i].partner[k] == -1 - body) {
        wake(i, now_);
        break;
      }
  }
}

void GrainWorld::look_at_carried() {
  for (int i = 0; i < grains(); ++i) {
    Flight& f = flights_[i];
    if (f.state == State::gone) continue;
    Plan& plan = plans_[i];
    const bool meets =
        plan.wall_t < kNever && setup_.walls.carried(setup_.walls.features()[plan.feature].body);
    bool near = false;
    const GrainMotion m = at(f, now_);
    for (const Carried& carried : carried_) near = near || reaches(carried, f, m, now_, kNever);
    if (!meets && !near) continue;
    move_to(i, now_);
    // Pairs with grains at rest were looked for up to the wall that it would have met.
    if (meets)
      predict(i);
    else
      predict_walls(i, true), schedule(i);
  }
}

void GrainWorld::refuse_carried_overlap() const {
  for (int i = 0; i < grains(); ++i) {
    const GrainMotion m = motion(i);
    const double r = radius_[flights_[i].kind];
    for (const Carried& carried : carried_) {
      if (!reaches(carried, flights_[i], m, now_, 0)) continue;
      const BodyMotion& b = bodies_[carried.body];
      carried.tree.for_each_near(rotate_back(b.turn, m.place - b.x), r,
                                 [&](int feature) { refuse_overlap(feature, i, m.place); });
    }
  }
}

/// Whether a grain can touch the body before `until` and before the body is told anew.
bool GrainWorld::reaches(const Carried& carried, const Flight& f, const GrainMotion& m, double t,
                         double until) const {
  const BodyMotion& b = bodies_[carried.body];
  if (!b.there || !(t < b.until)) return false;
  const double left = std::min(until, b.until - t);
  const double weight = f.state == State::flies ? norm(gravity_) : 0;
  const double reach = radius_[f.kind] + carried.tree.radius() +
                       left * (norm(m.velocity - b.v) + 0.5 * weight * left);
  return norm_squared(m.place - (b.x + (t - b.t) * b.v)) <= reach * reach;
}

Pose GrainWorld::pose_of(int body, double t) const {
  const BodyMotion& b = bodies_[body];
  const double angle = (t - b.t) * norm(b.spin);
  const Quat turn = angle != 0 ? normalized(Quat::from_axis_angle(b.spin, angle) * b.turn) : b.turn;
  return {b.x + (t - b.t) * b.v, turn};
}

/// The first touch of a carried body before `until` [s] from t on: f(feature, its time from t).
void GrainWorld::look_at_body(const Carried& carried, int grain, double until) {
  const Flight& f = flights_[grain];
  Plan& plan = plans_[grain];
  const GrainMotion m{f.x, f.v};
  if (!reaches(carried, f, m, f.t, until)) return;
  const BodyMotion& b = bodies_[carried.body];
  const Pose pose = pose_of(carried.body, f.t);
  const Vec3 own = to_body(pose, f.x);
  const Vec3 speed =
      rotate_back(pose.rotation, f.v - velocity_at(b.v, b.spin, f.x - pose.position));
  const Vec3 weight = f.state == State::flies ? rotate_back(pose.rotation, gravity_) : Vec3{};
  until = std::min(until, b.until - f.t);
  const double r = radius_[f.kind];
  const double reach = r + until * (norm(speed) + 0.5 * norm(weight) * until);
  carried.tree.for_each_near(own, reach, [&](int feature) {
    const WallFeature& w = setup_.walls.features()[feature];
    const double t = w.touch(own, speed, weight, r, until);
    if (t > until || t == kNever) return;
    plan.wall_t = f.t + t, plan.feature = feature, until = t;
  });
}

/// Both get the impulse; who is light goes on with it at once, others from the next step on.
/// @return [N s] on the grain, along n
double GrainWorld::push_carried(int grain, const WallFeature& w, const Vec3& n, double t,
                                double& speed, bool& light) {
  BodyMotion& b = bodies_[w.body];
  const Flight& f = flights_[grain];
  const double m = mass_[f.kind];
  const Pose pose = pose_of(w.body, t);
  const Vec3 arm = f.x - radius_[f.kind] * n - pose.position;
  const Vec3 lever = cross(arm, n), turned = b.inverse_inertia * lever;
  const double gives = b.inverse_mass + dot(lever, turned);
  const double shown = std::max(0.0, dot(velocity_at(b.v, b.spin, arm) - f.v, n));
  speed = std::max(0.0, dot(velocity_at(b.pushed_v, b.pushed_spin, arm) - f.v, n));
  const bool recent = t - plans_[grain].last_hit < setup_.laws.contact_time;
  const double e = restitution(speed, setup_.kinds[f.kind].material, w.material, recent);
  double impulse = (speed + std::max(e * speed, rest_speed_)) / (1 / m + gives);
  light = gives * m > kYields;
  // It must come away from the wall as it is drawn until the end of the step.
  if (!light) impulse = std::max(impulse, m * (shown + rest_speed_));
  b.pushed_v -= (impulse * b.inverse_mass) * n;
  b.pushed_spin -= impulse * turned;
  if (light) b.x = pose.position, b.turn = pose.rotation, b.t = t;
  pushes_.push_back({t, w.body, -impulse * n, arm + pose.position});
  return impulse;
}

}  // namespace peal

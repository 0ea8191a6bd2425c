#include "motion/rigid/rigid_world.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "base/error.h"

namespace peal {
namespace {

constexpr double kDeepestStart = 1e-4;  // [m] overlap allowed in a scene's first instant
constexpr int kMostParts = 64;          // of one step
constexpr double kDepthPart = 0.8;      // of the margins: overlap allowed at the end of a part
constexpr double kThinnest = 1e-4;      // [m] a sheet without thickness counts as this
constexpr double kMostTurn = 0.5;       // [rad] in one part: rotations between knots stay unique
constexpr double kMaxSpeed = 1000;      // [m/s] beyond: the simulation is wrong, or not about sound
constexpr double kMaxDistance = 2e5;    // [m] twice the range of start positions

Mat3 world_inverse_inertia(const Quat& rotation, const Vec3& inertia) {
  const Mat3 r = rotation_matrix(rotation);
  return r * Mat3::diagonal({1 / inertia.x, 1 / inertia.y, 1 / inertia.z}) * transpose(r);
}

}  // namespace

RigidWorld::RigidWorld(const RigidSetup& setup)
    : setup_(setup),
      finder_(setup),
      solver_(setup.precision),
      since_(setup.begin),
      time_(setup.begin),
      gains_(setup.bodies.size()) {
  for (const RigidBodySetup& s : setup.bodies) {
    Body body;
    body.arc.pose = {s.pose.position, normalized(s.pose.rotation)};
    if (!s.fixed && !s.absent && s.path.empty()) {
      body.inverse_mass = 1 / s.mass;
      body.arc.inertia = s.inertia_diagonal;
      body.arc.velocity = s.velocity;
      body.arc.angular_momentum =
          angular_momentum_of(s.spin, body.arc.pose.rotation, s.inertia_diagonal);
    }
    body.arc.time = body.slow_since = setup.begin;
    body.waiting = body.inverse_mass > 0 && s.release > setup.begin;
    present_.push_back(!body.waiting && !s.absent);
    active_.push_back(static_cast<int>(bodies_.size()));
    paused_.push_back(false);
    if (!s.path.empty()) body.arc.pose = s.path.pose_at(setup.begin);
    if (body.waiting) body.arc.velocity = body.arc.angular_momentum = {};
    bodies_.push_back(body);
    poses_.push_back(body.arc.pose);
  }
  for (std::size_t i = 0; i < setup.pairs.size(); ++i)
    pairs_[std::minmax(setup.pairs[i].a, setup.pairs[i].b)] = i;
  add_joints();
  // The first overlap ends it: to find all places where ten thousand bodies lie in each other takes
  // for ever, and one is enough to say.
  find_contacts([&](const ContactFeature& f) { refuse_overlap(f); });
}

void RigidWorld::refuse_overlap(const ContactFeature& f) const {
  const ContactGeometry t = contact_at(f, setup_.begin);
  if (!(t.gap < -kDeepestStart)) return;
  if (f.kind == ContactFeature::Kind::string)
    fail("rigid motion: the ends of a string at {} are {:.4g} m apart, but it is {:.4g} m long",
         label(setup_, f.a), f.length - t.gap, f.length);
  fail("rigid motion: at the start {} is {:.3g} mm inside {}; move them apart", label(setup_, f.a),
       -1e3 * t.gap, f.b == kFloor ? "the floor" : label(setup_, f.b));
}

// Bodies are released at the first step at or after their time, with the speed they were given.
void RigidWorld::release(double t0) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    Body& body = bodies_[i];
    if (!body.waiting || setup_.bodies[i].release > t0) continue;
    body.waiting = false;
    present_[i] = true;
    body.slow_since = t0;
    RigidState s = body.arc.at(body.arc.time);
    s.velocity = setup_.bodies[i].velocity;
    s.angular_momentum =
        angular_momentum_of(setup_.bodies[i].spin, s.pose.rotation, body.arc.inertia);
    s.spin = setup_.bodies[i].spin;
    restart(body, t0, s);
    (*tracks_)[i].append({t0, s.pose, s.velocity, s.spin});
  }
}

// Joints hold at points: a ball joint at one, a hinge at two of its axis, a bodies' size apart.
void RigidWorld::add_joints() {
  for (std::size_t i = 0; i < setup_.joints.size(); ++i) {
    const RigidJoint& j = setup_.joints[i];
    const int b = j.b < 0 ? kFloor : j.b;
    if (j.kind == RigidJoint::Kind::string) {
      ContactFeature f;
      f.kind = ContactFeature::Kind::string;
      f.a = j.a, f.b = b, f.id = -1 - static_cast<int>(i);
      f.local_a = j.local_a, f.local_b = j.local_b, f.length = j.length;
      strings_.push_back(f);
      continue;
    }
    const bool hinge = j.kind == RigidJoint::Kind::hinge;
    const RigidState &sa = arc_state(j.a, setup_.begin), &sb = arc_state(b, setup_.begin);
    const Vec3 half = (hinge ? 0.25 * finder_.bounding_radius(j.a) : 0) * j.axis;
    for (const double side : {-1.0, 1.0}) {
      if (!hinge && side > 0) break;
      JointPoint point{j.a, b, -1 - static_cast<int>(i), j.local_a + side * half, j.local_b};
      // The axis as b sees it at the start.
      const Vec3 shift = rotate(sa.pose.rotation, side * half);
      point.local_b += b == kFloor ? shift : rotate_back(sb.pose.rotation, shift);
      if (side > 0) point.id -= static_cast<int>(setup_.joints.size());
      joints_.push_back(point);
    }
  }
}

void RigidWorld::find_contacts(const NarrowPhase::Watch& watch) {
  if (active_.size() < bodies_.size()) {
    if (active_.size() == 1) return finder_.find_alone(active_[0], poses_, present_, features_);
    std::vector<bool> here = present_;
    for (std::size_t i = 0; i < here.size(); ++i) here[i] = here[i] && !paused_[i];
    finder_.find(poses_, here, features_, watch);
  } else {
    finder_.find(poses_, present_, features_, watch);
  }
  features_.insert(features_.end(), strings_.begin(), strings_.end());
  if (watch) std::for_each(strings_.begin(), strings_.end(), watch);
}

const RigidPair* RigidWorld::pair_of(int a, int b) const {
  if (pairs_.empty()) return nullptr;
  const auto also = [&](int body) {  // its other name; its own when it has none
    const int group = body == kFloor ? -1 : setup_.bodies[body].group;
    return group < 0 ? body : pair_of_group(group);
  };
  std::size_t past = 0;  // the last
  for (const int x : {a, also(a)})
    for (const int y : {b, also(b)})
      if (const auto found = pairs_.find(std::minmax(x, y)); found != pairs_.end())
        past = std::max(past, found->second + 1);
  return past == 0 ? nullptr : &setup_.pairs[past - 1];
}

double RigidWorld::restitution(const ContactFeature& f) const {
  if (f.kind == ContactFeature::Kind::string) return 0;
  if (const RigidPair* own = pair_of(f.a, f.b); own && own->restitution >= 0)
    return own->restitution;
  return std::min(setup_.bodies[f.a].restitution,
                  f.b == kFloor ? setup_.floor_restitution : setup_.bodies[f.b].restitution);
}

// What was said for a pair is the whole rebound; what materials say is that of a small patch.
double RigidWorld::rebound(const ContactFeature& f, const ContactGeometry& t, const RigidState& a,
                           const RigidState& b, double closing) const {
  const double material = restitution(f);
  if (!setup_.law || f.kind == ContactFeature::Kind::string || !(closing > slow_)) return material;
  if (const RigidPair* own = pair_of(f.a, f.b); own && own->restitution >= 0) return material;
  ImpactQuestion q{f.a,
                   f.b == kFloor ? -1 : f.b,
                   to_body(a.pose, t.push_a),
                   t.push_b,
                   rotate_back(a.pose.rotation, t.normal),
                   t.normal,
                   closing,
                   material};
  if (f.b != kFloor) {
    q.point_b = to_body(b.pose, t.push_b);
    q.normal_b = rotate_back(b.pose.rotation, t.normal);
  }
  return setup_.law->restitution(q);
}

double RigidWorld::friction(const ContactFeature& f) const {
  if (f.kind == ContactFeature::Kind::string) return 0;
  if (const RigidPair* own = pair_of(f.a, f.b); own && own->friction >= 0) return own->friction;
  return std::sqrt(setup_.bodies[f.a].friction *
                   (f.b == kFloor ? setup_.floor_friction : setup_.bodies[f.b].friction));
}

// The states at the two ends of a step are asked for again and again.
const RigidState& RigidWorld::arc_state(int body, double time) const {
  static const RigidState still;
  if (body == kFloor) return still;
  const Body& b = bodies_[body];
  for (const Known& known : b.known)
    if (known.version == b.version && known.time == time) return known.state;
  b.next = 1 - b.next;
  b.known[b.next] = {b.version, time, animated(body) ? animated_state(body, time) : b.arc.at(time)};
  return b.known[b.next].state;
}

RigidState RigidWorld::animated_state(int body, double time) const {
  const PoseTrack& path = setup_.bodies[body].path;
  return {path.pose_at(time), path.velocity_at(time), path.spin_at(time), {}};
}

void RigidWorld::restart(Body& body, double time, const RigidState& state) {
  if (time > body.arc.time) body.past.push_back(body.arc);
  body.arc.restart(time, state);
  ++body.version;
}

ContactGeometry RigidWorld::contact_of(const ContactFeature& f, const RigidState& a,
                                       const RigidState& b) const {
  const CollisionShape& shape_b = setup_.bodies[f.b == kFloor ? f.a : f.b].shape;
  return contact_geometry(f, setup_.bodies[f.a].shape, a.pose, shape_b, b.pose,
                          setup_.floor_height);
}

ContactGeometry RigidWorld::contact_at(const ContactFeature& f, double time) const {
  return contact_of(f, arc_state(f.a, time), arc_state(f.b, time));
}

double RigidWorld::closing_speed(const ContactFeature& f, double time) const {
  const RigidState a = arc_state(f.a, time), b = arc_state(f.b, time);
  const ContactGeometry t = contact_of(f, a, b);
  const Vec3 va = a.velocity + cross(a.spin, t.push_a - a.pose.position);
  const Vec3 vb = b.velocity + cross(b.spin, t.push_b - b.pose.position);
  return -dot(va - vb, t.normal);
}

SolverBody RigidWorld::solver_body(int body, const RigidState& s, bool wake) const {
  SolverBody out;
  if (body == kFloor) return out;
  const Body& b = bodies_[body];
  if (animated(body)) out.velocity = s.velocity, out.spin = s.spin;
  if (b.inverse_mass == 0 || (b.asleep && !wake)) return out;
  out.inverse_mass = b.inverse_mass;
  out.inverse_inertia = world_inverse_inertia(s.pose.rotation, b.arc.inertia);
  out.velocity = s.velocity;
  out.spin = s.spin;
  return out;
}

int RigidWorld::parts(double t0) const {
  const double g = norm(setup_.gravity), dt = setup_.step;
  double parts = 1;
  const std::size_t count = bodies_.size();
  std::vector<double> reach(count);
  for (std::size_t i = 0; i < count; ++i) {
    const RigidState& now = arc_state(static_cast<int>(i), t0);
    const double spin = norm(now.spin) + gains_[i].spin;
    const double outer = finder_.bounding_radius(static_cast<int>(i));
    const bool moving = moves(static_cast<int>(i)) ||  // not those that are paused
                        (gains_[i].speed > 0 && !paused(static_cast<int>(i)));
    if (moving) parts = std::max(parts, std::ceil(spin * dt / kMostTurn));
    if (parts > kMostParts)
      fail(
          "rigid motion: {} spins at {:.3g} rad/s, too fast for a step of {:g} s; make the step "
          "shorter than {:.2g} s",
          label(setup_, static_cast<int>(i)), spin, dt, kMostParts * kMostTurn / spin);
    reach[i] = moving ? (norm(now.velocity) + spin * outer + g * dt + gains_[i].speed) * dt : 0;
  }
  const auto ball = [&](std::size_t i) {  // holds all of the body's box on its way
    return finder_.box_radius(static_cast<int>(i)) + reach[i] + kContactDistance;
  };
  sweep_.pairs(
      count, [&](std::size_t i) -> const Vec3& { return poses_[i].position; }, ball,
      [&](int i, int j) {
        const double way = reach[i] + reach[j];
        if (way == 0) return;
        if (!finder_.may_meet(i, poses_[i], j, poses_[j], way)) return;
        const double depth = finder_.margin(i) + finder_.margin(j);
        parts = std::max(parts, std::ceil(way / (kDepthPart * std::max(depth, kThinnest))));
      });
  return static_cast<int>(std::min<double>(parts, kMostParts));
}

void RigidWorld::advance(long n, std::vector<PoseTrack>& tracks, MotionBlock& happened) {
  tracks_ = &tracks;
  happened_ = &happened;
  const double t0 = setup_.begin + static_cast<double>(n) * setup_.step;
  const double t1 = setup_.begin + static_cast<double>(n + 1) * setup_.step;
  for (Body& body : bodies_) body.past.clear(), body.ahead.reset();
  release(t0);
  expect_pushes(t1);
  const std::vector<Loner> alone = loners(t0);
  if (alone.empty()) {
    run_parts(parts(t0), t0, t1);
  } else {
    advance_apart(alone, t0, t1);
  }
  slow_impacts_.finish(t1, happened_->summaries);
  std::erase_if(waiting_, [&](const OuterPush& p) { return p.time < t1; });
  since_ = t0, time_ = t1;
}

void RigidWorld::run_parts(int count, double t0, double t1) {
  double from = t0;
  for (int k = 1; k <= count; ++k) {
    const double to = k == count ? t1 : t0 + (t1 - t0) * k / count;
    part_step(from, to);
    from = to;
  }
}

void RigidWorld::part_step(double t0, double t1) {
  part_ = t1 - t0;
  slow_ = std::max(norm(setup_.gravity) * part_, 1e-6);
  choose_pushes(t0, t1);
  while (next_due_ < due_.size() && due_[next_due_].time <= t0) receive(due_[next_due_++]);
  start_poses_ = poses_;
  support(t0, t1);
  for (const int i : active_) poses_[i] = arc_state(i, t1).pose;
  foresee_pushes(t1);
  check_sane(t1);
  find_contacts();
  play_events(t1);
  settle(t1);
  push_apart(t1);
  check_sane(t1);
  sleep(t1);
  record_knots(t1);
}

void RigidWorld::check_sane(double t1) const {
  for (const int i : active_) {
    const RigidState& s = arc_state(i, t1);
    const Quat& q = s.pose.rotation;
    const auto who = [&] { return label(setup_, i); };
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
  for (const int i : active_) {
    if (bodies_[i].inverse_mass == 0) continue;
    const RigidState s = arc_state(i, t1);
    restart(bodies_[i], t1, s);
    (*tracks_)[i].append({t1, s.pose, s.velocity, s.spin});
  }
}

}  // namespace peal

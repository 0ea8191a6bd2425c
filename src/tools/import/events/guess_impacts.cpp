#include "tools/import/events/guess_impacts.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "motion/rigid/narrow_phase.h"
#include "motion/rigid/rigid_motion.h"

namespace peal {
namespace {

constexpr double kStep = 5e-4;      // [s] longest
constexpr double kPileStep = 2e-3;  // [s] of many bodies: what it costs counts
constexpr std::size_t kManyBodies = 16;
// Poses tell speeds to 1e-4 m/s at best, and impulses are fitted to them afterwards: half the time,
// but where ten impacts share a frame another guess may win.
constexpr std::size_t kCrowd = 32;
constexpr SolverPrecision kCrowdPrecision{1e-5, 60, 60, 1e-3, 15};
constexpr double kOverlap = 5e-5;  // [m] left alone: the solver takes it out itself
constexpr int kSeparations = 12;
constexpr int kNone = std::numeric_limits<int>::min();  // no body of the part, nor a group

// Other programs let bodies overlap a little; the solver does not start from that.
void separate(RigidSetup& setup) {
  NarrowPhase finder(setup);
  std::vector<ContactFeature> features;
  std::vector<Pose> poses;
  for (const RigidBodySetup& body : setup.bodies) poses.push_back(body.pose);
  for (int round = 0; round < kSeparations; ++round) {
    finder.find(poses, features);
    bool moved = false;
    for (const ContactFeature& f : features) {
      const bool floor = f.b == kFloor;
      const RigidBodySetup &a = setup.bodies[f.a], &b = setup.bodies[floor ? f.a : f.b];
      const ContactGeometry t = contact_geometry(f, a.shape, poses[f.a], b.shape,
                                                 floor ? Pose{} : poses[f.b], setup.floor_height);
      if (t.gap > -kOverlap) continue;
      const bool free_a = !a.fixed && a.path.empty();
      const bool free_b = !floor && !b.fixed && b.path.empty();
      const double way = -t.gap / (free_a && free_b ? 2 : 1);
      if (free_a) poses[f.a].position += way * t.normal;
      if (free_b) poses[f.b].position -= way * t.normal;
      moved = true;
    }
    if (!moved) break;
  }
  for (std::size_t i = 0; i < poses.size(); ++i) setup.bodies[i].pose = poses[i];
}

}  // namespace

RigidSetup part_of(const RigidSetup& setup, const std::vector<GuessBody>& bodies, double duration) {
  RigidSetup part;
  part.gravity = setup.gravity;
  part.floor = setup.floor, part.floor_height = setup.floor_height;
  part.floor_restitution = setup.floor_restitution, part.floor_friction = setup.floor_friction;
  part.rolling_resistance = setup.rolling_resistance;
  part.edge_resistance = setup.edge_resistance;
  part.step = setup.step, part.min_closing_speed = setup.min_closing_speed;
  for (const GuessBody& g : bodies) {
    RigidBodySetup body = setup.bodies[static_cast<std::size_t>(g.body)];
    body.fixed = !g.moves && !g.end;
    body.path = {};
    if (g.end) {
      body.path.append({0, g.start.pose, g.start.velocity, g.start.spin});
      body.path.append({duration, *g.end, g.start.velocity, g.start.spin});
    }
    body.pose = g.start.pose;
    body.velocity = g.start.velocity;
    body.spin = g.start.spin;
    part.bodies.push_back(std::move(body));
  }
  const auto index = [&](int body) {
    for (std::size_t i = 0; i < bodies.size(); ++i)
      if (bodies[i].body == body) return static_cast<int>(i);
    return kNone;
  };
  for (RigidJoint joint : setup.joints) {
    joint.a = index(joint.a);
    if (joint.b >= 0) joint.b = index(joint.b);
    if (joint.a != kNone && joint.b != kNone) part.joints.push_back(joint);
  }
  for (RigidPair pair : setup.pairs) {
    if (pair.a >= 0) pair.a = index(pair.a);
    if (pair.b >= 0) pair.b = index(pair.b);
    if (pair.a != kNone && pair.b != kNone) part.pairs.push_back(pair);
  }
  return part;
}

Guess guess_impacts(const RigidSetup& setup, const std::vector<GuessBody>& bodies, double duration,
                    std::optional<double> restitution) {
  RigidSetup part = part_of(setup, bodies, duration);
  const bool pile = bodies.size() > kManyBodies;
  const double steps = std::ceil(duration / (pile ? kPileStep : kStep) - 1e-9);
  part.step = duration / std::max(1.0, steps);
  part.min_closing_speed = 0;
  if (setup.bodies.size() > kCrowd) part.precision = kCrowdPrecision;
  if (restitution) {
    for (RigidBodySetup& body : part.bodies) body.restitution = *restitution;
    part.floor_restitution = *restitution;
    part.pairs.clear();
  }
  Guess guess;
  try {
    separate(part);
    RigidMotion motion(part);
    guess.impacts = motion.step(duration).impacts;
    guess.tracks = motion.tracks();
  } catch (const Interrupted&) {
    throw;
  } catch (const Error&) {
    return guess;
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    // Overlap that was taken out at the start is put back.
    const Vec3 shift = bodies[i].start.pose.position - part.bodies[i].pose.position;
    const PoseKnot& knot = guess.tracks[i].knots().back();
    guess.ends.push_back({knot.pose, knot.velocity, knot.spin, {}});
    guess.ends.back().pose.position += shift;
  }
  for (Impact& impact : guess.impacts) {
    impact.body_a = bodies[static_cast<std::size_t>(impact.body_a)].body;
    if (impact.body_b != kFloor)
      impact.body_b = bodies[static_cast<std::size_t>(impact.body_b)].body;
  }
  guess.ran = true;
  return guess;
}

}  // namespace peal

// Flat faces of bodies that are made of pieces: they carry as one face does.
#include <gtest/gtest.h>

#include <algorithm>

#include "validation/motion/rigid/rigid_bodies.h"

namespace peal {
namespace {

HullShape block(const Vec3& low, const Vec3& high) {
  HullShape out;
  for (int k = 0; k < 8; ++k)
    out.corners.push_back({k & 1 ? high.x : low.x, k & 2 ? high.y : low.y, k & 4 ? high.z : low.z});
  return out;
}

/// A bar as 4 x 3 pieces side by side.
RigidBodySetup pieced_bar(const Vec3& size, double mass, const Vec3& position,
                          const Quat& rotation = {}) {
  RigidBodySetup body = bar(size, mass, position, rotation);
  PartsShape shape;
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < 3; ++k)
      shape.parts.push_back(
          block({(i / 4.0 - 0.5) * size.x, -0.5 * size.y, (k / 3.0 - 0.5) * size.z},
                {((i + 1) / 4.0 - 0.5) * size.x, 0.5 * size.y, ((k + 1) / 3.0 - 0.5) * size.z}));
  body.shape = shape;
  return body;
}

/// A small ball falls on a table of this shape and rolls on.
std::vector<Impact> rolled(const CollisionShape& table, Vec3& velocity) {
  RigidSetup setup;
  setup.floor = false;
  setup.bodies = {ball(0.004, 0.002, {-0.4, 0.06, 0}, {0.5, 0, 0.1}),
                  bar({1.2, 0.022, 0.7}, 1, {0, -0.011, 0})};
  setup.bodies[0].restitution = setup.bodies[1].restitution = 0.45;
  setup.bodies[0].friction = setup.bodies[1].friction = 0.4;
  setup.bodies[1].shape = table;
  setup.bodies[1].fixed = true;
  RigidMotion motion(setup);
  const std::vector<Impact> impacts = impacts_until(motion, 1.5);
  velocity = motion.tracks()[0].velocity_at(1.4);
  return impacts;
}

RigidSetup falling_stack(int count) {
  RigidSetup setup;
  const Vec3 size{0.05, 0.002, 0.02};
  for (int i = 0; i < count; ++i)
    setup.bodies.push_back(pieced_bar(size, 0.015, {0.001 * i, 0.002 + 0.004 * i, 0.0005 * i},
                                      Quat::from_axis_angle({0.1, 1, 0.05}, 0.4 * i)));
  for (RigidBodySetup& body : setup.bodies) body.restitution = 0.4, body.friction = 0.4;
  return setup;
}

}  // namespace

// The place on the face that a search found at the end of a step is not where the ball was when it
// touched: an arm to it would turn spin into speed, and a rolling ball would leap on and on.
TEST(Faces, ABallRollsOnAHullAsOnABar) {
  const Vec3 half{0.6, 0.011, 0.35};
  Vec3 on_bar, on_hull;
  const std::vector<Impact> bar_impacts = rolled(BarShape{2 * half, 0.0005}, on_bar);
  const std::vector<Impact> hull_impacts = rolled(block(-half, half), on_hull);
  ASSERT_EQ(hull_impacts.size(), bar_impacts.size());
  for (std::size_t i = 0; i < bar_impacts.size(); ++i) {
    EXPECT_NEAR(hull_impacts[i].time, bar_impacts[i].time, 1e-9);
    EXPECT_NEAR(norm(hull_impacts[i].impulse - bar_impacts[i].impulse), 0, 1e-9);
    EXPECT_NEAR(norm(hull_impacts[i].point_b - bar_impacts[i].point_b), 0, 1e-9);
  }
  EXPECT_NEAR(norm(on_hull - on_bar), 0, 1e-6);
}

// Two of them share 12 x 12 pairs of pieces.
TEST(Faces, AStackOfPiecedBarsComesToRest) {
  RigidMotion motion(falling_stack(5));
  motion.step(2);
  for (int i = 0; i < 5; ++i) {
    const PoseTrack& track = motion.tracks()[i];
    EXPECT_TRUE(track.still_between(1.5, 2)) << "bar " << i;
    EXPECT_NEAR(track.position_at(2).y, 0.002 * i + 0.001, 5e-5) << "bar " << i;
  }
}

// Overlap is taken out at the end of a step; an impact may have left a knot just before it.
TEST(Faces, BodiesThatArePushedApartDoNotJump) {
  RigidMotion motion(falling_stack(8));
  motion.step(0.5);
  int close = 0;
  for (const PoseTrack& track : motion.tracks())
    for (std::size_t i = 0; i + 1 < track.knots().size(); ++i) {
      const PoseKnot &p = track.knots()[i], &q = track.knots()[i + 1];
      const double dt = q.time - p.time, fast = std::max(norm(p.velocity), norm(q.velocity));
      if (dt > 0 && dt < 1e-5) ++close;
      EXPECT_LT(norm(q.pose.position - p.pose.position), (1.5 * fast + 0.5) * dt + 1e-12)
          << "at " << p.time;
    }
  EXPECT_GT(close, 10);  // there were knots close to each other
}

}  // namespace peal

// A body of two convex pieces that lands on the corner they share: one touch, one impact.
#include <gtest/gtest.h>

#include "motion/rigid/join_impacts.h"
#include "validation/motion/rigid/rigid_bodies.h"

namespace peal {
namespace {

constexpr double kMass = 0.1, kFall = 0.05;  // [kg] [m]

/// A pyramid that stands on its tip, whole or in two halves.
RigidBodySetup pyramid(bool halves, const Vec3& tip) {
  RigidBodySetup body = bar({0.04, 0.04, 0.03}, kMass, tip + Vec3{0, 0.02, 0});
  const auto half = [](double low, double high) {
    return HullShape{{{0, -0.02, 0},
                      {low, 0.02, -0.015},
                      {low, 0.02, 0.015},
                      {high, 0.02, -0.015},
                      {high, 0.02, 0.015}}};
  };
  if (halves)
    body.shape = PartsShape{{half(-0.02, 0), half(0, 0.02)}};
  else
    body.shape = half(-0.02, 0.02);
  body.pose.rotation = Quat::from_axis_angle({1, 0, 2}, 0.05);
  body.restitution = 0.5;
  return body;
}

RigidSetup on_floor(bool halves) {
  RigidSetup setup;
  setup.bodies = {pyramid(halves, {0, kFall, 0})};
  setup.floor_restitution = 0.5;
  return setup;
}

RigidSetup on_plate(bool halves) {
  RigidSetup setup = on_floor(halves);
  setup.floor = false;
  setup.bodies.push_back(bar({0.2, 0.01, 0.2}, 0.5, {0.03, -0.005, 0.01}));
  setup.bodies[1].restitution = 0.5;
  setup.bodies[1].fixed = true;
  return setup;
}

}  // namespace

TEST(SharedCorner, LandsOnceWithAllOfItsImpulse) {
  for (const auto& setup_of : {on_floor, on_plate}) {
    const RigidSetup whole_setup = setup_of(false), halves_setup = setup_of(true);
    RigidMotion whole(whole_setup), halves(halves_setup);
    const std::vector<Impact> one = impacts_until(whole, 0.15), two = impacts_until(halves, 0.15);
    ASSERT_GE(one.size(), 1u);
    ASSERT_EQ(two.size(), one.size());
    const Impact &a = one[0], &b = two[0];
    EXPECT_NEAR(b.time, a.time, 1e-9);
    EXPECT_NEAR(b.closing_speed, a.closing_speed, 1e-9);
    EXPECT_NEAR(norm(b.point_a - a.point_a), 0, 1e-9);
    EXPECT_NEAR(norm(b.impulse - a.impulse), 0, 1e-9 * norm(a.impulse));
    EXPECT_NEAR(b.lost_energy, a.lost_energy, 1e-9 * a.lost_energy);
    const Jump jump = jump_at(halves.tracks()[0], b.time);
    EXPECT_NEAR(norm(b.impulse - kMass * (jump.after.velocity - jump.before.velocity)), 0,
                1e-12 * kMass);
  }
}

TEST(SharedCorner, OtherPlacesNormalsAndBodiesStayApart) {
  const Impact first{0.1, 0, 1, {0, 1, 0}, {0, 0, 0}, {0, 1, 0}, {0, 2, 0}, 0.3, 0.5, 1};
  const auto count = [&](const Impact& second) {
    std::vector<Impact> impacts{first};
    join_impact(impacts, second, 1.0);
    return impacts.size();
  };
  EXPECT_EQ(count(first), 1u);
  Impact other = first;
  other.point_a.x = 1e-5;
  EXPECT_EQ(count(other), 2u);
  other = first, other.point_b.z = -1e-5;
  EXPECT_EQ(count(other), 2u);
  other = first, other.normal = normalized(Vec3{0.01, 1, 0});
  EXPECT_EQ(count(other), 2u);
  other = first, other.body_b = kFloor;
  EXPECT_EQ(count(other), 2u);
  std::vector<Impact> impacts{first};
  other = first, other.point_a.x = 1e-7, other.closing_speed = 0.4;
  join_impact(impacts, other, 1.0);
  ASSERT_EQ(impacts.size(), 1u);
  EXPECT_EQ(impacts[0].impulse.y, 4);
  EXPECT_EQ(impacts[0].lost_energy, 1);
  EXPECT_EQ(impacts[0].closing_speed, 0.4);
}

}  // namespace peal

// Coins and other flat things in heaps: nothing falls through, momentum is kept, weight is carried.
#include <gtest/gtest.h>

#include <map>

#include "base/constants.h"
#include "base/rng.h"
#include "rigid_bodies.h"

namespace peal {
namespace {

constexpr double kTop = 0.7125;  // of the table [m]

RigidBodySetup coin(const Vec3& place, const Quat& rotation) {
  RigidBodySetup body;
  const double r = 0.01213, h = 0.00175, m = 0.0057;
  body.shape = CylinderShape{{0, 1, 0}, r, h};
  body.mass = m;
  const double across = m * (r * r / 4 + h * h / 12);
  body.inertia_diagonal = {across, m * r * r / 2, across};
  body.pose = {place, rotation};
  body.restitution = 0.5;
  body.friction = 0.3;
  return body;
}

RigidSetup coins_over_a_table(int count, double step) {
  RigidSetup setup;
  setup.step = step;
  setup.bodies.push_back(bar({0.8, 0.025, 0.6}, 1, {0, 0.7, 0}));
  setup.bodies.back().fixed = true;
  KeyedRng random(7, 1, 1);
  for (int i = 0; i < count; ++i) {
    const Vec3 place{0.035 * (i % 3 - 1), 0.8 + 0.035 * (i / 9), 0.035 * (i / 3 % 3 - 1)};
    const Vec3 axis{random.normal(), random.normal(), random.normal()};
    setup.bodies.push_back(coin(place, Quat::from_axis_angle(axis, 3 * random.uniform())));
  }
  return setup;
}

// Above the table while over it; above the floor everywhere.
void expect_none_fell_through(const RigidSetup& setup, const RigidMotion& motion) {
  for (std::size_t i = 1; i < setup.bodies.size(); ++i)
    for (const PoseKnot& knot : motion.tracks()[i].knots()) {
      const Vec3& p = knot.pose.position;
      ASSERT_GT(p.y, 0.0008) << "coin " << i << " at " << knot.time << " s";
      const bool over = std::abs(p.x) < 0.39 && std::abs(p.z) < 0.29;
      ASSERT_FALSE(over && p.y < kTop && p.y > 0.6875) << "coin " << i << " " << knot.time;
    }
}

void pour(int count, double step, double end) {
  const RigidSetup setup = coins_over_a_table(count, step);
  RigidMotion motion(setup);
  motion.step(end);
  expect_none_fell_through(setup, motion);
  for (int i = 1; i <= count; ++i)
    EXPECT_GT(motion.tracks()[i].knots().back().pose.position.y, 0) << i;
}

}  // namespace

TEST(Coins, NoneFallsThroughTheTableAtLongSteps) {
  pour(18, 2.5e-3, 1);
  pour(18, 1e-3, 0.6);
}

TEST(CoinsSlow, NoneOfAHundredFallsThroughTheTableAtAnyStep) {
  for (const double step : {2.5e-3, 1e-3, 3e-4, 1e-4}) pour(100, step, 1.2);
  pour(27, 2.5e-5, 0.5);
}

TEST(Coins, EveryImpactIsTheChangeOfMomentumOfItsBodies) {
  RigidSetup setup = coins_over_a_table(9, 1e-3);
  setup.min_closing_speed = 0.05;
  RigidMotion motion(setup);
  const std::vector<Impact> impacts = impacts_until(motion, 0.6);
  ASSERT_GT(impacts.size(), 100u);
  int checked = 0;
  for (std::size_t first = 0, last = 0; first < impacts.size(); first = last) {
    while (last < impacts.size() && impacts[last].time == impacts[first].time) ++last;
    const double time = impacts[first].time;
    for (int body = 1; body < static_cast<int>(setup.bodies.size()); ++body) {
      Vec3 push, turn;
      double scale = 0;
      const auto knots = motion.tracks()[body].knots();
      std::vector<PoseKnot> here;
      for (const PoseKnot& knot : knots)
        if (knot.time == time) here.push_back(knot);
      for (std::size_t i = first; i < last; ++i) {
        const Impact& impact = impacts[i];
        if (impact.body_a != body && impact.body_b != body) continue;
        ASSERT_GE(here.size(), 2u);
        const Vec3 j = impact.body_a == body ? impact.impulse : -impact.impulse;
        const Vec3 mine = impact.body_a == body ? impact.point_a : impact.point_b;
        push += j;
        turn += cross(rotate(here.front().pose.rotation, mine), j);
        scale += norm(j);
      }
      if (scale == 0) continue;
      ++checked;
      // A third knot at the end of a step is after the calming of the slowest motion.
      const PoseKnot &before = here[0], &after = here[1];
      const Vec3 gained = setup.bodies[body].mass * (after.velocity - before.velocity);
      EXPECT_LT(norm(gained - push), 1e-6 * scale) << "body " << body << " at " << time;
      const Vec3 spun = angular_momentum(setup.bodies[body], after.pose.rotation, after.spin) -
                        angular_momentum(setup.bodies[body], before.pose.rotation, before.spin);
      EXPECT_LT(norm(spun - turn), 1e-6 * scale * 0.01213) << "body " << body << " at " << time;
    }
  }
  EXPECT_GT(checked, 50);
}

TEST(Coins, ASettledHeapPressesWithItsWeight) {
  RigidSetup setup = coins_over_a_table(9, 1e-3);
  RigidMotion motion(setup);
  const MotionBlock& block = motion.step(4);
  std::map<int, ContactSample> last;  // of each track
  for (const ContactSample& c : block.contacts) last[c.track] = c;
  double force = 0;
  int carried = 0;
  for (const auto& [track, c] : last) {
    if (c.ends) continue;
    if (c.body_a == 0 || c.body_b == kFloor) {
      // The normal goes from b to a; the table is a.
      force += c.normal_force * (c.body_a == 0 ? -c.normal.y : c.normal.y);
      ++carried;
    }
  }
  ASSERT_GE(carried, 5);
  EXPECT_NEAR(force, 9 * 0.0057 * 9.81, 0.005 * 9 * 0.0057 * 9.81);
}

TEST(Coins, ARollingCoinRollsWithoutImpacts) {
  RigidSetup setup;
  setup.edge_resistance = 0;
  setup.bodies.push_back(coin({0, 0.01213, 0}, Quat::from_axis_angle({1, 0, 0}, kPi / 2)));
  const double v = 0.8;  // along x, turning about z
  setup.bodies[0].velocity = {v, 0, 0};
  setup.bodies[0].spin = {0, 0, -v / 0.01213};
  RigidMotion motion(setup);
  const MotionBlock& block = motion.step(1);
  EXPECT_TRUE(block.impacts.empty());
  const PoseKnot& end = motion.tracks()[0].knots().back();
  EXPECT_NEAR(end.velocity.x, v, 0.01 * v);
  EXPECT_NEAR(end.pose.position.y, 0.01213, 2e-5);
  EXPECT_NEAR(end.pose.position.x, v, 5e-3);
  bool rolls = false;
  for (const ContactSample& c : block.contacts) {
    rolls = rolls || c.state == ContactState::roll;
    EXPECT_NE(c.state, ContactState::slide);
    if (c.state != ContactState::roll) continue;
    EXPECT_NEAR(norm(c.roll), v, 0.01 * v);
  }
  EXPECT_TRUE(rolls);
}

TEST(Plates, AStackOfTwentyLiesStillFromTheStart) {
  RigidSetup setup;
  for (int i = 0; i < 20; ++i)
    setup.bodies.push_back(bar({0.2, 0.01, 0.2}, 1, {0.001 * (i % 3), 0.005 + 0.01 * i, 0},
                               Quat::from_axis_angle({0, 1, 0}, 0.1 * i)));
  RigidMotion motion(setup);
  const MotionBlock& block = motion.step(1);
  EXPECT_TRUE(block.impacts.empty());
  for (int i = 0; i < 20; ++i) {
    EXPECT_NEAR(motion.tracks()[i].knots().back().pose.position.y, 0.005 + 0.01 * i, 1e-4) << i;
    EXPECT_LT(norm(motion.tracks()[i].knots().back().velocity), 1e-3) << i;
  }
}

}  // namespace peal

// Lasting contacts: sliding turns into rolling, rolling slows down, a heap of bodies comes to rest.
#include <gtest/gtest.h>

#include "validation/motion/rigid/rigid_bodies.h"

namespace peal {
namespace {

RigidSetup bowled(double resistance) {
  RigidSetup setup;
  setup.rolling_resistance = resistance;
  setup.floor_friction = 0.3;
  setup.bodies = {ball(0.05, 2, {0, 0.05, 0}, {2, 0, 0})};
  setup.bodies[0].friction = 0.3;
  return setup;
}

}  // namespace

// Slides for 2 v / (7 mu g), then rolls with 5/7 of its speed.
TEST(Rolling, ASlidingBallEndsUpRollingWithFiveSevenths) {
  RigidMotion motion(bowled(0));
  EXPECT_TRUE(impacts_until(motion, 1).empty());
  const double until = 2 * 2 / (7 * 0.3 * 9.81);
  EXPECT_NEAR(motion.tracks()[0].velocity_at(until / 2).x, 2 - 0.3 * 9.81 * until / 2, 1e-6);
  EXPECT_NEAR(motion.tracks()[0].velocity_at(0.9).x, 2 * 5.0 / 7.0, 1e-6);
  EXPECT_NEAR(motion.tracks()[0].knots().back().spin.z, -2 * 5.0 / 7.0 / 0.05, 1e-4);
  EXPECT_NEAR(motion.tracks()[0].position_at(1).y, 0.05, 1e-9);
}

// m a R (1 + 2/5) = resistance R m g.
TEST(Rolling, ResistanceSlowsARollingBallUntilItStops) {
  RigidSetup setup = bowled(0.01);
  setup.bodies[0].velocity.x = 0.2;
  setup.bodies[0].spin.z = -4;
  RigidMotion motion(setup);
  motion.step(6);
  const double slowing = 0.01 * 9.81 / 1.4;
  EXPECT_NEAR(motion.tracks()[0].velocity_at(1).x, 0.2 - slowing, 2e-4);
  EXPECT_NEAR(motion.tracks()[0].position_at(6).x, 0.5 * 0.2 * 0.2 / slowing, 1e-3);
  EXPECT_TRUE(motion.tracks()[0].still_between(5, 6));
}

// On a slope (gravity turned) a bar slides with g (sin - mu cos), or stays below the friction
// angle.
TEST(Slope, BarSlidesAboveTheFrictionAngleAndStaysBelow) {
  for (const double angle : {0.2, 0.5}) {
    RigidSetup setup;
    setup.floor_friction = 0.3;
    setup.gravity = {9.81 * std::sin(angle), -9.81 * std::cos(angle), 0};
    setup.bodies = {bar({0.2, 0.01, 0.1}, 0.5, {0, 0.005, 0})};
    setup.bodies[0].friction = 0.3;
    RigidMotion motion(setup);
    EXPECT_TRUE(impacts_until(motion, 0.5).empty());
    const double a = std::max(0.0, 9.81 * (std::sin(angle) - 0.3 * std::cos(angle)));
    EXPECT_NEAR(motion.tracks()[0].position_at(0.5).x, 0.5 * a * 0.25, 1e-6);
  }
}

TEST(Pile, AHeapLosesEnergyStaysInItsBoxAndFallsSilent) {
  RigidSetup setup;
  const auto wall = [&](const Vec3& size, const Vec3& position) {
    setup.bodies.push_back(bar(size, 1, position));
    setup.bodies.back().fixed = true;
  };
  wall({0.02, 0.5, 0.3}, {-0.12, 0.251, 0});
  wall({0.02, 0.5, 0.3}, {0.12, 0.251, 0});
  wall({0.2, 0.5, 0.02}, {0, 0.251, -0.12});
  wall({0.2, 0.5, 0.02}, {0, 0.251, 0.12});
  for (int i = 0; i < 16; ++i) {
    const Vec3 place{(i % 2 ? 0.05 : -0.05) + 1e-3 * (i % 5), 0.05 + 0.05 * (i / 4),
                     (i / 2 % 2 ? 0.05 : -0.05) - 1e-3 * (i % 7)};
    if (i % 3 == 0)
      setup.bodies.push_back(ball(0.015, 0.1, place));
    else
      setup.bodies.push_back(
          bar({0.08, 0.008, 0.02}, 0.1, place, Quat::from_axis_angle({0.3, 0.1 * i, 1}, 0.02 * i)));
  }
  setup.rolling_resistance = 0.01;
  RigidMotion motion(setup);
  double last = 1e9;
  for (int block = 1; block <= 12; ++block) {
    motion.step(0.25 * block);
    double energy = 0;
    for (std::size_t i = 4; i < setup.bodies.size(); ++i) {
      const PoseKnot& knot = motion.tracks()[i].knots().back();
      energy += kinetic_energy(setup.bodies[i], knot) + 0.1 * 9.81 * knot.pose.position.y;
      EXPECT_LT(std::abs(knot.pose.position.x), 0.11);
      EXPECT_LT(std::abs(knot.pose.position.z), 0.11);
      EXPECT_GT(knot.pose.position.y, 0.0039);
    }
    EXPECT_LT(energy, last + 1e-6);
    last = energy;
  }
  EXPECT_TRUE(motion.step(4).impacts.empty());
  for (const PoseTrack& track : motion.tracks()) EXPECT_TRUE(track.still_between(3.5, 4));
}

}  // namespace peal

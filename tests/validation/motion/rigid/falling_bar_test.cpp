// Bars on the floor: impulse and angular momentum balance, flat landings, rest and silence.
#include <gtest/gtest.h>

#include "validation/motion/rigid/rigid_bodies.h"

namespace peal {
namespace {

RigidSetup falling(const Quat& rotation, double height, double step = 1e-3) {
  RigidSetup setup;
  setup.step = step;
  setup.floor_friction = setup.floor_restitution = 0.5;
  setup.bodies = {bar({0.2, 0.01, 0.02}, 0.3, {0, height, 0}, rotation)};
  setup.bodies[0].restitution = setup.bodies[0].friction = 0.5;
  return setup;
}

}  // namespace

TEST(FallingBar, TiltedBarKeepsItsAngularMomentumAboutTheTouchingPoint) {
  for (const double step : {0.25e-3, 1e-3, 2.5e-3}) {
    const Quat tilt = Quat::from_axis_angle({0.2, 0.3, 1}, 0.4);
    const RigidSetup setup = falling(tilt, 0.5, step);
    const RigidBodySetup& body = setup.bodies[0];
    RigidMotion motion(setup);
    const auto impacts = impacts_until(motion, 0.4);
    ASSERT_GE(impacts.size(), 2u);
    double lowest = 0;
    for (int k = 0; k < 8; ++k)
      lowest = std::min(
          lowest,
          rotate(tilt, {(k & 1 ? .1 : -.1), (k & 2 ? .005 : -.005), (k & 4 ? .01 : -.01)}).y);
    EXPECT_NEAR(impacts[0].time, std::sqrt(2 * (0.5 + lowest) / 9.81), 1e-12);
    for (const Impact& hit : impacts) {
      if (&hit != &impacts[0] && (&hit)[-1].time == hit.time) continue;
      if (&hit != &impacts.back() && (&hit)[1].time == hit.time) continue;
      const Jump jump = jump_at(motion.tracks()[0], hit.time);
      const Vec3 point = to_world(jump.before.pose, hit.point_a);
      EXPECT_NEAR(point.y, 0, 1e-9);
      const auto about_point = [&](const PoseKnot& k) {
        return cross(k.pose.position - point, body.mass * k.velocity) +
               angular_momentum(body, k.pose.rotation, k.spin);
      };
      EXPECT_NEAR(norm(about_point(jump.after) - about_point(jump.before)), 0, 1e-12);
      EXPECT_NEAR(norm(body.mass * (jump.after.velocity - jump.before.velocity) - hit.impulse), 0,
                  1e-12);
      const auto corner_speed = [&](const PoseKnot& k) {
        return (k.velocity + cross(k.spin, point - k.pose.position)).y;
      };
      EXPECT_NEAR(-corner_speed(jump.before), hit.closing_speed, 1e-9);
      EXPECT_LE(corner_speed(jump.after), 0.5 * hit.closing_speed + 1e-9);
      EXPECT_GE(corner_speed(jump.after), -1e-9);
      EXPECT_LT(kinetic_energy(body, jump.after), kinetic_energy(body, jump.before));
    }
  }
}

TEST(FallingBar, FlatLandingSharesTheImpulseAmongTheFourCorners) {
  const RigidSetup setup = falling({}, 0.105);
  RigidMotion motion(setup);
  const auto impacts = impacts_until(motion, 0.2);
  const double t = std::sqrt(0.2 / 9.81), v = std::sqrt(2 * 9.81 * 0.1);
  ASSERT_GE(impacts.size(), 4u);
  Vec3 sum;
  for (int k = 0; k < 4; ++k) {
    EXPECT_NEAR(impacts[k].time, t, 1e-11);
    EXPECT_NEAR(impacts[k].impulse.y / (0.3 * 1.5 * v / 4), 1, 1e-6);
    EXPECT_NEAR(std::hypot(impacts[k].impulse.x, impacts[k].impulse.z), 0,
                1e-6 * impacts[k].impulse.y)
        << "corners must not pull against each other";
    EXPECT_NEAR(impacts[k].point_a.y, -0.005, 1e-12);
    sum += impacts[k].impulse;
  }
  const Jump jump = jump_at(motion.tracks()[0], impacts[0].time);
  EXPECT_NEAR(norm(sum - 0.3 * (jump.after.velocity - jump.before.velocity)) / norm(sum), 0, 1e-12);
  EXPECT_NEAR(sum.y / (0.3 * 1.5 * v), 1, 1e-9);
}

// Every change of momentum that is not weight or support is an impact: all groups balance.
TEST(FallingBar, ImpulsesOfEveryGroupAreTheChangeOfMomentum) {
  RigidSetup setup = falling(Quat::from_axis_angle({0.1, 0, 1}, 0.05), 0.4);
  setup.min_closing_speed = 0;
  RigidMotion motion(setup);
  const auto impacts = impacts_until(motion, 2);
  ASSERT_GT(impacts.size(), 10u);
  int groups = 0;
  for (std::size_t i = 0; i < impacts.size();) {
    Vec3 sum;
    const double time = impacts[i].time;
    for (; i < impacts.size() && impacts[i].time == time; ++i) sum += impacts[i].impulse;
    const auto& knots = motion.tracks()[0].knots();
    Vec3 change;
    for (std::size_t k = 0; k + 1 < knots.size(); ++k)
      if (knots[k].time == time && knots[k + 1].time == time)
        change += 0.3 * (knots[k + 1].velocity - knots[k].velocity);
    EXPECT_NEAR(norm(sum - change), 0, 1e-6 * norm(sum) + 1e-12);
    ++groups;
  }
  EXPECT_GT(groups, 5);
}

TEST(FallingBar, ComesToRestFlatAndSilentForAnyStep) {
  for (const double step : {0.25e-3, 1e-3, 2.5e-3}) {
    RigidMotion motion(falling(Quat::from_axis_angle({0.3, 0, 1}, 0.6), 0.5, step));
    const auto impacts = impacts_until(motion, 4);
    ASSERT_GT(impacts.size(), 4u);
    fmt::print("step {} ms: {} impacts, the last at {:.3f} s\n", 1e3 * step, impacts.size(),
               impacts.back().time);
    EXPECT_LT(impacts.back().time, 2.5);
    EXPECT_TRUE(motion.tracks()[0].still_between(3, 4));
    const Pose rest = motion.tracks()[0].pose_at(4);
    const bool flat = std::abs(rest.position.y - 0.005) < 1e-5;
    const bool on_side = std::abs(rest.position.y - 0.01) < 1e-5;
    EXPECT_TRUE(flat || on_side) << rest.position.y;
  }
}

TEST(FallingBar, EnergyNeverGrows) {
  RigidSetup setup = falling(Quat::from_axis_angle({0.3, 0.2, 1}, 1.1), 0.3);
  setup.bodies[0].spin = {5, 2, 30};
  setup.bodies[0].velocity = {1, 0, 0};
  setup.bodies[0].restitution = setup.floor_restitution = 0.9;
  RigidMotion motion(setup);
  motion.step(3);
  double last = 1e9, growth = 0;
  for (const PoseKnot& k : motion.tracks()[0].knots()) {
    const double energy = kinetic_energy(setup.bodies[0], k) + 0.3 * 9.81 * k.pose.position.y;
    growth = std::max(growth, energy - last);
    last = energy;
  }
  fmt::print("largest growth of energy between knots {:.2e} J of {:.2f} J\n", growth,
             0.3 * 9.81 * 0.3);
  EXPECT_LT(growth, 2e-5);
}

// Speed lost to sliding friction: mu g.
TEST(FallingBar, SlidingBarSlowsDownByFriction) {
  RigidSetup setup = falling({}, 0.005);
  setup.bodies[0].velocity = {0, 0, 1};
  RigidMotion motion(setup);
  const auto impacts = impacts_until(motion, 1);
  EXPECT_TRUE(impacts.empty());
  EXPECT_NEAR(motion.tracks()[0].velocity_at(0.1).z, 1 - 0.5 * 9.81 * 0.1, 1e-6);
  EXPECT_NEAR(motion.tracks()[0].position_at(1).z, 1 / (2 * 0.5 * 9.81), 1e-5);
}

TEST(FallingBar, BarOnBarRests) {
  RigidSetup setup = falling({}, 0.005);
  setup.bodies.push_back(
      bar({0.1, 0.01, 0.02}, 0.1, {0.01, 0.05, 0}, Quat::from_axis_angle({0, 1, 0}, 0.3)));
  RigidMotion motion(setup);
  const auto impacts = impacts_until(motion, 3);
  ASSERT_FALSE(impacts.empty());
  EXPECT_NEAR(impacts[0].time, std::sqrt(2 * 0.035 / 9.81), 1e-7);
  EXPECT_NEAR(motion.tracks()[1].position_at(3).y, 0.015, 3e-5);
  EXPECT_TRUE(motion.tracks()[0].still_between(2.5, 3));
  EXPECT_TRUE(motion.tracks()[1].still_between(2.5, 3));
}

}  // namespace peal

// Impulses from outside: momentum, spin by the arm, parabolas, joints, what rests and sleeps.
#include <gtest/gtest.h>

#include "motion/rigid/rigid_world.h"
#include "validation/motion/rigid/rigid_bodies.h"

namespace peal {
namespace {

constexpr double kPushStep = 1e-3, kPushGravity = 9.81;

TEST(PushedBody, TakesTheImpulseAndItsMoment) {
  RigidSetup setup;
  setup.floor = false;
  setup.gravity = {};
  setup.step = kPushStep;
  const Quat turned = Quat::from_axis_angle({1, 2, -1}, 0.8);
  setup.bodies = {bar({0.12, 0.03, 0.08}, 0.4, {1, 2, 3}, turned)};
  setup.bodies[0].velocity = {0.5, 1, -2};
  setup.bodies[0].spin = {3, -5, 8};
  RigidMotion motion(setup);
  Vec3 momentum = 0.4 * setup.bodies[0].velocity,
       angular = angular_momentum(setup.bodies[0], turned, setup.bodies[0].spin);
  double worst = 0, worst_angular = 0;
  for (int k = 0; k < 200; ++k) {
    const double time = motion.world().time() + kPushStep * ((k * 37) % 100) / 100;
    const RigidState s = motion.world().state(0, time);
    const Vec3 impulse = 0.01 * Vec3{std::sin(1.0 * k), std::cos(2.3 * k), std::sin(0.7 * k)};
    const Vec3 point = to_world(s.pose, {0.06 * std::cos(1.9 * k), 0.015, -0.02});
    ASSERT_TRUE(motion.world().push(0, time, impulse, point));
    momentum += impulse;
    angular += cross(point - s.pose.position, impulse);
    motion.step(motion.coming());
    const RigidState now = motion.world().state(0, motion.world().time());
    worst = std::max(worst, norm(0.4 * now.velocity - momentum) / norm(momentum));
    const Vec3 of_spin = angular_momentum(setup.bodies[0], now.pose.rotation, now.spin);
    worst_angular = std::max(worst_angular, norm(of_spin - angular) / norm(angular));
    EXPECT_LT(norm(jump_at(motion.tracks()[0], time).after.velocity -
                   jump_at(motion.tracks()[0], time).before.velocity - impulse / 0.4),
              1e-14);
  }
  fmt::print("momentum {:.2e}, angular momentum {:.2e} relative\n", worst, worst_angular);
  EXPECT_LT(worst, 1e-12);
  EXPECT_LT(worst_angular, 1e-12);
}

// At the end of a bar of length l and mass m, across it: v = J/m, w = (J l/2) / (m l^2/12).
TEST(PushedBody, TurnsByTheArm) {
  RigidSetup setup;
  setup.floor = false;
  setup.gravity = {};
  const double l = 0.3, m = 0.2, impulse = 0.05;
  setup.bodies = {bar({l, 0.001, 0.001}, m, {0, 1, 0})};
  RigidMotion motion(setup);
  const Vec3 end{l / 2, 1, 0};
  motion.world().push(0, 0.0004, {0, impulse, 0}, end);
  motion.step(0.001);
  const RigidState s = motion.world().state(0, 0.001);
  const double inertia = setup.bodies[0].inertia_diagonal.z;
  EXPECT_NEAR(s.velocity.y, impulse / m, 1e-15);
  EXPECT_NEAR(s.spin.z, impulse * l / 2 / inertia, 1e-12);
  EXPECT_NEAR(s.spin.x, 0, 1e-15);
  // What side() says of the point foresees it: dv = (1/m + r^2/I) J.
  const SolverBody side = motion.world().side(0, 0.001);
  const Vec3 arm = rotate(s.pose.rotation, {l / 2, 0, 0});
  const Vec3 across = rotate(s.pose.rotation, {0, 1, 0});
  EXPECT_NEAR(response_along(side, arm, across), 1 / m + l * l / 4 / inertia, 1e-12);
  EXPECT_EQ(side.velocity, s.velocity);
}

// A ball thrown up from the floor, where it rests or sleeps, by a push inside a step.
TEST(PushedBody, FromTheFloorLandsWhereTheParabolaSays) {
  for (const double rest : {0.05, 1.0}) {
    for (const double part : {0.0, 0.3, 0.77}) {
      RigidSetup setup;
      setup.step = kPushStep;
      setup.bodies = {ball(0.02, 0.26, {0, 0.02, 0})};
      RigidMotion motion(setup);
      motion.step(rest);
      const double start = motion.world().time() + part * kPushStep;
      const Vec3 velocity{0.8, 2, -0.3}, place = motion.world().state(0, rest).pose.position;
      ASSERT_TRUE(motion.world().push(0, start, 0.26 * velocity, place));
      const auto impacts = impacts_until(motion, rest + 0.6);
      ASSERT_FALSE(impacts.empty());
      const double flight = 2 * velocity.y / kPushGravity;
      EXPECT_NEAR(impacts[0].time, start + flight, 1e-8) << rest << " " << part;
      const Vec3 landed = motion.tracks()[0].position_at(impacts[0].time);
      EXPECT_NEAR(landed.x, flight * velocity.x, 1e-8);
      EXPECT_NEAR(landed.z, flight * velocity.z, 1e-8);
      EXPECT_NEAR(impacts[0].closing_speed, velocity.y, 1e-7);
    }
  }
}

// In free flight nothing else acts: position to rounding, at any time.
TEST(PushedBody, InFlightGoesOnOnAnotherParabola) {
  RigidSetup setup;
  setup.step = kPushStep;
  setup.bodies = {ball(0.02, 0.26, {0, 1, 0}, {1, 0, 0})};
  RigidMotion motion(setup);
  motion.step(0.1);
  const double at = 0.12345;
  const Vec3 gained{-0.5, 1.5, 0.25};
  motion.world().push(0, at, 0.26 * gained, {0.12345, 1 - 0.5 * kPushGravity * at * at, 0});
  motion.step(0.4);
  for (const double t : {0.1234, 0.1235, 0.2, 0.4}) {
    const Vec3 exact = Vec3{t, 1 - 0.5 * kPushGravity * t * t, 0} + std::max(0.0, t - at) * gained;
    EXPECT_LT(norm(motion.tracks()[0].position_at(t) - exact), 1e-12) << t;
  }
}

TEST(PushedBody, WakesAndSleepsAgain) {
  RigidSetup setup;
  setup.step = kPushStep;
  setup.bodies = {bar({0.1, 0.02, 0.1}, 0.5, {0, 0.01, 0}), ball(0.02, 0.26, {0, 0.04, 0})};
  RigidMotion motion(setup);
  motion.step(1);
  for (const PoseTrack& track : motion.tracks()) EXPECT_TRUE(track.still_between(0.5, 1));
  // Sideways, and the ball on top does not stay where it was.
  motion.world().push(0, 1.0004, {0.5 * 0.5, 0, 0}, {0, 0.01, 0});
  motion.step(4);
  EXPECT_FALSE(motion.tracks()[0].still_between(1, 1.01));
  EXPECT_FALSE(motion.tracks()[1].still_between(1, 1.1));
  EXPECT_TRUE(motion.tracks()[0].still_between(3.5, 4));
  EXPECT_NEAR(motion.tracks()[0].position_at(4).y, 0.01, 1e-5);
}

TEST(PushedBody, SlidesAsFarAsFrictionLetsIt) {
  RigidSetup setup;
  setup.step = kPushStep;
  setup.bodies = {bar({0.1, 0.01, 0.1}, 0.5, {0, 0.005, 0})};
  setup.floor_friction = setup.bodies[0].friction = 0.3;
  setup.edge_resistance = 0;
  RigidMotion motion(setup);
  motion.step(1);
  const double speed = 1;
  motion.world().push(0, 1.0002, {0.5 * speed, 0, 0}, {0, 0.0, 0});  // at the sole: no tipping
  motion.step(3);
  const double way = speed * speed / (2 * 0.3 * kPushGravity);
  // Friction begins with the next step.
  EXPECT_NEAR(motion.tracks()[0].position_at(3).x, way, 2 * speed * kPushStep);
  EXPECT_NEAR(motion.tracks()[0].position_at(3).z, 0, 1e-4);
}

// Pressed down, the body passes the blow to what it lies on, and keeps nothing of it.
TEST(PushedBody, PassesABlowToTheFloor) {
  RigidSetup setup;
  setup.step = kPushStep;
  setup.bodies = {ball(0.02, 0.26, {0, 0.02, 0})};
  setup.floor_restitution = setup.bodies[0].restitution = 0.5;
  RigidMotion motion(setup);
  motion.step(1);
  const double speed = 0.8;
  motion.world().push(0, 1.0004, {0, -0.26 * speed, 0}, {0, 0.04, 0});
  const auto impacts = impacts_until(motion, 1.01);
  ASSERT_FALSE(impacts.empty());
  EXPECT_NEAR(impacts[0].time, 1.0004, 1e-5);
  EXPECT_NEAR(impacts[0].impulse.y, 1.5 * 0.26 * speed, 1e-6);
  EXPECT_NEAR(impacts[0].closing_speed, speed, 1e-6);
}

// On a ball joint a rod turns about it, and what the joint takes is not the rod's.
TEST(PushedBody, OnAJointTurnsAboutIt) {
  RigidSetup setup;
  setup.floor = false;
  setup.step = kPushStep;
  const double l = 0.4, m = 0.3;
  setup.bodies = {bar({0.01, l, 0.01}, m, {0, 1 - l / 2, 0})};
  RigidJoint joint;
  joint.a = 0;
  joint.local_a = {0, l / 2, 0}, joint.local_b = {0, 1, 0};
  setup.joints = {joint};
  RigidMotion motion(setup);
  motion.step(0.1);
  const double impulse = 0.02, at = 0.10037;
  motion.world().push(0, at, {impulse, 0, 0}, {0, 1 - l, 0});
  motion.step(0.2);
  const Jump jump = jump_at(motion.tracks()[0], at);
  const double about_end = setup.bodies[0].inertia_diagonal.z + m * l * l / 4;
  EXPECT_NEAR(jump.after.spin.z, impulse * l / about_end, 1e-9);
  EXPECT_NEAR(jump.after.velocity.x, jump.after.spin.z * l / 2, 1e-9);
  const Vec3 end = to_world(motion.tracks()[0].pose_at(0.2), {0, l / 2, 0});
  EXPECT_LT(norm(end - Vec3{0, 1, 0}), 1e-4);
}

// What a push sends on its way meets what is in it, in the same step and at its instant.
TEST(PushedBody, MeetsWhatIsInItsWayInTheSameStep) {
  RigidSetup setup;
  setup.floor = false;
  setup.gravity = {};
  setup.step = kPushStep;
  setup.bodies = {ball(0.02, 0.26, {0, 0, 0}), ball(0.02, 0.26, {0.0404, 0, 0})};
  for (auto& b : setup.bodies) b.restitution = 1;
  RigidMotion motion(setup);
  motion.step(0.01);
  motion.world().push(0, 0.0102, {0.26 * 2, 0, 0}, {});
  const auto impacts = impacts_until(motion, 0.02);
  ASSERT_EQ(impacts.size(), 1u);
  EXPECT_NEAR(impacts[0].time, 0.0102 + 0.0004 / 2, 1e-12);
  EXPECT_NEAR(motion.world().state(1, 0.02).velocity.x, 2, 1e-12);
  EXPECT_NEAR(motion.world().state(0, 0.02).velocity.x, 0, 1e-12);
}

// A push must not make a body pass through a thin one.
TEST(PushedBody, FastDoesNotPassThroughAThinPlate) {
  RigidSetup setup;
  setup.floor = false;
  setup.gravity = {};
  setup.step = 2.5e-3;
  setup.bodies = {ball(0.005, 0.004, {0, 0.05, 0}), bar({0.3, 0.001, 0.3}, 1, {0, 0, 0})};
  setup.bodies[1].fixed = true;
  RigidMotion motion(setup);
  motion.step(0.01);
  motion.world().push(0, 0.0101, {0, -0.004 * 60, 0}, {0, 0.05, 0});
  const auto impacts = impacts_until(motion, 0.05);
  ASSERT_FALSE(impacts.empty());
  EXPECT_NEAR(impacts[0].time, 0.0101 + (0.05 - 0.0055) / 60, 2e-5);
  EXPECT_GT(motion.tracks()[0].position_at(0.05).y, 0.05);
}

}  // namespace
}  // namespace peal

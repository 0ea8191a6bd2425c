// Joints, strings and animated bodies against closed forms.
#include <gtest/gtest.h>

#include "base/constants.h"
#include "rigid_bodies.h"

namespace peal {
namespace {

constexpr double kJointGravity = 9.81;

/// Times at which x(t) of a body passes zero upwards.
std::vector<double> upward_crossings(const PoseTrack& track, double end) {
  std::vector<double> times;
  double last = track.position_at(0).x;
  for (double t = 1e-4; t < end; t += 1e-4) {
    const double x = track.position_at(t).x;
    if (last < 0 && x >= 0) times.push_back(t - 1e-4 * x / (x - last));
    last = x;
  }
  return times;
}

double period(const PoseTrack& track, double end) {
  const auto times = upward_crossings(track, end);
  return times.size() < 2 ? 0 : (times.back() - times.front()) / double(times.size() - 1);
}

RigidSetup in_the_air() {
  RigidSetup setup;
  setup.floor = false;
  return setup;
}

RigidJoint joint(RigidJoint::Kind kind, const Vec3& on_a, const Vec3& in_world) {
  RigidJoint j;
  j.kind = kind;
  j.local_a = on_a, j.local_b = in_world;
  return j;
}

}  // namespace

TEST(Joints, ABallOnAStringIsAPendulum) {
  RigidSetup setup = in_the_air();
  const double length = 0.5, angle = 0.05;
  setup.bodies.push_back(
      ball(0.005, 0.01, {length * std::sin(angle), -length * std::cos(angle), 0}));
  setup.joints.push_back(joint(RigidJoint::Kind::string, {}, {}));
  setup.joints[0].length = length;
  RigidMotion motion(setup);
  motion.step(6);
  const double expected = 2 * kPi * std::sqrt(length / kJointGravity) * (1 + angle * angle / 16);
  EXPECT_NEAR(period(motion.tracks()[0], 6), expected, 0.003 * expected);
  // Its energy fades by less than a few percent in four periods, and it never gets longer.
  for (const PoseKnot& knot : motion.tracks()[0].knots())
    ASSERT_LT(norm(knot.pose.position), length * 1.0005);
  EXPECT_NEAR(norm(motion.tracks()[0].position_at(6)), length, 1e-3 * length);
}

TEST(Joints, ABallJointHoldsABarThatSwings) {
  RigidSetup setup = in_the_air();
  const double length = 0.4, angle = 0.08, d = length / 2;  // held at its end
  const Quat turn = Quat::from_axis_angle({0, 0, 1}, angle);
  setup.bodies.push_back(bar({0.01, length, 0.01}, 0.2, rotate(turn, {0, -d, 0}), turn));
  setup.joints.push_back(joint(RigidJoint::Kind::ball, {0, d, 0}, {}));
  RigidMotion motion(setup);
  motion.step(5);
  const double inertia = (length * length + 1e-4) / 12 + d * d;  // per mass, about the end
  const double expected =
      2 * kPi * std::sqrt(inertia / (kJointGravity * d)) * (1 + angle * angle / 16);
  EXPECT_NEAR(period(motion.tracks()[0], 5), expected, 0.003 * expected);
  for (const PoseKnot& knot : motion.tracks()[0].knots())
    ASSERT_LT(norm(to_world(knot.pose, {0, d, 0})), 2e-4) << knot.time;
}

TEST(Joints, AHingeTurnsAboutItsAxisOnly) {
  RigidSetup setup = in_the_air();
  setup.gravity = {0, -kJointGravity, 3};  // also pushes along the axis
  const double length = 0.4, d = length / 2;
  setup.bodies.push_back(bar({length, 0.01, 0.05}, 0.2, {d, 0, 0}));
  setup.joints.push_back(joint(RigidJoint::Kind::hinge, {-d, 0, 0}, {}));
  setup.joints[0].axis = {0, 0, 1};
  RigidMotion motion(setup);
  motion.step(2);
  double lowest = 0;
  for (const PoseKnot& knot : motion.tracks()[0].knots()) {
    ASSERT_NEAR(knot.pose.position.z, 0, 5e-4) << knot.time;
    ASSERT_NEAR(norm(knot.pose.position), d, 1e-3) << knot.time;
    lowest = std::min(lowest, knot.pose.position.y);
  }
  EXPECT_NEAR(lowest, -d, 2e-3);
}

TEST(Joints, ASlackStringLetsFallAndThenHolds) {
  RigidSetup setup = in_the_air();
  setup.bodies.push_back(ball(0.005, 0.01, {0, -0.1, 0}));
  setup.joints.push_back(joint(RigidJoint::Kind::string, {}, {}));
  setup.joints[0].length = 0.3;
  RigidMotion motion(setup);
  const MotionBlock& block = motion.step(2);
  EXPECT_TRUE(block.impacts.empty());  // a string makes no sound
  const double taut = std::sqrt(2 * 0.2 / kJointGravity);
  EXPECT_NEAR(motion.tracks()[0].position_at(0.9 * taut).y,
              -0.1 - kJointGravity * 0.81 * taut * taut / 2, 1e-5);
  for (double t = taut + 0.01; t < 2; t += 0.05)
    EXPECT_NEAR(motion.tracks()[0].position_at(t).y, -0.3, 2e-4) << t;
}

TEST(Animated, ABatThrowsABallAndIsNotStopped) {
  RigidSetup setup = in_the_air();
  setup.gravity = {};
  setup.bodies.push_back(bar({0.1, 0.02, 0.1}, 1, {0, 0, 0}));
  setup.bodies.push_back(ball(0.02, 5, {0, 0.1, 0}));
  for (RigidBodySetup& body : setup.bodies) body.restitution = 0.6;
  const double v = 2;
  setup.bodies[0].path.append({0, {}, {0, v, 0}, {}});
  setup.bodies[0].path.append({1, {{0, v, 0}, {}}, {0, v, 0}, {}});
  RigidMotion motion(setup);
  const auto impacts = impacts_until(motion, 0.5);
  ASSERT_EQ(impacts.size(), 1u);
  EXPECT_NEAR(impacts[0].time, (0.1 - 0.02 - 0.01) / v, 1e-9);
  EXPECT_NEAR(impacts[0].closing_speed, v, 1e-9);
  EXPECT_NEAR(norm(impacts[0].impulse), 5 * 1.6 * v, 1e-6);
  EXPECT_NEAR(motion.tracks()[1].velocity_at(0.4).y, 1.6 * v, 1e-9);
  EXPECT_NEAR(motion.tracks()[0].position_at(0.4).y, 0.8, 1e-12);
}

TEST(Animated, ATrayCarriesWhatLiesOnIt) {
  RigidSetup setup;
  setup.bodies.push_back(bar({0.4, 0.02, 0.4}, 1, {0, 0.5, 0}));
  setup.bodies.push_back(bar({0.05, 0.02, 0.05}, 0.1, {0, 0.52, 0}));
  for (RigidBodySetup& body : setup.bodies) body.friction = 0.5;
  // Speeds up gently to 0.3 m/s, after the box has slept for a while.
  PoseTrack& path = setup.bodies[0].path;
  path.append({0, {{0, 0.5, 0}, {}}, {}, {}});
  path.append({1, {{0, 0.5, 0}, {}}, {}, {}});
  path.append({2, {{0.15, 0.5, 0}, {}}, {0.3, 0, 0}, {}});
  path.append({3, {{0.45, 0.5, 0}, {}}, {0.3, 0, 0}, {}});
  RigidMotion motion(setup);
  const MotionBlock& block = motion.step(3);
  EXPECT_TRUE(block.impacts.empty());
  EXPECT_NEAR(motion.tracks()[1].position_at(3).x, 0.45, 2e-3);
  EXPECT_NEAR(motion.tracks()[1].position_at(3).y, 0.52, 1e-4);
}

TEST(Pairs, OwnRestitutionCountsInsteadOfTheMaterials) {
  RigidSetup setup;
  setup.bodies.push_back(ball(0.01, 0.1, {0, 0.11, 0}));
  setup.bodies[0].restitution = 0.2;
  setup.pairs.push_back({-1, 0, 0.9, -1});
  RigidMotion motion(setup);
  const auto impacts = impacts_until(motion, 0.2);
  ASSERT_FALSE(impacts.empty());
  const Jump jump = jump_at(motion.tracks()[0], impacts[0].time);
  EXPECT_NEAR(jump.after.velocity.y, -0.9 * jump.before.velocity.y, 1e-9);
}

TEST(Release, ABodyHangsUntouchedUntilItsTime) {
  RigidSetup setup;
  setup.bodies.push_back(ball(0.01, 0.1, {0, 1, 0}));
  setup.bodies.push_back(ball(0.01, 0.1, {0, 1, 0}));  // at the same place
  setup.bodies[1].release = 0.2;
  RigidMotion motion(setup);
  const auto impacts = impacts_until(motion, 0.5);
  EXPECT_NEAR(motion.tracks()[1].position_at(0.2).y, 1, 1e-12);
  EXPECT_NEAR(motion.tracks()[1].position_at(0.4).y, 1 - kJointGravity * 0.04 / 2, 1e-9);
  ASSERT_FALSE(impacts.empty());
  EXPECT_EQ(impacts[0].body_b, kFloor);
}

TEST(PreRoll, OnlyMovesTheMotionInTime) {
  const auto impacts_from = [](double begin) {
    RigidSetup setup;
    setup.begin = begin;
    setup.bodies.push_back(ball(0.01, 0.1, {0, 0.2, 0}));
    setup.bodies.push_back(
        bar({0.1, 0.01, 0.02}, 0.1, {0.2, 0.1, 0}, Quat::from_axis_angle({0, 0, 1}, 0.2)));
    RigidMotion motion(setup);
    auto impacts = impacts_until(motion, begin + 1);
    for (Impact& impact : impacts) impact.time -= begin;
    return impacts;
  };
  const auto plain = impacts_from(0), early = impacts_from(-1);
  ASSERT_GT(plain.size(), 10u);
  ASSERT_GE(early.size(), 10u);
  for (std::size_t i = 0; i < 8; ++i) {  // later ones differ by rounding that grows
    EXPECT_NEAR(early[i].time, plain[i].time, 1e-9) << i;
    EXPECT_NEAR(norm(early[i].impulse - plain[i].impulse), 0, 1e-6 * norm(plain[i].impulse)) << i;
  }
}

}  // namespace peal

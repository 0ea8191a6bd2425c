// Bodies seen and pushed from outside: what is accepted, in which order, and what is recorded.
#include <gtest/gtest.h>

#include "motion/rigid/rigid_world.h"
#include "support/error_of.h"
#include "validation/motion/rigid/rigid_bodies.h"

namespace peal {
namespace {

RigidSetup one_of_each() {
  RigidSetup setup;
  setup.floor = false;
  setup.bodies = {ball(0.02, 0.26, {0, 1, 0}), bar({0.2, 0.01, 0.02}, 0.3, {1, 1, 0}),
                  bar({0.2, 0.01, 0.02}, 0.3, {2, 1, 0}), ball(0.02, 0.26, {3, 1, 0}, {1, 0, 0})};
  setup.bodies[0].name = "ball";
  setup.bodies[1].fixed = true;
  setup.bodies[2].path.append({0, {{2, 1, 0}, {}}, {0, 1, 0}, {}});
  setup.bodies[2].path.append({1, {{2, 2, 0}, {}}, {0, 1, 0}, {}});
  setup.bodies[3].release = 0.1;
  return setup;
}

bool same(const RigidState& a, const RigidState& b) {
  return a.pose.position == b.pose.position && a.pose.rotation == b.pose.rotation &&
         a.velocity == b.velocity && a.spin == b.spin && a.angular_momentum == b.angular_momentum;
}

TEST(RigidPush, WhatCannotMoveRefuses) {
  RigidMotion motion(one_of_each());
  RigidWorld& world = motion.world();
  EXPECT_TRUE(world.push(0, 0, {1, 0, 0}, {0, 1, 0}));
  for (const int body : {1, 2, 3, kFloor}) {
    EXPECT_FALSE(world.push(body, 0, {1, 0, 0}, {1, 1, 0})) << body;
    EXPECT_EQ(world.side(body, 0).inverse_mass, 0) << body;
  }
  motion.step(0.05);
  EXPECT_TRUE(motion.tracks()[1].still_between(0, 0.05));
  EXPECT_EQ(world.state(2, 0.05).velocity, (Vec3{0, 1, 0})) << "goes its way";
  EXPECT_TRUE(motion.tracks()[3].still_between(0, 0.05)) << "hangs until it is released";
  EXPECT_GT(motion.tracks()[0].position_at(0.05).x, 0.1);
  // From the step on in which it is released it takes part.
  motion.step(0.1);
  EXPECT_TRUE(world.push(3, 0.1, {0.26, 0, 0}, {3, 1, 0}));
  EXPECT_EQ(world.state(3, 0.1).velocity, (Vec3{2, 0, 0}));
  motion.step(0.2);
  EXPECT_NEAR(world.state(3, 0.2).pose.position.x, 3.2, 1e-12);
}

TEST(RigidPush, TheFutureOnlyAndOnlyNumbers) {
  RigidMotion motion(one_of_each());
  RigidWorld& world = motion.world();
  motion.step(0.5);
  EXPECT_EQ(world.time(), 0.5);
  const std::string past = error_of([&] { world.push(0, 0.4995, {1, 0, 0}, {}); });
  EXPECT_NE(past.find("object 'ball' at 0.4995 s is in the past"), std::string::npos) << past;
  EXPECT_THROW(world.push(1, 0.1, {1, 0, 0}, {}), Error) << "also where it would be refused";
  EXPECT_THROW(world.push(0, std::nan(""), {1, 0, 0}, {}), Error);
  EXPECT_THROW(world.push(0, 0.5, {std::nan(""), 0, 0}, {}), Error);
  EXPECT_THROW(world.push(0, 0.5, {1, 0, 0}, {0, std::nan(""), 0}), Error);
  EXPECT_NE(error_of([&] {
              world.push(4, 0.5, {1, 0, 0}, {});
            }).find("no body 4"),
            std::string::npos);
  EXPECT_THROW(world.state(-2, 0.5), Error);
  EXPECT_NO_THROW(world.state(0, 0.499));
  const std::string gone = error_of([&] { world.state(0, 0.4); });
  EXPECT_NE(gone.find("object 'ball' at 0.4 s"), std::string::npos) << gone;
  EXPECT_THROW(world.state(0, std::nan("")), Error);
  const double before = norm(world.state(0, 0.5).velocity);
  motion.step(0.6);
  EXPECT_NEAR(norm(world.state(0, 0.6).velocity), before + 0.981, 1e-12) << "none of these acted";
}

TEST(RigidPush, PushesOfALaterStepWait) {
  RigidMotion motion(one_of_each());
  motion.world().push(0, 0.0305, {0.26, 0, 0}, {0, 1 - 0.5 * 9.81 * 0.0305 * 0.0305, 0});
  motion.step(0.03);
  EXPECT_EQ(motion.world().state(0, 0.03).velocity.x, 0);
  motion.step(0.031);
  EXPECT_NEAR(motion.world().state(0, 0.031).velocity.x, 1, 1e-12);
  EXPECT_NEAR(motion.world().state(0, 0.031).pose.position.x, 0.0005, 1e-12);
  EXPECT_NEAR(jump_at(motion.tracks()[0], 0.0305).after.velocity.x, 1, 1e-12);
}

// As it was in the last step, around an impact; as it will be in the coming one, around pushes.
TEST(RigidPush, StatesOfTheLastAndTheComingStep) {
  RigidSetup setup = one_of_each();
  setup.bodies[0].spin = {30, 10, 5};
  RigidMotion motion(setup);
  RigidWorld& world = motion.world();
  motion.step(0.01);
  const Vec3 v0 = world.state(0, 0.01).velocity, x0 = world.state(0, 0.01).pose.position;
  const double early = 0.01025, late = 0.01075, end = motion.coming();
  // Given in the wrong order; states asked for in between.
  world.push(0, late, {0, 0, 0.26}, {0.01, 1, 0});
  EXPECT_EQ(world.state(0, end).velocity.z, 1);
  world.push(0, early, {0.26, 0, 0}, {0, 1, 0.01});
  EXPECT_NEAR(world.state(0, 0.0102).velocity.x, 0, 1e-15);
  EXPECT_NEAR(world.state(0, 0.0105).velocity.x, 1, 1e-15);
  EXPECT_EQ(world.state(0, 0.0105).velocity.z, 0);
  std::vector<double> times{0.01, 0.0102, early, 0.0105, late, 0.0109};
  std::vector<RigidState> foreseen;
  for (const double t : times) foreseen.push_back(world.state(0, t));
  motion.step(end);
  for (std::size_t i = 0; i < times.size(); ++i)
    EXPECT_TRUE(same(world.state(0, times[i]), foreseen[i])) << "flies as foreseen, " << i;
  const double t = 0.0109 - 0.01;
  const Vec3 exact = x0 + t * v0 + Vec3{0.0109 - early, -0.5 * 9.81 * t * t, 0.0109 - late};
  EXPECT_LT(norm(world.state(0, 0.0109).pose.position - exact), 1e-15);
}

TEST(RigidPush, StatesOfTheLastStepKnowItsImpact) {
  RigidSetup setup;
  setup.bodies = {ball(0.02, 0.26, {0, 0.1, 0})};
  setup.floor_restitution = setup.bodies[0].restitution = 0.5;
  RigidMotion motion(setup);
  const double touch = std::sqrt(2 * 0.08 / 9.81), speed = 9.81 * touch;
  while (motion.world().time() < touch) motion.step(motion.coming());
  EXPECT_NEAR(motion.world().state(0, touch - 1e-6).velocity.y, -speed, 1e-4);
  EXPECT_NEAR(motion.world().state(0, touch + 1e-6).velocity.y, 0.5 * speed, 1e-4);
}

TEST(RigidPush, SeveralOfOneInstantActInTheirOrderAndLeaveTheirKnots) {
  RigidSetup setup = one_of_each();
  setup.gravity = {};
  RigidMotion motion(setup);
  RigidWorld& world = motion.world();
  motion.step(0.01);
  const double m = 0.26;
  world.push(0, 0.0103, {0, m, 0}, {0, 1, 0});
  world.push(0, 0.0107, {0, 0, m}, {0, 1, 0});
  world.push(0, 0.0103, {m, 0, 0}, {0, 1, 0});
  world.push(0, 0.01, {-m, 0, 0}, {0, 1, 0});
  motion.step(0.02);
  std::vector<std::pair<double, Vec3>> seen;
  for (const PoseKnot& k : motion.tracks()[0].knots())
    if (k.time >= 0.01 && k.time < 0.0109) seen.push_back({k.time, k.velocity});
  const std::vector<std::pair<double, Vec3>> expected{
      {0.01, {}},          {0.01, {-1, 0, 0}},  {0.0103, {-1, 0, 0}}, {0.0103, {-1, 1, 0}},
      {0.0103, {0, 1, 0}}, {0.0107, {0, 1, 0}}, {0.0107, {0, 1, 1}}};
  ASSERT_EQ(seen.size(), expected.size());
  for (std::size_t i = 0; i < seen.size(); ++i) {
    EXPECT_EQ(seen[i].first, expected[i].first) << i;
    EXPECT_LT(norm(seen[i].second - expected[i].second), 1e-15) << i;
  }
  EXPECT_FALSE(motion.tracks()[0].smooth_between(0.0102, 0.0104));
}

TEST(RigidPush, BlocksOfAnyLengthGiveTheSameBits) {
  const auto run = [](double block) {
    RigidSetup setup;
    setup.bodies = {bar({0.2, 0.01, 0.03}, 0.3, {0, 0.005, 0}), ball(0.02, 0.26, {0.05, 0.03, 0})};
    RigidMotion motion(setup);
    for (int k = 0; k < 40; ++k)
      motion.world().push(k % 2, 0.0101 + 0.00073 * k, {0.002 * k, -0.01, 0.003}, {0.06, 0.01, 0});
    for (int i = 1; i * block <= 0.30001; ++i) motion.step(i * block);
    return motion.tracks()[1].position_at(0.3);
  };
  EXPECT_EQ(run(0.3), run(0.001));
  EXPECT_EQ(run(0.3), run(0.0375));
}

TEST(RigidPush, TooMuchSpinIsSaidNotComputed) {
  RigidMotion motion(one_of_each());
  motion.world().push(0, 0.0005, {100, 0, 0}, {0, 1.02, 0});
  const std::string text = error_of([&] { motion.step(0.1); });
  EXPECT_NE(text.find("object 'ball'"), std::string::npos) << text;
}

}  // namespace
}  // namespace peal

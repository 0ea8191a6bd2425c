// An impact whose instant is exactly the end of a step is an impact like any other.
#include <gtest/gtest.h>

#include "validation/motion/rigid/rigid_bodies.h"

namespace peal {

TEST(StepBoundary, BallsThatMeetExactlyAtTheEndOfAStepRebound) {
  // Binary fractions throughout: the gap is exactly zero at 16 steps of 1/1024 s.
  RigidSetup setup;
  setup.step = 1.0 / 1024;
  setup.floor = false;
  setup.gravity = {};
  setup.bodies = {ball(0.03125, 0.1, {0, 0, 0}, {3, 0, 0}),
                  ball(0.03125, 0.1, {0.125, 0, 0}, {-1, 0, 0})};
  for (RigidBodySetup& body : setup.bodies) body.restitution = 0.5, body.friction = 0;
  RigidMotion motion(setup);
  const auto impacts = impacts_until(motion, 0.03);
  ASSERT_EQ(impacts.size(), 1u);
  EXPECT_DOUBLE_EQ(impacts[0].time, 0.015625);
  EXPECT_NEAR(impacts[0].impulse.x, -1.5 * 0.05 * 4, 1e-12);
  EXPECT_NEAR(
      motion.tracks()[1].knots().back().velocity.x - motion.tracks()[0].knots().back().velocity.x,
      0.5 * 4, 1e-12);
}

}  // namespace peal

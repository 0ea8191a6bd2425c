// Bodies that turn by more than half a revolution within one step of the scene.
#include <gtest/gtest.h>

#include "base/error.h"
#include "validation/motion/rigid/rigid_bodies.h"

namespace peal {

TEST(FastSpin, RotationIsThatOfTheSpin) {
  for (double spin : {30.0, 700.0, 4000.0, 20000.0}) {
    RigidSetup setup;
    setup.floor = false;
    setup.gravity = {};
    setup.bodies = {bar({0.03, 0.002, 0.01}, 0.005, {0, 0, 0})};
    setup.bodies[0].spin = {0, 0, spin};
    RigidMotion motion(setup);
    motion.step(0.05);
    double worst = 0;
    for (double t = 0; t < 0.05; t += 7.7e-5) {
      const Vec3 x = rotate(motion.tracks()[0].pose_at(t).rotation, {1, 0, 0});
      worst = std::max(worst, norm(x - Vec3{std::cos(spin * t), std::sin(spin * t), 0}));
    }
    EXPECT_LT(worst, 0.05) << spin;  // [rad]
  }
}

TEST(FastSpin, FasterThanTheStepCanFollowIsRefused) {
  RigidSetup setup;
  setup.bodies = {bar({0.03, 0.002, 0.01}, 0.005, {0, 1, 0})};
  setup.bodies[0].spin = {0, 0, 1e5};
  RigidMotion motion(setup);
  EXPECT_THROW(motion.step(0.01), Error);
}

}  // namespace peal

// Bodies that touch nothing: parabolas and conserved angular momentum.
#include <gtest/gtest.h>

#include "validation/motion/rigid/rigid_bodies.h"

namespace peal {

TEST(FreeMotion, ThrownBodyFliesAParabola) {
  RigidSetup setup;
  setup.floor = false;
  setup.step = 2.5e-3;
  setup.bodies = {bar({0.2, 0.01, 0.02}, 0.1, {1, 2, 3}, Quat::from_axis_angle({1, 2, 0}, 0.7))};
  setup.bodies[0].velocity = {3, 4, -1};
  setup.bodies[0].spin = {20, 5, -9};
  RigidMotion motion(setup);
  motion.step(2);
  double worst = 0;
  for (double t = 0; t < 2; t += 0.00137) {
    const Vec3 exact = Vec3{1, 2, 3} + t * Vec3{3, 4, -1} + Vec3{0, -0.5 * 9.81 * t * t, 0};
    worst = std::max(worst, norm(motion.tracks()[0].position_at(t) - exact));
  }
  fmt::print("parabola error {:.2e} m\n", worst);
  EXPECT_LT(worst, 1e-9);
}

// Unstable spin about the middle axis: the body tumbles, momentum and energy stay.
TEST(FreeMotion, TumblingBodyKeepsAngularMomentumAndEnergy) {
  RigidSetup setup;
  setup.floor = false;
  setup.gravity = {};
  setup.bodies = {bar({0.12, 0.03, 0.08}, 0.4, {0, 0, 0})};
  setup.bodies[0].spin = {0.1, 0.1, 30};
  RigidMotion motion(setup);
  motion.step(3);
  const PoseKnot first = motion.tracks()[0].knots().front();
  const Vec3 start = angular_momentum(setup.bodies[0], first.pose.rotation, first.spin);
  const double energy = kinetic_energy(setup.bodies[0], first);
  double worst = 0, worst_energy = 0, lowest = 1;
  for (const PoseKnot& k : motion.tracks()[0].knots()) {
    const Vec3 now = angular_momentum(setup.bodies[0], k.pose.rotation, k.spin);
    worst = std::max(worst, norm(now - start) / norm(start));
    worst_energy =
        std::max(worst_energy, std::abs(kinetic_energy(setup.bodies[0], k) / energy - 1));
    lowest = std::min(lowest, rotate(k.pose.rotation, {0, 0, 1}).z);
  }
  fmt::print("angular momentum {:.2e}, energy {:.2e} relative\n", worst, worst_energy);
  EXPECT_LT(worst, 1e-12);
  EXPECT_LT(worst_energy, 1e-6);
  RecordProperty("lowest", fmt::format("{}", lowest));
}

// The symmetry axis of a spinning top circles at L / I1.
TEST(FreeMotion, SymmetricBodyPrecessesAtTheRateOfTheory) {
  RigidSetup setup;
  setup.floor = false;
  setup.gravity = {};
  setup.bodies = {bar({0.1, 0.02, 0.1}, 0.3, {0, 0, 0})};
  const Vec3 spin{4, 40, 0};
  setup.bodies[0].spin = spin;
  RigidMotion motion(setup);
  motion.step(1);
  const Vec3 l = angular_momentum(setup.bodies[0], {}, spin);
  const double rate = norm(l) / setup.bodies[0].inertia_diagonal.x;
  double worst = 0;
  for (const PoseKnot& k : motion.tracks()[0].knots()) {
    const Vec3 exact = rotate(Quat::from_axis_angle(l, rate * k.time), {0, 1, 0});
    worst = std::max(worst, norm(rotate(k.pose.rotation, {0, 1, 0}) - exact));
  }
  fmt::print("axis error {:.2e} rad after 1 s\n", worst);
  EXPECT_LT(worst, 1e-5);
}

}  // namespace peal

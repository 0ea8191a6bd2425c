// The spring of rods' contacts alone: a mass against a wall, steps as long as the contact or a
// tenth of it, first touch anywhere in a step.
#include "motion/rods/hertz_press.h"

#include <gtest/gtest.h>

namespace peal {
namespace {

constexpr double kPressStep = 1.0 / 88200;  // [s]

/// Speed after over speed before. @param part of the first step after which it touches
double rebound(double mass, double stiffness, double speed, double restitution, double part) {
  HertzPress press;
  press.spring = {stiffness, rolling_loss(restitution, speed)};
  double gap = part * kPressStep * speed, velocity = -speed;
  const double before = 0.5 * mass * speed * speed;
  double energy = before;
  for (int n = 0; n < 10'000; ++n) {
    const PressStep step = press_step(press, gap, -velocity, 0.5 / mass, kPressStep);
    const double push =
        step.open ? 0 : std::max(0.0, (step.target - velocity) / (0.5 / mass + step.compliance));
    const double middle = velocity + 0.5 / mass * push;
    close_step(press, step, push, kPressStep);
    velocity += push / mass, gap += kPressStep * middle;
    const double now = 0.5 * mass * velocity * velocity + press.energy();
    EXPECT_LE(now, energy * (1 + 1e-12)) << n;
    energy = now;
    if (velocity > 0 && press.psi == 0) return velocity / speed;
  }
  return -1;
}

TEST(HertzPress, KeepsTheEnergyAtAnyStep) {
  // Hertz' time is 0.8 to 24 steps.
  for (const double stiffness : {1e8, 8e9, 1e11})
    for (const double speed : {0.1, 1.0, 3.0})
      for (int k = 0; k < 10; ++k)
        EXPECT_NEAR(rebound(0.002, stiffness, speed, 1, 0.05 + 0.1 * k), 1, 2e-3)
            << stiffness << " N/m^1.5, " << speed << " m/s, " << k;
}

TEST(HertzPress, LosesWhatTheMaterialsSay) {
  for (int k = 0; k < 10; ++k) {
    const double part = 0.05 + 0.1 * k;
    EXPECT_NEAR(rebound(0.002, 1e8, 1, 0.6, part), 0.6, 5e-3);  // 15 steps
    EXPECT_NEAR(rebound(0.002, 1e8, 1, 0.3, part), 0.3, 5e-3);
    EXPECT_NEAR(rebound(0.002, 8e9, 1, 0.6, part), 0.6, 0.06);  // 2.6 steps
  }
}

}  // namespace
}  // namespace peal

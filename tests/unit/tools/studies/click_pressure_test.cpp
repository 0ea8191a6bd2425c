// One blow at one point, as a render hears it, against the closed form of the ball.
#include "tools/studies/click_pressure.h"

#include <gtest/gtest.h>

#include "emission/fields/dipole_field.h"
#include "physics/wave/exact/click_sphere.h"
#include "tools/studies/study_table.h"

namespace peal {
namespace {

TEST(ClickPressure, BallIsItsClosedForm) {
  const double radius = 0.03, duration = 1e-3, start = 2.3e-4, rate = 192000;
  const Air air;
  const DipoleField field({radius, radius, radius}, 4 * kPi / 3 * radius * radius * radius, air,
                          rate);
  const Vec3 ear{0.2, 0.1, -0.05};
  VelocityJump velocity_jump;
  velocity_jump.velocity.x = 2 / kPi * duration;  // a half-sine of 1 m/s^2
  const ForceTimes force{start / 2, duration / 2, duration / 2};
  const std::vector<double> found =
      click_pressure(field, air, ear, velocity_jump, start / 2, force, 600);

  const ClickSphere sphere{radius, air};
  std::vector<double> exact;
  for (std::size_t n = 0; n < found.size(); ++n) {
    const double t = static_cast<double>(n) / rate - start;
    // ClickSphere counts from the surface, the force from its own start: both at time 0.
    exact.push_back(sphere.half_sine(norm(ear), ear.x / norm(ear), t, duration));
  }
  EXPECT_LT(relative_l2(found, exact), 2e-3);
  EXPECT_LT(relative_l2_below(5000, 1 / rate, found, exact), 2e-3);
}

TEST(RelativeL2, BelowAFrequencyLooksAtNothingElse) {
  const double step = 1e-5;
  std::vector<double> low, both;
  for (int n = 0; n < 4000; ++n) {
    const double window = std::sin(kPi * n / 4000) * std::sin(kPi * n / 4000);
    low.push_back(window * std::sin(2 * kPi * 1000 * n * step));
    both.push_back(low.back() + 0.5 * window * std::sin(2 * kPi * 9000 * n * step));
  }
  EXPECT_NEAR(relative_l2(both, low), 0.5, 1e-6);
  EXPECT_LT(relative_l2_below(5000, step, both, low), 1e-6);
}

}  // namespace
}  // namespace peal

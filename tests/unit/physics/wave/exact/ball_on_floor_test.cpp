// A ball and its image: added masses of potential flow, the boundary condition itself, and how far
// the superposition of the free fields is off.
#include "physics/wave/exact/ball_on_floor.h"

#include <gtest/gtest.h>

#include <cmath>

namespace peal {
namespace {

const Air kAir;
constexpr double kRadius = 0.0075;

double decibel(std::complex<double> ratio) { return 20 * std::log10(std::abs(ratio)); }

// Without sound: (1/2)(1 + 3/8 (a/h)^3) and (1/2)(1 + 3/16 (a/h)^3) far away (Lamb, art. 99, 138),
// 0.8031 and 0.6212 at contact.
TEST(BallOnFloor, AddedMassIsThatOfPotentialFlow) {
  const auto added = [](double height, int along) {
    return -BallOnFloor(kRadius, height * kRadius, along, 1e-3 / kRadius, kAir, 40)
                .reaction()
                .real();
  };
  for (const double h : {4.0, 8.0}) {
    const double cube = 1 / (h * h * h);
    EXPECT_NEAR(added(h, 0), 0.5 * (1 + 3.0 / 8 * cube), 0.5 * cube * cube * h);
    EXPECT_NEAR(added(h, 1), 0.5 * (1 + 3.0 / 16 * cube), 0.5 * cube * cube * h);
  }
  EXPECT_NEAR(added(1, 0), 0.8031, 0.002);
  EXPECT_NEAR(added(1, 1), 0.6212, 0.001);
}

// Sums of outgoing waves that are mirrored at the floor; what is left to show is that the ball's
// surface takes the air with it: dp/dn = -rho a_n, by differences.
TEST(BallOnFloor, SurfaceMovesAsItShould) {
  for (const int along : {0, 1})
    for (const double ka : {0.05, 0.5, 2.5}) {
      const double h = 1.1 * kRadius;
      const BallOnFloor ball(kRadius, h, along, ka / kRadius, kAir, 40);
      for (double angle = 0.13; angle < 3.1; angle += 0.31) {
        const double s = std::sin(angle), c = std::cos(angle), step = 1e-4 * kRadius;
        const auto p = [&](double r) { return ball.pressure(r * s, h + r * c); };
        const auto slope =
            (4.0 * p(kRadius + step) - 3.0 * p(kRadius) - p(kRadius + 2 * step)) / (2 * step);
        EXPECT_LT(std::abs(slope / kAir.density + (along ? s : c)), 2e-3) << ka << " " << angle;
      }
      for (const double x : {0.5, 1.5, 10.0})  // and the floor stands still
        EXPECT_LT(std::abs(ball.pressure(x * kRadius, 1e-6) - ball.pressure(x * kRadius, -1e-6)),
                  1e-9);
    }
}

TEST(BallOnFloor, FewTermsAreEnoughAtContact) {
  const double x = std::cos(kPi / 6), y = std::sin(kPi / 6);
  for (const int along : {0, 1})
    for (const double ka : {0.03, 0.3, 1.0, 2.75}) {
      const BallOnFloor few(kRadius, kRadius, along, ka / kRadius, kAir, 14),
          many(kRadius, kRadius, along, ka / kRadius, kAir, 44);
      EXPECT_NEAR(decibel(few.pressure(x, y) / many.pressure(x, y)), 0, 0.02) << along << " " << ka;
    }
}

// What mirroring alone leaves out, at 1 m and 30 degrees: docs/theory/floor.md quotes it.
TEST(BallOnFloor, SuperpositionIsOffByAFewDecibels) {
  const double x = std::cos(kPi / 6), y = std::sin(kPi / 6);
  const auto off = [&](double frequency, int along, double height) {
    const BallOnFloor ball(kRadius, height, along, 2 * kPi * frequency / kAir.speed_of_sound, kAir,
                           20);
    return decibel(ball.pressure(x, y) / ball.superposed(x, y));
  };
  EXPECT_NEAR(off(1000, 0, kRadius), -2.4, 0.1);
  EXPECT_NEAR(off(8000, 0, kRadius), -1.2, 0.1);
  EXPECT_NEAR(off(20000, 0, kRadius), 3.7, 0.1);
  EXPECT_NEAR(off(1000, 1, kRadius), 0.7, 0.05);
  EXPECT_NEAR(off(20000, 1, kRadius), -2.7, 0.1);
  EXPECT_NEAR(off(1000, 0, 4 * kRadius), 0, 0.1);  // three radii above the floor it is over
}

}  // namespace
}  // namespace peal

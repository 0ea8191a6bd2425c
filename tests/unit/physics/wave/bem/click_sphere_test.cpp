#include "physics/wave/exact/click_sphere.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "physics/wave/multipole/pulse_kernel.h"

namespace peal {
namespace {

/// S by the integral over the kernel: Simpson's rule between breaks of the acceleration.
double convolved(double x, double q, const std::function<double(double)>& acceleration, double from,
                 double to, int panels = 4000) {
  to = std::min(to, x);
  if (to <= from) return 0;
  const double step = (to - from) / (2 * panels);
  double sum = 0;
  for (int i = 0; i <= 2 * panels; ++i) {
    const double y = from + i * step, weight = i == 0 || i == 2 * panels ? 1 : i % 2 ? 4 : 2;
    sum += weight * acceleration(y) * sphere_kernel(std::max(0.0, x - y), q);
  }
  return sum * step / 3;
}

TEST(HalfSineResponse, IsTheConvolutionWithTheKernel) {
  for (double beta : {0.1, 1.0, 4.0}) {
    for (double q : {1.0, 8.0, 150.0}) {
      const HalfSineResponse s(q, beta);
      for (double x : {0.1, 0.9, 2.0, 3.5, 9.0}) {
        const double end = std::min(x, kPi / beta);
        const double expected = convolved(
            x, q, [&](double y) { return std::sin(beta * y); }, 0, end);
        EXPECT_NEAR(s.at(x), expected, 2e-10 * q) << beta << " " << q << " " << x;
      }
    }
  }
}

TEST(HalfSineResponse, StartsAtZeroAndHasNoJumpAtTheEnd) {
  for (double beta : {0.002, 0.3, 2.0, 69.0}) {
    for (double q : {1.0, 8.0, 150.0}) {
      const HalfSineResponse s(q, beta);
      const double end = kPi / beta;
      EXPECT_EQ(s.at(0), 0);
      EXPECT_EQ(s.at(-1), 0);
      EXPECT_NEAR(s.at(1e-9), 0, 1e-8 * q * beta + 1e-15 * q);
      EXPECT_NEAR(s.at(end * (1 - 1e-12)), s.at(end * (1 + 1e-12)), 1e-11 * q * (1 + beta)) << beta;
    }
  }
}

// Half the impulse of the acceleration: integral of S = 1/beta.
TEST(HalfSineResponse, IntegralOverAllTimeIsHalfTheImpulse) {
  for (double beta : {0.002, 0.3, 2.0, 69.0}) {
    for (double q : {1.0, 8.0, 150.0}) {
      const double sum = HalfSineResponse(q, beta).integral(-5, kPi / beta + 800);
      EXPECT_NEAR(sum * beta, 1, 1e-13 * q) << beta << " " << q;
    }
  }
}

TEST(HalfSineResponse, IntegralIsTheAreaUnderTheResponse) {
  const HalfSineResponse s(8, 1.7);
  const double end = kPi / 1.7;
  for (auto [from, to] : {std::pair{-0.5, 0.4}, {0.2, 1.1}, {1.0, 3.0}, {2.5, 4.0}, {-1.0, 9.0}}) {
    double sum = 0;
    for (auto [a, b] : {std::pair{std::max(from, 0.0), std::min(to, end)},
                        {std::max(from, end), std::max(to, end)}}) {
      if (b <= a) continue;
      const int n = 2000;
      const double step = (b - a) / (2 * n);
      for (int i = 0; i <= 2 * n; ++i)
        sum += (i == 0 || i == 2 * n ? 1 : i % 2 ? 4 : 2) * s.at(a + i * step) * step / 3;
    }
    EXPECT_NEAR(s.integral(from, to), sum, 1e-11) << from;
  }
}

// p -> rho a^3 cos/2 (acc / r^2 + acc' / (c r)): S -> (sin(beta x) + q beta cos(beta x)) / 2.
TEST(HalfSineResponse, OfASlowPushIsTheCompactDipole) {
  const double beta = 1e-5;
  for (double q : {1.0, 8.0, 1e5}) {
    const HalfSineResponse s(q, beta);
    const double x = 1 / beta;
    const double expected = (std::sin(1) + q * beta * std::cos(1)) / 2;
    EXPECT_NEAR(s.at(x) / expected, 1, 3e-5) << q;
  }
}

TEST(HalfSineResponse, SurvivesEveryArgument) {
  for (double beta : {1e-9, 1.0, 1e9})
    for (double q : {1.0, 1e6})
      for (double x : {-1e300, 0.0, 1e-300, 1.0, 1e4, 1e300}) {
        const HalfSineResponse s(q, beta);
        EXPECT_TRUE(std::isfinite(s.at(x)));
        EXPECT_TRUE(std::isfinite(s.integral(x - 1, x + 1)));
        EXPECT_TRUE(std::isfinite(TwoQuarterResponse(q, beta, beta / 2).at(x)));
        EXPECT_TRUE(std::isfinite(pulse_response(x, q, 1 / beta)));
      }
}

TEST(TwoQuarterResponse, WithEqualQuartersIsTheHalfSine) {
  for (double beta : {0.05, 0.8, 5.0}) {
    for (double q : {1.0, 8.0, 150.0}) {
      const HalfSineResponse half(q, beta);
      const TwoQuarterResponse two(q, beta, beta);
      for (double x : {0.1, 0.5, 1.0, 2.0, 4.0, 10.0, 40.0, 70.0})
        EXPECT_NEAR(two.at(x), half.at(x), 1e-14 * q) << beta << " " << q << " " << x;
    }
  }
}

TEST(TwoQuarterResponse, IsTheConvolutionWithTheKernel) {
  const double beta1 = 0.6, beta2 = 2.1, q = 8, peak = kPi / (2 * beta1);
  const double end = peak + kPi / (2 * beta2);
  const TwoQuarterResponse s(q, beta1, beta2);
  for (double x : {0.4, 2.0, 2.9, 3.5, 8.0}) {
    const double expected =
        convolved(
            x, q, [&](double y) { return std::sin(beta1 * y); }, 0, peak) +
        convolved(
            x, q, [&](double y) { return std::cos(beta2 * (y - peak)); }, peak, end);
    EXPECT_NEAR(s.at(x), expected, 1e-10) << x;
  }
}

TEST(PulseResponse, IsTheConvolutionWithTheKernel) {
  for (double eta : {0.3, 0.99, 1.01, 4.0, 60.0}) {
    for (double q : {1.0, 8.0, 150.0}) {
      for (double position : {-1.7, -0.6, 0.2, 0.9, 1.5, 2.3, 3.0}) {
        const double x = position * eta;
        double expected = 0;
        for (int piece = -2; piece < 2; ++piece)
          expected += convolved(
              x, q, [&](double y) { return pulse_kernel(y, eta); }, piece * eta, (piece + 1) * eta);
        EXPECT_NEAR(pulse_response(x, q, eta), expected, 1e-9 * q) << eta << " " << q << " " << x;
      }
    }
  }
}

TEST(PulseResponse, OfAWidePulseIsTheCompactDipoleWithoutLossOfDigits) {
  const double eta = 1e6, q = 1e6, x = 0.3 * eta;
  const double y = 0.7, slope = -(-45 * y * y + 36 * y + 9) / 18 / eta;
  // next terms: psi'' / eta^2 ~ 1e-12
  EXPECT_NEAR(pulse_response(x, q, eta), (pulse_kernel(x, eta) + q * slope) / 2, 3e-6);
  const double width = 1e-4;  // narrow: the kernel times the pulse's area
  EXPECT_NEAR(pulse_response(2, 8, width) / (width * sphere_kernel(2, 8)), 1, 1e-8);
}

TEST(ClickSphere, PressureOfALargerBallIsTheSameStretched) {
  const double s = 3.7;
  const ClickSphere small{0.004, {}}, large{0.004 * s, {}};
  for (double t : {1e-4, 1.2e-4, 1.5e-4, 2e-4}) {
    const double p = small.half_sine(0.03, 0.6, t, 5e-5);
    EXPECT_NEAR(large.half_sine(0.03 * s, 0.6, t * s, 5e-5 * s), s * p, 1e-13 * std::abs(p));
  }
}

TEST(ClickSphere, MeanOverASampleIsThePressureWhenTheSampleIsShort) {
  const ClickSphere ball{0.01, {}};
  for (double t : {1.8e-4, 2.2e-4, 3e-4}) {
    const double p = ball.half_sine(0.06, 1, t, 1e-4);
    EXPECT_NEAR(ball.half_sine_mean(0.06, 1, t, 1e-8, 1e-4), p, 1e-6 * std::abs(p) + 1e-12) << t;
  }
  // and all samples of a coarse grid together keep the impulse
  double sum = 0;
  const double step = 1.0 / 48000;
  for (int n = 0; n < 200; ++n) sum += ball.half_sine_mean(0.06, 1, n * step, step, 1e-4) * step;
  const double expected = 1.2041 * 1e-6 / (2 * 0.06 * 0.06) * 2e-4 / kPi;
  EXPECT_NEAR(sum / expected, 1, 1e-12);
}

}  // namespace
}  // namespace peal

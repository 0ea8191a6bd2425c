// Balls that ring against what is known of small sources, of impulses and of a rigid ball.
#include "dsp/grains/grain_ring.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/constants.h"

namespace peal {
namespace {

constexpr double kRate = 48000, kRadius = 0.01;
constexpr Air kAir{};

std::vector<float> heard(const GrainRingMode& mode, const GrainRingBlow& blow, const Vec3& ear,
                         int samples = 4800) {
  std::vector<float> out(static_cast<std::size_t>(samples), 0.0f);
  const GrainRingMode modes[] = {mode};
  GrainRing(kRadius, modes, kAir, kRate).add(blow, ear, 0, out);
  return out;
}

// A ball that breathes with the speed v of its surface: p = rho c v ika / (1 + ika) a / r.
TEST(GrainRing, ABreathingBallIsAMonopole) {
  const GrainRingMode mode{0, 2 * kPi * 3000, 20, 2e-3};
  const double r = 0.8, ka = mode.omega / kAir.speed_of_sound * kRadius;
  const auto p = heard(mode, {0, {}, {0, 0, 1}, 1e-4, 1e-6}, {r, 0, 0});
  double peak = 0;
  for (int n = 200; n < 232; ++n) peak = std::max(peak, std::abs(double(p[n])));
  const double v =
      1e-4 / mode.surface_mass * std::exp(-mode.sigma * (216 / kRate - r / kAir.speed_of_sound));
  const double expected =
      kAir.density * kAir.speed_of_sound * v * ka / std::sqrt(1 + ka * ka) * kRadius / r;
  EXPECT_NEAR(peak, expected, 0.01 * expected);
}

// Degree 1 is a rigid ball that swings: the closed form of acceleration noise, as its equation
// w'' + 2 w' + 2 w = a(x), p = rho a^3 cos / r^2 (w + q w'), x = c t' / a, q = r / a.
TEST(GrainRing, ASwingingBallIsThatOfAccelerationNoise) {
  const GrainRingMode mode{1, 2 * kPi * 2500, 60, 3e-3};
  const double r = 0.3, tau = 4e-4, impulse = 2e-4;
  const auto p = heard(mode, {0, {}, {0, 0, 1}, impulse, tau}, {0, 0, r});
  const int fine = 200;
  const double step = 1 / (kRate * fine), scale = kAir.speed_of_sound / kRadius, q = r / kRadius;
  // The oscillator: its speed is minus that of the surface along the pole.
  double place = 0, speed = 0, w = 0, slope = 0, worst = 0, peak = 0;
  const double arrival = (r - kRadius) / kAir.speed_of_sound;
  const double stiff = mode.omega * mode.omega + mode.sigma * mode.sigma;
  for (int n = 0; n < fine * 1500; ++n) {
    const double t = (n + 0.5) * step;
    const double force = t < tau ? impulse * kPi / (2 * tau) * std::sin(kPi * t / tau) : 0;
    const double acceleration = force / mode.surface_mass - 2 * mode.sigma * speed - stiff * place;
    speed += step * acceleration, place += step * speed;
    const double bend = -acceleration - 2 * slope - 2 * w;
    slope += step * scale * bend, w += step * scale * slope;
    const double sample = (arrival + (n + 1) * step) * kRate;
    const auto k = static_cast<std::size_t>(std::lround(sample));
    if (t > tau + 1.5e-4 && std::abs(sample - static_cast<double>(k)) < 0.5 / fine &&
        k < p.size()) {
      const double exact = kAir.density * std::pow(kRadius, 3) / (r * r) * (w + q * slope);
      worst = std::max(worst, std::abs(exact - double(p[k])));
      peak = std::max(peak, std::abs(exact));
    }
  }
  EXPECT_GT(peak, 0);
  EXPECT_LT(worst, 0.02 * peak);
}

// Struck for a time the mode hears the spectrum of a half-sine, cos(w tau / 2) / (1 - (w tau /
// pi)^2).
TEST(GrainRing, ALongBlowExcitesLess) {
  const GrainRingMode mode{2, 2 * kPi * 2870, 10, 3e-3};
  const auto loud = [&](double tau) {
    const auto p = heard(mode, {-tau / 2, {}, {0, 0, 1}, 1e-4, tau}, {0, 0, 0.4});
    double peak = 0;
    for (int n = 400; n < 450; ++n) peak = std::max(peak, std::abs(double(p[n])));
    return peak;
  };
  const double sharp = loud(1e-7);
  for (const double tau : {1e-4, 3e-4, 1.5e-3}) {
    const double x = mode.omega * tau;
    EXPECT_NEAR(loud(tau) / sharp, std::abs(std::cos(x / 2) / (1 - x * x / (kPi * kPi))), 0.01)
        << tau;
  }
}

TEST(GrainRing, TheSameBitsWhicheverPartIsAskedFor) {
  const GrainRingMode mode{3, 2 * kPi * 5000, 100, 3e-3};
  const GrainRingBlow blow{0.003, {0, 0.01, 0}, normalized(Vec3{1, 2, 3}), 1e-4, 3e-4};
  const Vec3 ear{0.3, 0.2, 0.1};
  const auto whole = heard(mode, blow, ear);
  const GrainRingMode modes[] = {mode};
  const GrainRing ring(kRadius, modes, kAir, kRate);
  for (const int from : {0, 37, 300, 1024}) {
    std::vector<float> part(517, 0.0f);
    ring.add(blow, ear, from, part);
    for (int n = 0; n < 517; ++n) ASSERT_EQ(part[n], whole[from + n]) << from << " " << n;
  }
}

TEST(GrainRing, StaysBelowItsBound) {
  for (const int degree : {0, 2, 4})
    for (const double tau : {1e-5, 2e-4, 2e-3}) {
      const GrainRingMode mode{degree, 2 * kPi * 4000, 50, 3e-3};
      const GrainRingMode modes[] = {mode};
      const double bound = GrainRing(kRadius, modes, kAir, kRate).bound(1e-4, tau, 0.2);
      for (const float p : heard(mode, {0, {}, {0, 0, 1}, 1e-4, tau}, {0, 0, 0.2}))
        EXPECT_LE(std::abs(p), bound);
    }
}

}  // namespace
}  // namespace peal

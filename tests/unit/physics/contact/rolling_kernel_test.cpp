#include "physics/contact/rolling_kernel.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/constants.h"
#include "base/rng.h"
#include "physics/contact/hertz.h"

namespace peal {
namespace {

/// Energy [J] stored at a compression [m].
double hertz_energy(const HertzSpring& spring, double compression) noexcept {
  const double d = std::max(compression, 0.0);
  return 0.4 * spring.stiffness * d * d * std::sqrt(d);
}

/// A mass over an immovable partner: free = v + (h/2) load/m, mobility = h/(2m), both exact.
struct Mass {
  double mass, velocity = 0, compression = 0;  // velocity of approach

  RollingSolution step(const HertzSpring& spring, double h, double load = 0, double rise = 0) {
    const double mobility = h / (2 * mass);
    const auto s =
        solve_rolling(spring, compression, velocity + mobility * load, mobility, h, rise);
    velocity += h * (load - s.force) / mass;
    compression = s.compression;
    return s;
  }
  double energy(const HertzSpring& spring) const {
    return 0.5 * mass * velocity * velocity + hertz_energy(spring, compression);
  }
};

struct Bounce {
  double restitution, duration, energy_error;
};

Bounce bounce(const HertzSpring& spring, double mass, double speed, double h) {
  Mass m{mass, speed};
  const double before = m.energy(spring);
  double error = 0;
  for (int n = 1; n < 2000000; ++n) {
    const double last = m.compression;
    m.step(spring, h);
    error = std::max(error, std::abs(m.energy(spring) / before - 1));
    if (m.compression <= 0)  // opened in the middle of this sample
      return {-m.velocity / speed, h * (n - m.compression / (m.compression - last)), error};
  }
  ADD_FAILURE() << "never rebounds";
  return {};
}

/// Ball of 20 mm, steel on steel.
const HertzPair kBall{0.01, 0.033, 1.1e11};

void energy_never_grows(int systems, std::uint64_t seed) {
  KeyedRng rng(seed, 0, 0);
  const auto spread = [&](double from, double to) { return std::pow(10.0, rng.uniform(from, to)); };
  double worst = -1;
  int most_iterations = 0;
  for (int i = 0; i < systems; ++i) {
    const HertzSpring spring{spread(0, 15), rng.uniform() < 0.3 ? 0 : spread(-3, 4)};
    const double h = 1 / spread(4, 6);
    Mass m{spread(-8, 3), (rng.uniform() < 0.5 ? 1 : -1) * spread(-5, 2),
           (rng.uniform() < 0.6 ? 1 : -1) * spread(-10, -2)};
    double before = m.energy(spring);
    for (int n = 0; n < 3; ++n) {
      const auto s = m.step(spring, h);
      ASSERT_GE(s.force, 0);
      const double after = m.energy(spring);
      worst = std::max(worst, after / before - 1);
      before = after;
      most_iterations = std::max(most_iterations, s.iterations);
    }
  }
  EXPECT_LT(worst, 1e-13);
  EXPECT_LT(most_iterations, kRollingIterations);
}

}  // namespace

TEST(Rolling, StepSolvesItsEquation) {
  KeyedRng rng(3, 0, 0);
  for (int i = 0; i < 20000; ++i) {
    const HertzSpring spring{1e9, rng.uniform(0, 3)};
    const double h = 1e-5, d0 = rng.uniform(-1e-6, 3e-6), free = rng.uniform(-0.3, 0.3);
    const double mobility = std::pow(10.0, rng.uniform(-5, -1)), rise = rng.uniform(-1e-6, 1e-6);
    const auto s = solve_rolling(spring, d0, free, mobility, h, rise);
    const double x = s.compression - d0;
    ASSERT_NEAR(s.velocity, free - mobility * s.force, 1e-15);
    ASSERT_NEAR(x, h * s.velocity + rise, 1e-19);
    if (std::abs(x) < 1e-8) continue;  // the quotient as it is written
    const double chord = (hertz_energy(spring, s.compression) - hertz_energy(spring, d0)) / x;
    const double expected = chord * std::max(1 + spring.loss * x / h, 0.0);
    ASSERT_NEAR(s.force, expected, 1e-9 * expected + 1e-9);
  }
}

TEST(Rolling, ReboundWithoutLossKeepsTheEnergy) {
  const double k = hertz_contact(kBall, 1).stiffness;
  for (const double speed : {0.1, 0.3, 1.0})
    for (const double rate : {48e3, 192e3, 10e6}) {
      const Bounce b = bounce({k, 0}, kBall.mass, speed, 1 / rate);
      EXPECT_LT(b.energy_error, 1e-12) << speed << " " << rate;
      EXPECT_NEAR(b.restitution, 1, 1e-12);
    }
}

TEST(Rolling, ContactTimeIsThatOfHertz) {
  for (const double speed : {0.1, 0.3, 1.0}) {
    const HertzContact hertz = hertz_contact(kBall, speed);
    const Bounce b = bounce({hertz.stiffness, 0}, kBall.mass, speed, hertz.duration / 500);
    EXPECT_NEAR(b.duration / hertz.duration, 1, 2e-3) << speed;
  }
}

TEST(Rolling, RestitutionFollowsHuntAndCrossley) {
  for (const double speed : {0.1, 1.0})
    for (const double lost : {0.001, 0.005, 0.01}) {  // 1 - e; the law holds for small losses
      const HertzContact hertz = hertz_contact(kBall, speed);
      const HertzSpring spring{hertz.stiffness, 1.5 * lost / speed};
      const Bounce b = bounce(spring, kBall.mass, speed, hertz.duration / 2000);
      EXPECT_NEAR((1 - b.restitution) / lost, 1, 0.02) << speed << " " << lost;
    }
}

TEST(Rolling, LossGivesTheRestitutionThatWasAskedFor) {
  for (const double speed : {0.1, 1.0})
    for (const double e : {0.1, 0.3, 0.6, 0.9, 0.99, 0.9995}) {
      const HertzContact hertz = hertz_contact(kBall, speed);
      const HertzSpring spring{hertz.stiffness, rolling_loss(e, speed)};
      EXPECT_NEAR(bounce(spring, kBall.mass, speed, hertz.duration / 2000).restitution, e,
                  1e-3 * (1 - e))
          << speed;
    }
}

TEST(Rolling, LoadSettlesWhereTheSpringCarriesIt) {
  const double k = hertz_contact(kBall, 1).stiffness, weight = kBall.mass * 9.81;
  const HertzSpring spring{k, 20};
  Mass m{kBall.mass};
  double force = 0;
  for (int n = 0; n < 40000; ++n) force = m.step(spring, 1 / 96e3, weight).force;
  EXPECT_NEAR(m.compression, std::pow(weight / k, 2.0 / 3), 1e-9 * m.compression);
  EXPECT_NEAR(force, weight, 1e-9 * weight);
}

TEST(Rolling, SmallOscillationsHaveTheFrequencyOfTheTangent) {
  const double k = hertz_contact(kBall, 1).stiffness, weight = kBall.mass * 9.81;
  const double rest = std::pow(weight / k, 2.0 / 3);
  const double frequency = std::sqrt(1.5 * k * std::sqrt(rest) / kBall.mass) / (2 * kPi);
  const double h = 1 / (200 * frequency);
  Mass m{kBall.mass, 0, rest * 1.01};
  double first = 0, last = 0;
  int count = 0;
  for (int n = 1; n < 20000; ++n) {
    const double before = m.compression - rest;
    m.step({k, 0}, h, weight);
    const double after = m.compression - rest;
    if (before < 0 && after >= 0) {
      last = h * (n - after / (after - before));
      if (count++ == 0) first = last;
    }
  }
  EXPECT_NEAR((count - 1) / (last - first) / frequency, 1, 1e-3);
  EXPECT_NEAR(frequency, 2200, 50);
}

TEST(Rolling, EnergyNeverGrowsInStiffSystems) { energy_never_grows(100000, 1); }

TEST(RollingSlow, EnergyNeverGrowsInAMillionStiffSystems) { energy_never_grows(1000000, 2); }

TEST(Rolling, ForceOnlyPushesAndAnOpenContactIsFree) {
  const HertzSpring spring{1e10, 5};
  const auto open = solve_rolling(spring, -1e-6, 0.01, 1e-3, 1e-5, 0);
  EXPECT_EQ(open.force, 0);
  EXPECT_EQ(open.velocity, 0.01);
  EXPECT_NEAR(open.compression, -0.9e-6, 1e-18);
  // Pulled apart faster than the spring can follow: no suction.
  EXPECT_EQ(solve_rolling(spring, 1e-7, -1, 1e-3, 1e-5, 0).force, 0);
  // Pressed harder, the force is greater.
  double last = 0;
  for (double v = 0.001; v < 1; v *= 1.1) {
    const double f = solve_rolling(spring, 0, v, 1e-3, 1e-5, 0).force;
    EXPECT_GT(f, last);
    last = f;
  }
}

TEST(Rolling, AJumpOfTheProfileGivesAFiniteForce) {
  const double h = 1 / 48e3, loss = 1;
  for (const double mobility : {0.0, 1e-9, 1e-3, 1e12}) {
    const auto up = solve_rolling({1e15, loss}, 1e-7, 0, mobility, h, 1);
    EXPECT_TRUE(std::isfinite(up.force));
    EXPECT_GT(up.force, 0);
    // The loss stops an opening at d' = -1/loss: the force can do no more than fill this way.
    if (mobility > 0) {
      EXPECT_LE(up.force, (1 + 1e-12) * (1 + h / loss) / (h * mobility));
    }
    EXPECT_EQ(solve_rolling({1e15, loss}, 1e-7, 0, mobility, h, -1).force, 0);
  }
}

// The guess only shortens the way to the one root there is.
TEST(Rolling, AGuessChangesNothing) {
  int closed = 0;
  for (const double k : {1e7, 1e10})
    for (const double loss : {0.0, 0.5, 20.0})
      for (const double d : {1e-8, 1e-6, 1e-5})
        for (const double free : {-0.02, 0.0, 0.01, 0.3})
          for (const double mobility : {1e-4, 0.1, 10.0, 1e3})
            for (const double h : {1e-7, 1e-6, 2e-5}) {
              const auto plain = solve_rolling({k, loss}, d, free, mobility, h, 0);
              if (plain.compression < 1e-3 * d) continue;
              ++closed;
              for (const double factor : {0.5, 0.9, 0.999, 1.01, 1.2, 2.0}) {
                const double guess = factor * plain.force;
                const auto fine = solve_rolling({k, loss}, d, free, mobility, h, 0, guess);
                ASSERT_NEAR(fine.force, plain.force, 1e-9 * plain.force)
                    << k << " " << loss << " " << d << " " << free << " " << mobility << " " << h;
                ASSERT_NEAR(fine.compression, plain.compression, 1e-9 * plain.compression);
                const auto rough = solve_rolling({k, loss}, d, free, mobility, h, 0, guess, 1e-3);
                // The cube of 1e-3 in the way; loss makes the law as much steeper.
                const double steep = 1 + loss * d / h;
                ASSERT_NEAR(rough.force, plain.force, 2e-8 * steep * plain.force);
                ASSERT_NEAR(rough.compression, plain.compression, 2e-8 * plain.compression);
              }
            }
  EXPECT_GT(closed, 300);
}

TEST(Rolling, EveryNumberGivesFiniteResults) {
  const double nan = std::nan(""), inf = std::numeric_limits<double>::infinity();
  const double odd[] = {0, 1, -1, 1e-300, 1e300, -1e300, 1e15, 1e12, 1e-6, -1e-6, nan, inf, -inf};
  for (const double k : odd)
    for (const double loss : {0.0, 1.0, 1e300, -1.0, nan})
      for (const double d : odd)
        for (const double free : odd)
          for (const double mobility : {0.0, 1e-3, 1e12, 1e300, -1.0, nan})
            for (const double h : {1e-5, 0.0, 1e300, nan})
              for (const double rise : {0.0, 1e-6, -1.0, 1e300, nan}) {
                const auto s = solve_rolling({k, loss}, d, free, mobility, h, rise);
                ASSERT_TRUE(std::isfinite(s.force) && std::isfinite(s.velocity) &&
                            std::isfinite(s.compression))
                    << k << " " << loss << " " << d << " " << free << " " << mobility << " " << h;
                ASSERT_GE(s.force, 0);
                ASSERT_LE(s.iterations, kRollingIterations);
                const auto guessed = solve_rolling({k, loss}, d, free, mobility, h, rise, 1);
                ASSERT_TRUE(std::isfinite(guessed.force) && std::isfinite(guessed.velocity) &&
                            std::isfinite(guessed.compression) && guessed.force >= 0)
                    << k << " " << loss << " " << d << " " << free << " " << mobility << " " << h;
              }
}

TEST(Rolling, LossFollowsTheRestitution) {
  EXPECT_EQ(rolling_loss(1, 0.3), 0);
  EXPECT_NEAR(rolling_loss(1 - 1e-5, 0.5), 3e-5, 1e-9);
  EXPECT_EQ(rolling_loss(0, 1), rolling_loss(0.05, 1));
  for (const double bad : {-1.0, 2.0, std::nan(""), 1e300})
    for (const double speed : {0.0, -1.0, std::nan(""), 1e300}) {
      EXPECT_TRUE(std::isfinite(rolling_loss(bad, speed)));
      EXPECT_GE(rolling_loss(bad, speed), 0);
    }
}

}  // namespace peal

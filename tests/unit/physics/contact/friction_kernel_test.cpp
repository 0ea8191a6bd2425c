// Bristle friction: the solver against the law written out again, and against known solutions of
// Dahl's and the LuGre model.
#include "physics/contact/friction_kernel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "base/rng.h"

namespace peal {
namespace {

constexpr double kHalf = 0.5 / 44100;

double most_bend(const FrictionLaw& law, double normal, double v) {
  const double fc = law.dynamic_friction * normal, fs = law.static_friction * normal;
  return (fc + (fs - fc) * std::exp(-std::pow(v / law.stribeck_speed, 2))) / law.stiffness;
}

/// dz/dt as the equations say it, with signs and magnitudes.
double rate_of(const FrictionLaw& law, double normal, double v, double z) {
  const double most = most_bend(law, normal, v);
  const double yield = law.breakaway * law.dynamic_friction * normal / law.stiffness;
  double alpha = 1;
  if (law.adhesion == Adhesion::elasto_plastic) {
    if (v * z <= 0 || std::fabs(z) <= yield)
      alpha = 0;
    else if (std::fabs(z) < most)
      alpha = 0.5 * (1 + std::sin(kPi * (std::fabs(z) - 0.5 * (most + yield)) / (most - yield)));
  }
  return v - alpha * std::fabs(v) * z / most;
}

struct Problem {
  FrictionLaw law;
  double normal, free, mobility, z;
};

Problem random_problem(std::uint64_t i, bool wild) {
  KeyedRng rng(3, 5, i);
  const auto decades = [&](double from, double to) { return std::pow(10, rng.uniform(from, to)); };
  const auto sign = [&] { return rng.uniform() < 0.5 ? -1.0 : 1.0; };
  const double w = wild ? 1 : 0;
  Problem p;
  p.law.stiffness = decades(2 - 3 * w, 9 + 4 * w);
  p.law.damping = rng.uniform() < 0.3 ? 0 : decades(-3, 3);
  p.law.viscosity = rng.uniform() < 0.3 ? 0 : decades(-3, 2);
  p.law.roughness = 0;
  p.law.dynamic_friction = decades(-2, 0.3);
  p.law.static_friction = p.law.dynamic_friction * (1 + rng.uniform(0, 3));
  p.law.stribeck_speed = decades(-4 - w, 1);
  p.law.breakaway = rng.uniform() < 0.2 ? 0 : rng.uniform(0, 0.999);
  p.law.adhesion = rng.uniform() < 0.5 ? Adhesion::always : Adhesion::elasto_plastic;
  p.normal = decades(-3 - 3 * w, 3 + 6 * w);
  p.free = sign() * decades(-5, 2 + 3 * w);
  p.mobility = rng.uniform() < 0.1 ? 0 : decades(-9 - 3 * w, 2 + 10 * w);
  p.z = sign() * decades(-4, 0.5 + 4 * w) * p.normal / p.law.stiffness;
  return p;
}

TEST(FrictionKernel, SolvesTheLawAndTheMotionTogether) {
  for (std::uint64_t i = 0; i < 200000; ++i) {
    const Problem p = random_problem(i, false);
    const auto s = solve_friction(p.law, p.normal, p.free, p.mobility, p.z, kHalf, 0);
    ASSERT_LT(s.iterations, kFrictionIterations) << i;
    const double z = p.z + kHalf * s.rate;
    const double f = p.law.stiffness * z + p.law.damping * s.rate + p.law.viscosity * s.velocity;
    const double size = p.law.stiffness * (std::fabs(p.z) + kHalf * std::fabs(s.rate)) +
                        p.law.damping * std::fabs(s.rate) + p.law.viscosity * std::fabs(s.velocity);
    ASSERT_NEAR(s.force, f, 1e-14 * size) << i;
    ASSERT_NEAR(s.velocity, p.free - p.mobility * s.force,
                1e-13 * (std::fabs(p.free) + p.mobility * size))
        << i;
    // y is the law's for a velocity and a bend that differ by 1e-10 and by rounding: the last digit
    // of z moves y by that over the half step, and v by K times as much.
    const double digit = 4e-16 * (std::fabs(p.z) + kHalf * std::fabs(s.rate));
    const double k = p.mobility * (p.law.stiffness * kHalf + p.law.damping);
    const double by_z = 1e-10 * std::fabs(z) + digit;
    const double by_v = 1e-10 * std::fabs(s.velocity) + k * digit / kHalf;
    double low = 1e300, high = -1e300;
    for (const double a : {-1.0, 0.0, 1.0})
      for (const double b : {-1.0, 0.0, 1.0}) {
        const double y = rate_of(p.law, p.normal, s.velocity + a * by_v, z + b * by_z);
        low = std::min(low, y), high = std::max(high, y);
      }
    const double room = 1e-10 * std::fabs(s.velocity) + digit / kHalf;
    ASSERT_GE(s.rate, low - room) << i;
    ASSERT_LE(s.rate, high + room) << i;
  }
}

TEST(FrictionKernel, IsOddAndFindsTheSameFromAnyGuess) {
  for (std::uint64_t i = 0; i < 20000; ++i) {
    Problem p = random_problem(i, false);
    p.law.static_friction = p.law.dynamic_friction;  // without weakening there is one solution
    const auto a = solve_friction(p.law, p.normal, p.free, p.mobility, p.z, kHalf, 0);
    const auto b = solve_friction(p.law, p.normal, -p.free, p.mobility, -p.z, kHalf, 0);
    ASSERT_EQ(a.force, -b.force) << i;
    ASSERT_EQ(a.rate, -b.rate) << i;
    const auto c = solve_friction(p.law, p.normal, p.free, p.mobility, p.z, kHalf, 0, 10 * p.free);
    const double bend = std::fabs(p.z) + p.law.dynamic_friction * p.normal / p.law.stiffness;
    ASSERT_NEAR(kHalf * a.rate, kHalf * c.rate, 1e-11 * bend) << i;
  }
}

TEST(FrictionKernel, NoFiniteNumberMakesItStumble) {
  const double sizes[] = {0, 1e-300, 1e-30, 1e-9, 1e-3, 1, 1e3, 1e9, 1e12, 1e30, 1e300};
  int most = 0;
  for (const Adhesion adhesion : {Adhesion::elasto_plastic, Adhesion::always})
    for (const double stiffness : {1e-3, 1e4, 1e15})
      for (const double breakaway : {0.0, 0.7, 1 - 1e-16})
        for (const double normal : sizes)
          for (const double free : sizes)
            for (const double mobility : sizes)
              for (const double z : sizes)
                for (const double sign : {-1.0, 1.0}) {
                  FrictionLaw law;
                  law.stiffness = stiffness, law.breakaway = breakaway, law.adhesion = adhesion;
                  const auto s =
                      solve_friction(law, normal, free, mobility, sign * z, kHalf, 0.5, 1e300);
                  ASSERT_TRUE(std::isfinite(s.force) && std::isfinite(s.velocity) &&
                              std::isfinite(s.rate));
                  most = std::max(most, s.iterations);
                }
  EXPECT_LE(most, kFrictionIterations);
  for (std::uint64_t i = 0; i < 100000; ++i) {
    const Problem p = random_problem(i, true);
    const auto s = solve_friction(p.law, p.normal, p.free, p.mobility, p.z, kHalf, 0);
    ASSERT_TRUE(std::isfinite(s.force) && std::isfinite(s.rate)) << i;
    ASSERT_LT(s.iterations, kFrictionIterations) << i;
  }
}

TEST(FrictionKernel, AnOpenContactHasNoForceAndForgets) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double normal : {0.0, -1.0, -1e9, nan, -HUGE_VAL}) {
    FrictionBristle bristle{1e-5, 0.1, 0.1};
    const auto s = bristle.solve({}, normal, 0.3, 1e-3, kHalf);
    EXPECT_TRUE(s.open);
    EXPECT_EQ(s.force, 0);
    EXPECT_EQ(s.velocity, 0.3);
    bristle.accept(s, kHalf);
    EXPECT_EQ(bristle.z, 0);
  }
  const auto s = solve_friction({}, 1, nan, 1e-3, 0, kHalf, 0);
  EXPECT_TRUE(s.open && s.force == 0 && s.velocity == 0);
}

TEST(FrictionKernel, BadLawsAreNamed) {
  EXPECT_STREQ(problem_of({}), "");
  const auto begins = [](FrictionLaw law, double FrictionLaw::*field, double value) {
    law.*field = value;
    const std::string text = problem_of(law);
    return text.substr(0, text.find(':'));
  };
  EXPECT_EQ(begins({}, &FrictionLaw::stiffness, 0), "stiffness");
  EXPECT_EQ(begins({}, &FrictionLaw::damping, -1), "damping");
  EXPECT_EQ(begins({}, &FrictionLaw::viscosity, HUGE_VAL), "viscosity");
  EXPECT_EQ(begins({}, &FrictionLaw::roughness, NAN), "roughness");
  EXPECT_EQ(begins({}, &FrictionLaw::dynamic_friction, 0), "dynamic_friction");
  EXPECT_EQ(begins({}, &FrictionLaw::static_friction, 0.2), "static_friction");
  EXPECT_EQ(begins({}, &FrictionLaw::stribeck_speed, 0), "stribeck_speed");
  EXPECT_EQ(begins({}, &FrictionLaw::breakaway, 1), "breakaway");
}

/// Force after sliding the distance `way` at the velocity v, which nothing can change.
double pulled(const FrictionLaw& law, double normal, FrictionBristle& bristle, double v, double way,
              int steps) {
  const double half = 0.5 * way / std::fabs(v) / steps;
  double force = 0;
  for (int n = 0; n < steps; ++n) {
    const auto s = bristle.solve(law, normal, v, 0, half);
    bristle.accept(s, half);
    force = s.force;
  }
  return force;
}

TEST(FrictionKernel, DahlsForceIsExponentialInTheWay) {
  FrictionLaw law;
  law.damping = law.viscosity = 0;
  law.static_friction = law.dynamic_friction;
  law.adhesion = Adhesion::always;
  const double normal = 3, fc = law.dynamic_friction * normal, length = fc / law.stiffness;
  FrictionBristle bristle;
  for (int k = 1; k <= 4; ++k) {
    pulled(law, normal, bristle, 0.2, length, 2000);
    EXPECT_NEAR(law.stiffness * bristle.z, fc * (1 - std::exp(-k)), 1e-7 * fc);
  }
  const double before = law.stiffness * bristle.z;
  pulled(law, normal, bristle, -0.05, 1.5 * length, 3000);
  EXPECT_NEAR(law.stiffness * bristle.z, -fc + (fc + before) * std::exp(-1.5), 1e-7 * fc);
}

TEST(FrictionKernel, SteadySlidingFollowsTheStribeckCurve) {
  for (const Adhesion adhesion : {Adhesion::always, Adhesion::elasto_plastic})
    for (const double v : {-0.5, -0.08, 0.01, 0.1, 0.23, 2.0}) {
      FrictionLaw law;
      law.adhesion = adhesion;
      const double normal = 3, fc = law.dynamic_friction * normal;
      const double fs = law.static_friction * normal;
      FrictionBristle bristle;
      const double force = pulled(law, normal, bristle, v, 60 * fs / law.stiffness, 3000);
      const double curve = fc + (fs - fc) * std::exp(-std::pow(v / law.stribeck_speed, 2));
      EXPECT_NEAR(force, std::copysign(curve, v) + law.viscosity * v, 1e-9 * curve) << v;
    }
}

TEST(FrictionKernel, BelowBreakawayItIsASpring) {
  FrictionLaw law;
  law.damping = law.viscosity = 0;
  const double normal = 2, yield = law.breakaway * law.dynamic_friction * normal / law.stiffness;
  FrictionBristle bristle;
  EXPECT_NEAR(pulled(law, normal, bristle, 0.01, 0.99 * yield, 1000),
              law.stiffness * 0.99 * yield * 0.9995, 1e-12);
  pulled(law, normal, bristle, -0.01, 1.5 * yield, 1000);
  EXPECT_NEAR(bristle.z, -0.51 * yield, 1e-12 * yield);
}

/// Way of a mass under 0.1 f_c + 0.5 f_c sin after so many periods, less that after one.
double drift(Adhesion adhesion, int periods) {
  FrictionLaw law;
  law.adhesion = adhesion;
  const double normal = 1, fc = law.dynamic_friction * normal, mass = 1e-4, h = 2 * kHalf;
  FrictionBristle bristle;
  double v = 0, x = 0, first = 0;
  const int period = 441;
  for (int n = 0; n < periods * period; ++n) {
    if (n == 5 * period) first = x;
    const double push = fc * (0.1 + 0.5 * std::sin(2 * kPi * (n + 0.5) / period)) / mass * kHalf;
    const auto s = bristle.solve(law, normal, v + push, kHalf / mass, kHalf);
    bristle.accept(s, kHalf);
    v = 2 * s.velocity - v, x += h * s.velocity;
  }
  return x - first;
}

TEST(FrictionKernel, OnlyElastoPlasticBristlesDoNotDriftBelowBreakaway) {
  const double bend = 0.25 / 1e4;
  EXPECT_LT(std::fabs(drift(Adhesion::elasto_plastic, 105)), 1e-9 * bend);
  EXPECT_GT(drift(Adhesion::always, 105), 0.5 * bend);
}

}  // namespace
}  // namespace peal

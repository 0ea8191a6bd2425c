#include "physics/contact/hertz.h"

#include <gtest/gtest.h>

#include "support/half_sine_pulse.h"

namespace peal {

TEST(Hertz, ReducedValuesOfEqualAndUnlimitedPartners) {
  EXPECT_DOUBLE_EQ(reduced(0.02, 0.02), 0.01);
  EXPECT_DOUBLE_EQ(reduced(0.02, kUnlimited), 0.02);
  EXPECT_DOUBLE_EQ(reduced(3, 6), 2);
}

TEST(Hertz, EffectiveMassOfTwoSpheresIsTheReducedMass) {
  const Vec3 normal{0, 1, 0}, inertia{1e-5, 1e-5, 1e-5};
  const double a = mobility(0.1, inertia, {0, -0.02, 0}, normal);
  const double b = mobility(0.3, inertia, {0, 0.02, 0}, normal);
  EXPECT_DOUBLE_EQ(effective_mass(a, b), 0.1 * 0.3 / 0.4);
  EXPECT_DOUBLE_EQ(effective_mass(a), 0.1);
}

TEST(Hertz, ThinRodStruckAtItsEndHasAQuarterOfItsMass) {
  const double m = 0.4, length = 0.3, inertia = m * length * length / 12;
  const double end = mobility(m, {1, inertia, inertia}, {length / 2, 0, 0}, {0, 1, 0});
  EXPECT_NEAR(effective_mass(end), m / 4, 1e-15);
}

TEST(Hertz, ScalesWithMassRadiusModulusAndSpeed) {
  const HertzPair pair{0.01, 0.05, 1e11};
  const HertzContact c = hertz_contact(pair, 1);
  EXPECT_NEAR(hertz_contact(pair, 32).duration / c.duration, 0.5, 1e-14);
  EXPECT_NEAR(hertz_contact({0.01, 0.05 * 32, 1e11}, 1).duration / c.duration, 4, 1e-13);
  EXPECT_NEAR(hertz_contact({0.32, 0.05, 1e11}, 1).duration / c.duration, 0.5, 1e-14);
  EXPECT_NEAR(hertz_contact({0.01, 0.05, 32e11}, 1).duration / c.duration, 0.25, 1e-14);
  EXPECT_NEAR(c.peak_force, c.stiffness * std::pow(c.max_compression, 1.5), 1e-9 * c.peak_force);
}

TEST(Hertz, EveryBadNumberGivesAFinitePositiveContact) {
  const double bad[] = {0, -1, std::nan(""), kUnlimited, -kUnlimited, 1e-300, 1e300};
  for (const double r : bad)
    for (const double m : bad)
      for (const double e : bad)
        for (const double v : bad) {
          const HertzContact c = hertz_contact({r, m, e}, v);
          for (const double x : {c.stiffness, c.max_compression, c.duration, c.peak_force})
            ASSERT_TRUE(std::isfinite(x) && x > 0) << r << ' ' << m << ' ' << e << ' ' << v;
        }
}

TEST(Hertz, SlowerThanTheLimitIsTheLimit) {
  const HertzPair pair{0.01, 0.05, 1e11};
  EXPECT_EQ(hertz_contact(pair, 0).duration, hertz_contact(pair, kHertzMinSpeed).duration);
  EXPECT_EQ(hertz_contact(pair, -3).duration, hertz_contact(pair, kHertzMinSpeed).duration);
  EXPECT_GT(hertz_contact(pair, kHertzMinSpeed).duration, hertz_contact(pair, 2e-4).duration);
}

TEST(Hertz, HalfSineCarriesItsImpulseAndIsZeroOutside) {
  const HalfSinePulse pulse{2e-4, 0.37};
  const int n = 2000;  // midpoint sum of a half-sine: error pi^2 / (24 n^2) relative
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += pulse.force((i + 0.5) * pulse.duration / n) * pulse.duration / n;
  EXPECT_NEAR(sum / pulse.impulse, 1, 2e-7);
  EXPECT_EQ(pulse.force(-1e-9), 0);
  EXPECT_EQ(pulse.force(2.0001e-4), 0);
  EXPECT_NEAR(pulse.force(1e-4), kPi * 0.37 / 4e-4, 1e-9);
  EXPECT_EQ((HalfSinePulse{0, 1}).force(0), 0);
}

}  // namespace peal

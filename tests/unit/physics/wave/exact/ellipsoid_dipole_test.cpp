#include "physics/wave/exact/ellipsoid_dipole.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "physics/wave/exact/click_sphere.h"
#include "support/csv_rows.h"

namespace peal {
namespace {

TEST(CarlsonRd, HasItsKnownValues) {
  EXPECT_NEAR(carlson_rd(1, 1, 1), 1, 1e-15);
  EXPECT_NEAR(carlson_rd(0, 2, 1), 1.7972103521033883, 1e-14);  // Carlson 1995
  EXPECT_NEAR(carlson_rd(2, 3, 4), 0.16510527294261053, 1e-15);
  EXPECT_NEAR(carlson_rd(4, 4, 4), 1.0 / 8, 1e-16);
  EXPECT_THROW(carlson_rd(1, 1, 0), Error);
  EXPECT_THROW(carlson_rd(-1, 1, 1), Error);
}

TEST(EllipsoidDipole, FactorsMatchTheTable) {
  const auto rows = csv_rows("wave/ellipsoid_dipole.csv");
  EXPECT_EQ(rows.size(), 7u);
  for (const CsvRow& r : rows) {
    const Vec3 axes{r["a1"], r["a2"], r["a3"]}, factors = ellipsoid_dipole_factors(0.01 * axes);
    for (int i = 0; i < 3; ++i) {
      // The table has 12 digits.
      const double printed = r["dipole_factor" + std::to_string(i + 1)];
      EXPECT_NEAR(factors[i] / printed, 1, 1e-10) << axes.x << " " << axes.z << " " << i;
    }
    const Vec3 alphas = ellipsoid_alphas(axes);
    EXPECT_NEAR(alphas.x + alphas.y + alphas.z, 2, 1e-13);
  }
}

TEST(EllipsoidDipole, ThinDiscMovesTheAirOfARigidDisc) {
  const double a = 0.02, c = 1e-7 * a;
  const double volume = 4 * kPi / 3 * a * a * c;
  EXPECT_NEAR(ellipsoid_dipole_factors({a, a, c}).z * volume / (8.0 / 3 * a * a * a), 1, 1e-6);
}

TEST(EllipsoidDipole, RefusesEllipsoidsWithoutSize) {
  EXPECT_THROW(ellipsoid_dipole_factors({1, 0, 1}), Error);
  EXPECT_THROW(ellipsoid_dipole_factors({1, NAN, 1}), Error);
  EXPECT_THROW(equivalent_ellipsoid(0, 1, {1, 1, 1}), Error);
  EXPECT_THROW(equivalent_ellipsoid(1, 1, {0, 0, 0}), Error);
}

TEST(EquivalentEllipsoid, GivesAnEllipsoidBack) {
  const Vec3 axes{0.03, 0.011, 0.02};
  const double volume = 4 * kPi / 3 * axes.x * axes.y * axes.z, mass = volume * 2700;
  const double x = axes.x * axes.x, y = axes.y * axes.y, z = axes.z * axes.z;
  const Vec3 got = equivalent_ellipsoid(volume, mass, Vec3{y + z, z + x, x + y} * (mass / 5));
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(got[i] / axes[i], 1, 1e-13);
}

TEST(EquivalentEllipsoid, KeepsTheVolumeOfABoxAndOfAFlatSheet) {
  const Vec3 box{0.05, 0.03, 0.01};
  const double volume = box.x * box.y * box.z, mass = volume * 1000;
  const Vec3 inertia = Vec3{box.y * box.y + box.z * box.z, box.z * box.z + box.x * box.x,
                            box.x * box.x + box.y * box.y} *
                       (mass / 12);
  const Vec3 a = equivalent_ellipsoid(volume, mass, inertia);
  EXPECT_NEAR(4 * kPi / 3 * a.x * a.y * a.z / volume, 1, 1e-13);
  EXPECT_NEAR(a.x / a.z, 5, 1e-12);
  const Vec3 flat = equivalent_ellipsoid(1e-6, 1, {1, 1, 2});
  EXPECT_TRUE(is_finite(flat));
  EXPECT_GT(flat.z, 0);
}

TEST(EllipsoidClick, OfASphereIsTheExactSphere) {
  const double a = 0.006;
  const EllipsoidClick click({a, a, a}, {});
  const ClickSphere sphere{a, {}};
  const Vec3 listener{0.03, -0.05, 0.08}, peak{120, 40, -300};
  const double r = norm(listener), along = dot(listener, peak) / (r * norm(peak));
  for (double t = 2e-4; t < 5e-4; t += 1.3e-5) {
    const double p = norm(peak) * sphere.half_sine(r, along, t, 9e-5);
    EXPECT_NEAR(click.half_sine(listener, peak, t, 9e-5), p, 1e-12);
    const double mean = norm(peak) * sphere.half_sine_mean(r, along, t, 2e-5, 9e-5);
    EXPECT_NEAR(click.half_sine(listener, peak, t, 9e-5, 2e-5), mean, 1e-12);
    const double pulse = norm(peak) * sphere.pulse(r, along, t, 2e-5);
    EXPECT_NEAR(click.pulse(listener, peak, t, 2e-5), pulse, 1e-12);
  }
}

TEST(EllipsoidClick, EffectiveRadiusReachesTheSurfaceAlongTheAxes) {
  EXPECT_DOUBLE_EQ(effective_radius({3, 2, 1}, {0, 1, 0}), 2);
  EXPECT_DOUBLE_EQ(effective_radius({3, 2, 1}, {-1, 0, 0}), 3);
}

TEST(ProxyError, IsNotBelowTheTableOfExactSpheroids) {
  const Air air;
  const auto error = [&](double axial, double radial, double beta) {
    const double r = std::cbrt(axial * radial * radial);
    return proxy_error({radial, axial, radial}, kPi * r / (air.speed_of_sound * beta), air);
  };
  EXPECT_EQ(error(1, 1, 0.7), 0);
  for (auto [axial, radial, beta, percent] : {std::tuple{0.015, 0.01, 0.1, 1.4},
                                              {0.02, 0.01, 1.0, 14.0},
                                              {0.03, 0.01, 1.5, 23.0},
                                              {0.01, 0.015, 0.5, 6.1},
                                              {0.01, 0.02, 0.2, 5.5},
                                              {0.01, 0.03, 1.0, 38.0}})
    EXPECT_NEAR(error(axial, radial, beta), 1.25e-2 * percent, 1e-12);
  // grows with ratio, pulse speed and flatness, also beyond the table
  double before = 0;
  for (double ratio = 1.05; ratio < 9; ratio *= 1.1) {
    EXPECT_GT(error(ratio, 1, 0.7), before);
    before = error(ratio, 1, 0.7);
    EXPECT_GT(error(1, ratio, 0.7), before);
  }
  before = 0;
  for (double beta = 0.1; beta < 6; beta *= 1.1) {
    EXPECT_GT(error(2, 1, beta), before);
    before = error(2, 1, beta);
  }
  EXPECT_NEAR(error(2, 1, 0.01), error(2, 1, 0.1), 1e-12);
  EXPECT_THROW(proxy_error({1, 1, 0}, 1e-4, air), Error);
  EXPECT_THROW(proxy_error({1, 1, 1}, 0, air), Error);
}

}  // namespace
}  // namespace peal

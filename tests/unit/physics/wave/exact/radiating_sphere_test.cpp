#include "physics/wave/exact/radiating_sphere.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>
#include <string>

#include "base/error.h"

namespace peal {
namespace {

using Complex = std::complex<double>;

// Closed form with a finite sum: h_l = (-i)^{l+1} e^{ix}/x sum_m i^m (l+m)! / (m! (l-m)! (2x)^m)
Complex hankel_sum(int l, double x) {
  Complex sum = 0, term = 1;
  for (int m = 0; m <= l; ++m) {
    sum += term;
    term *= Complex(0, 1) * double((l + m + 1) * (l - m)) / ((m + 1) * 2 * x);
  }
  return std::pow(Complex(0, -1), l + 1) * std::polar(1 / x, x) * sum;
}

TEST(SphericalHankel, MatchesTheFiniteSumFromTinyToLargeArguments) {
  for (int l = 0; l <= 12; ++l) {
    for (double x : {1e-3, 0.05, 0.7, 3.0, 11.3, 47.0, 100.0}) {
      const Complex expected = hankel_sum(l, x), got = spherical_hankel(l, x);
      EXPECT_LT(std::abs(got - expected), 1e-11 * std::abs(expected)) << l << " " << x;
    }
  }
}

TEST(SphericalHankel, BesselPartKeepsItsDigitsBesideTheLargeNeumannPart) {
  for (int l = 0; l <= 12; ++l) {
    for (double x : {1e-3, 0.05, 0.7, 3.0, 11.3, 47.0, 100.0})
      EXPECT_NEAR(spherical_bessel(l, x) / std::sph_bessel(l, x), 1, 1e-9) << l << " " << x;
  }
}

TEST(SphericalHankel, WronskianHolds) {
  for (int l = 0; l <= 12; ++l) {
    for (double x : {1e-3, 0.05, 0.7, 3.0, 11.3, 47.0, 100.0}) {
      const Complex h = spherical_hankel(l, x), d = spherical_hankel_derivative(l, x);
      EXPECT_NEAR((h.real() * d.imag() - d.real() * h.imag()) * x * x, 1, 1e-10) << l << " " << x;
    }
  }
}

TEST(SphericalHankel, RejectsArgumentsOutsideItsDomain) {
  EXPECT_THROW(spherical_hankel(-1, 1), Error);
  EXPECT_THROW(spherical_hankel(0, 0), Error);
}

TEST(RadiatingSphere, MatchesTheReferenceTable) {
  std::ifstream file(PEAL_TEST_DATA "/wave/sphere_radiation.csv");
  ASSERT_TRUE(file);
  std::string line;
  std::getline(file, line);
  int rows = 0;
  for (; std::getline(file, line); ++rows) {
    std::replace(line.begin(), line.end(), ',', ' ');
    double ka, l, d, decibel, phase, re, im;
    std::istringstream(line) >> ka >> l >> d >> decibel >> phase >> re >> im;
    const double a = 0.2, r = 1e7, k = ka / a, kPhase = 180 / kPi;
    const RadiatingSphere sphere{static_cast<int>(l), a, {}};
    const double rho_c = sphere.air.density * sphere.air.speed_of_sound;
    const Complex far = sphere.pressure(k, r, 1) * r / (rho_c * a);
    EXPECT_NEAR(std::abs(far) / d, 1, 1e-6) << ka << " l " << l;
    const double difference = std::remainder(std::arg(far) - k * (r - a) - phase / kPhase, 2 * kPi);
    EXPECT_LT(std::abs(difference), 1e-4) << ka << " l " << l;
    const Complex z = sphere.impedance(k) / rho_c;
    EXPECT_NEAR(z.real() / re, 1, 1e-6) << ka << " l " << l;
    EXPECT_NEAR(z.imag() / im, 1, 1e-6) << ka << " l " << l;
  }
  EXPECT_EQ(rows, 90);
}

TEST(RadiatingSphere, SurfacePressureOverVelocityIsTheImpedance) {
  const RadiatingSphere sphere{3, 0.1, {}};
  const Complex p = sphere.pressure(23, 0.1, 1), z = sphere.impedance(23);
  EXPECT_LT(std::abs(p - z), 1e-12 * std::abs(z));
}

}  // namespace
}  // namespace peal

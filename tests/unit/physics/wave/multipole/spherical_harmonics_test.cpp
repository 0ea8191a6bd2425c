#include "physics/wave/multipole/spherical_harmonics.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/constants.h"
#include "base/error.h"

namespace peal {
namespace {

std::vector<double> harmonics(int order, const Vec3& direction) {
  std::vector<double> y(harmonic_count(order));
  real_harmonics(order, direction, y);
  return y;
}

TEST(RealHarmonics, FirstNineAreTheTextbookPolynomials) {
  const Vec3 n = normalized(Vec3{0.3, -0.7, 0.5});
  const auto y = harmonics(2, n);
  const double f1 = std::sqrt(3 / (4 * kPi)), f2 = std::sqrt(15 / (4 * kPi));
  EXPECT_NEAR(y[0], std::sqrt(1 / (4 * kPi)), 1e-15);
  EXPECT_NEAR(y[harmonic_index(1, -1)], f1 * n.y, 1e-15);
  EXPECT_NEAR(y[harmonic_index(1, 0)], f1 * n.z, 1e-15);
  EXPECT_NEAR(y[harmonic_index(1, 1)], f1 * n.x, 1e-15);
  EXPECT_NEAR(y[harmonic_index(2, -2)], f2 * n.x * n.y, 1e-15);
  EXPECT_NEAR(y[harmonic_index(2, -1)], f2 * n.y * n.z, 1e-15);
  EXPECT_NEAR(y[harmonic_index(2, 0)], std::sqrt(5 / (16 * kPi)) * (3 * n.z * n.z - 1), 1e-15);
  EXPECT_NEAR(y[harmonic_index(2, 1)], f2 * n.x * n.z, 1e-15);
  EXPECT_NEAR(y[harmonic_index(2, 2)], f2 / 2 * (n.x * n.x - n.y * n.y), 1e-15);
}

TEST(RealHarmonics, AgreeWithTheStandardLibraryToOrder60) {
  for (const Vec3& raw : {Vec3{0.3, -0.7, 0.5}, Vec3{1e-4, 2e-4, -1}, Vec3{1, 1, 1e-9}}) {
    const Vec3 n = normalized(raw);
    const auto y = harmonics(60, n);
    const double theta = std::atan2(std::hypot(n.x, n.y), n.z), phi = std::atan2(n.y, n.x);
    for (int l = 0; l <= 60; ++l) {
      for (int m = 0; m <= l; ++m) {
        // std::sph_legendre carries (-1)^m in libstdc++ or not: compare sizes, then signs by m.
        const double p = std::abs(std::sph_legendre(l, m, theta)) * (m > 0 ? std::sqrt(2.0) : 1.0);
        EXPECT_NEAR(std::abs(y[harmonic_index(l, m)]), p * std::abs(std::cos(m * phi)), 1e-11);
        EXPECT_NEAR(std::abs(y[harmonic_index(l, -m)]), p * std::abs(m > 0 ? std::sin(m * phi) : 1),
                    1e-11);
      }
    }
  }
}

TEST(RealHarmonics, AdditionTheoremHoldsToOrder60) {
  const Vec3 a = normalized(Vec3{0.2, 0.9, -0.1}), b = normalized(Vec3{-0.4, 0.5, 0.8});
  const auto ya = harmonics(60, a), yb = harmonics(60, b);
  for (int l = 0; l <= 60; ++l) {
    double sum = 0;
    for (int m = -l; m <= l; ++m) sum += ya[harmonic_index(l, m)] * yb[harmonic_index(l, m)];
    EXPECT_NEAR(sum, (2 * l + 1) / (4 * kPi) * std::legendre(l, dot(a, b)), 1e-12) << l;
  }
}

TEST(RealHarmonics, AreFiniteAtThePoles) {
  for (double z : {1.0, -1.0}) {
    const auto y = harmonics(60, {0, 0, z});
    for (int l = 0; l <= 60; ++l) {
      for (int m = -l; m <= l; ++m) {
        const double expected = m == 0 ? std::sqrt((2 * l + 1) / (4 * kPi)) * std::pow(z, l) : 0.0;
        EXPECT_NEAR(y[harmonic_index(l, m)], expected, 1e-12) << l << " " << m;
      }
    }
  }
}

TEST(ShellQuadrature, WeightsAddUpToTheSphere) {
  for (int order : {0, 1, 7, 60}) {
    const ShellQuadrature shell(order);
    EXPECT_EQ(shell.size(), std::size_t(order + 1) * (2 * order + 2));
    double sum = 0;
    for (double w : shell.weights()) sum += w;
    EXPECT_NEAR(sum, 4 * kPi, 1e-12);
    for (const Vec3& n : shell.directions()) EXPECT_NEAR(norm(n), 1, 1e-15);
  }
}

TEST(ShellQuadrature, SeparatesAllHarmonicsUpToItsOrder) {
  for (int order : {0, 1, 4, 13, 40, 60}) {
    const ShellQuadrature shell(order);
    // Every coefficient different; project must give back exactly these.
    std::vector<double> wanted(harmonic_count(order)), got(wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) wanted[i] = std::sin(1.0 + 0.37 * double(i));
    std::vector<double> samples;
    for (const Vec3& n : shell.directions()) {
      const auto y = harmonics(order, n);
      double f = 0;
      for (std::size_t i = 0; i < y.size(); ++i) f += wanted[i] * y[i];
      samples.push_back(f);
    }
    shell.project(samples, got);
    for (std::size_t i = 0; i < wanted.size(); ++i)
      EXPECT_NEAR(got[i], wanted[i], 2e-12) << order << " " << i;
    const std::vector<float> single(samples.begin(), samples.end());
    shell.project(std::span<const float>(single), got);
    for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_NEAR(got[i], wanted[i], 1e-4);
  }
}

TEST(ShellQuadrature, RefusesWrongSizes) {
  const ShellQuadrature shell(3);
  std::vector<double> samples(shell.size() - 1), c(harmonic_count(3));
  EXPECT_THROW(shell.project(samples, c), Error);
  EXPECT_THROW(ShellQuadrature(-1), Error);
  EXPECT_THROW(ShellQuadrature(kMaxHarmonicOrder + 1), Error);
  EXPECT_THROW(real_harmonics(4, {0, 0, 1}, c), Error);
}

}  // namespace
}  // namespace peal

#include "physics/wave/bem/bem_transfer.h"

#include <gtest/gtest.h>

#include <cmath>

#include "physics/wave/bem/bem_multipoles.h"
#include "physics/wave/exact/radiating_sphere.h"
#include "physics/wave/fdtd/shell_box.h"
#include "support/closed_meshes.h"
#include "support/error_of.h"

namespace peal {
namespace {

using Complex = std::complex<double>;

TEST(SphericalBessels, MatchTheSingleOnes) {
  for (const double x : {1e-9, 1e-3, 0.4, kPi, 7.0, 60.0}) {
    std::vector<double> all(31);
    spherical_bessels(x, all);
    for (int l = 0; l <= 30; ++l) {
      const double one = spherical_bessel(l, x);
      EXPECT_NEAR(all[l], one, 1e-10 * std::abs(one) + (l < x ? 1e-13 / x : 0)) << x << " " << l;
    }
  }
  std::vector<double> zero(3);
  spherical_bessels(0, zero);
  EXPECT_EQ(zero, (std::vector<double>{1, 0, 0}));
}

TEST(GradientSums, AreTheSlopesOfRegularWaves) {
  const int order = 6;
  const double k = 3.1, step = 1e-5;
  const Vec3 x{0.4, -0.7, 0.5}, n = normalized(Vec3{0.2, 0.6, -0.5});
  const auto waves = [&](const Vec3& at, int up_to) {
    std::vector<double> f(harmonic_count(up_to)), j(up_to + 1);
    real_harmonics(up_to, normalized(at), f);
    spherical_bessels(k * norm(at), j);
    for (int l = 0; l <= up_to; ++l)
      for (int m = -l; m <= l; ++m) f[harmonic_index(l, m)] *= j[l];
    return f;
  };
  const auto here = waves(x, order + 1);
  std::array<std::vector<Complex>, 3> sums;
  for (int d = 0; d < 3; ++d)
    for (const double value : here) sums[d].push_back(n[d] * value * Complex(1, 2));
  const auto got = gradient_sums(order, k, sums);
  const auto after = waves(x + step * n, order), before = waves(x - step * n, order);
  ASSERT_EQ(got.size(), harmonic_count(order));
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double slope = (after[i] - before[i]) / (2 * step);
    EXPECT_LT(std::abs(got[i] - slope * Complex(1, 2)), 1e-8) << i;
  }
}

// A box that pulses on one face, seen from a centre that is not its middle.
struct PulsingBox {
  TriangleMesh mesh = test::box({0.2, 0.1, 0.06}, {8, 4, 3});
  SurfaceMode mode{2 * kPi * 1200, {}};
  Vec3 centre{0.01, 0.02, -0.01};
  PulsingBox() {
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
      mode.normal_velocity.push_back(normalized(mesh.area_vector(t)).x > 0.5 ? 1 : 0);
  }
};

TEST(BemTransfer, AgreesWithTheSurfaceIntegralAtPlacesInTheAir) {
  const PulsingBox box;
  const auto transfer = bem_transfer(box.mesh, {&box.mode, 1}, Air{}, box.centre, 0.16);
  const HelmholtzBem bem(box.mesh, Air{});
  const auto p = bem.solve(box.mode.omega, box.mode.normal_velocity);
  for (const Vec3& x : {Vec3{0.3, 0.1, 0.1}, Vec3{-0.5, 0.2, -0.7}, Vec3{0, 4, 1}}) {
    const Complex direct = bem.pressure(box.mode.omega, p, box.mode.normal_velocity, x);
    const Complex stored = transfer_pressure(transfer.record, transfer.record.modes[0], x);
    EXPECT_LT(std::abs(stored - direct), 3e-4 * std::abs(direct));
  }
}

TEST(BemTransfer, GivesOffWhatTheSurfaceGives) {
  const PulsingBox box;
  const auto transfer = bem_transfer(box.mesh, {&box.mode, 1}, Air{}, box.centre, 0.16);
  const ModeTransfer& mode = transfer.record.modes[0];
  const Complex surface = transfer.surface_power[0];
  EXPECT_LT(std::abs(surface.real() - radiated_power(transfer.record, mode)),
            0.02 * std::abs(surface));
  EXPECT_LT(surface.imag(), 0);  // the air near the body is a mass
  EXPECT_EQ(mode.method, TransferMethod::boundary_elements);
  EXPECT_LT(mode.error, 0.02);
  EXPECT_LE(mode.order, 17);
  EXPECT_EQ(mode.coefficients.size(), harmonic_count(mode.order));
}

TEST(BemTransfer, KnowsItsErrorOnTheSphereWithinAFactorOfThree) {
  // Far-field errors measured against the closed form, 1280 triangles, ka = 2, l = 2, 3, 4.
  const double a = 0.1, measured[3] = {0.0019, 0.0052, 0.0096};
  const Air air;
  const auto mesh = test::icosphere(a, 3);
  std::vector<SurfaceMode> modes;
  for (int l = 2; l <= 4; ++l) {
    modes.push_back({2 / a * air.speed_of_sound, {}});
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
      modes.back().normal_velocity.push_back(legendre(l, normalized(mesh.centroid(t)).z));
  }
  const auto transfer = bem_transfer(mesh, modes, air, {}, a * 1.1);
  const double radiated = radiated_power(transfer.record, transfer.record.modes[0]);
  EXPECT_NEAR(transfer.surface_power[0].real() / radiated, 1, 0.001);
  for (int i = 0; i < 3; ++i) {
    const double ratio = transfer.record.modes[i].error / measured[i];
    EXPECT_GT(ratio, 1 / 3.0) << i + 2;
    EXPECT_LT(ratio, 3) << i + 2;
  }
}

TEST(BemTransfer, ReportsProgressAndRefusesWhatIsNotResolved) {
  PulsingBox box;
  double last = 0;
  bem_transfer(box.mesh, {&box.mode, 1}, Air{}, box.centre, 0.16,
               [&](double part) { last = part; });
  EXPECT_EQ(last, 1);
  EXPECT_NE(error_of([&] {
              bem_transfer(box.mesh, {&box.mode, 1}, Air{}, box.centre, 0.05);
            }).find("beyond its sphere"),
            std::string::npos);
  auto high = box.mode;
  high.omega *= 10;
  EXPECT_NE(error_of([&] {
              bem_transfer(box.mesh, {&high, 1}, Air{}, box.centre, 0.16);
            }).find("time-domain"),
            std::string::npos);
  high.normal_velocity.pop_back();
  EXPECT_NE(error_of([&] {
              bem_transfer(box.mesh, {&high, 1}, Air{}, box.centre, 0.16);
            }).find("velocities"),
            std::string::npos);
}

TEST(BodyBound, HoldsTheSurface) {
  auto mesh = test::box({0.2, 0.1, 0.2}, {2, 2, 2});
  for (Vec3& v : mesh.vertices) v += Vec3{1, 2, 3};
  const auto sphere = body_bound(mesh);
  EXPECT_NEAR(norm(sphere.centre - Vec3{1, 2, 3}), 0, 1e-12);
  EXPECT_NEAR(sphere.radius, 0.15, 1e-12);
}

}  // namespace
}  // namespace peal

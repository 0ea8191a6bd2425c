// Sheets without thickness: Lamb's added mass and the exact field of a free disc, and power over a
// sphere against closed forms.
#include "physics/wave/bem/sheet_bem.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "physics/wave/bem/surface_radiation.h"
#include "revolved.h"
#include "support/closed_meshes.h"
#include "validation/physics/wave/bem/oscillating_disc.h"

namespace peal {
namespace {

/// Flat and open, in the plane z = 0, normals along z.
TriangleMesh flat_disc(double a, double edge) {
  const int rings = static_cast<int>(std::lround(a / edge));
  std::vector<test::ProfilePoint> line;
  for (int i = 0; i <= rings; ++i) line.push_back({a * i / rings, 0});
  TriangleMesh mesh = test::revolved(line, edge);
  if (mesh.area_vector(0).z < 0)
    for (auto& t : mesh.triangles) std::swap(t[1], t[2]);
  return mesh;
}

double added_mass(double edge) {
  const TriangleMesh disc = flat_disc(1, edge);
  const std::vector<double> v(disc.triangles.size(), 1.0), u = SheetBem(disc).solve(v);
  double sum = 0;
  for (std::size_t t = 0; t < u.size(); ++t) sum += 2 * u[t] * norm(disc.area_vector(t));
  return sum / (8.0 / 3);
}

TEST(SheetBem, ADiscHasLambsAddedMass) {
  const double coarse = added_mass(0.2), fine = added_mass(0.1), finest = added_mass(0.05);
  fmt::print("added mass over 8/3 rho a^3: {:.4f} {:.4f} {:.4f}\n", coarse, fine, finest);
  // Galerkin: from below, and the error halves with the edges.
  EXPECT_LT(coarse, fine);
  EXPECT_LT(fine, finest);
  EXPECT_LT(finest, 1);
  EXPECT_NEAR(finest, 1, 0.03);
  EXPECT_NEAR((1 - fine) / (1 - finest), 2, 0.4);
}

TEST(SheetBem, AnOscillatingDiscHasItsExactFarField) {
  const double a = 0.1, r = 1e3;
  const Air air;
  const TriangleMesh disc = flat_disc(a, a / 16);
  for (const double ka : {0.05, 0.1, 0.3, 0.5, 1.0, 2.0}) {
    const SurfaceMode mode{ka / a * air.speed_of_sound,
                           std::vector<double>(disc.triangles.size(), 1.0)};
    const SurfaceRadiation radiation(disc, air, {&mode, 1}, SurfaceKind::sheet);
    double power = 0;  // of the exact field, by Simpson over the angle
    const int n = 16;
    for (int i = 0; i <= n; ++i) {
      const double cosine = static_cast<double>(i) / n, w = i == 0 || i == n ? 1 : i % 2 ? 4 : 2;
      power += w / (3 * n) * 4 * kPi *
               std::norm(test::oscillating_disc_far_field(ka, std::max(cosine, 1e-6)));
    }
    power *= 0.5 * air.density * air.speed_of_sound * a * a;
    const double level = 10 * std::log10(radiation.radiated_powers()[0] / power);
    std::complex<double> axis;
    radiation.weights({0, 0, r}, {&axis, 1});
    const double exact = air.density * air.speed_of_sound * a / r *
                         std::abs(test::oscillating_disc_far_field(ka, 1));
    const double on_axis = 20 * std::log10(std::abs(axis) / exact);
    fmt::print("ka {:4}: power {:+.2f} dB, axis {:+.2f} dB\n", ka, level, on_axis);
    EXPECT_LT(std::abs(level), ka <= 0.3 ? 0.6 : 2.6) << ka;
    EXPECT_LT(std::abs(on_axis), ka <= 0.3 ? 0.6 : 2.6) << ka;
  }
}

TEST(SheetBem, PowerOfABreathingBallIsTheClosedForm) {
  // P = 2 pi a^2 rho c (ka)^2 / (1 + (ka)^2) for unit velocity.
  const double a = 0.1;
  const Air air;
  const TriangleMesh ball = test::icosphere(a, 3);
  for (const double ka : {0.05, 0.2, 0.5, 8.0, 20.0}) {
    const SurfaceMode mode{ka / a * air.speed_of_sound,
                           std::vector<double>(ball.triangles.size(), 1.0)};
    const double found = SurfaceRadiation(ball, air, {&mode, 1}).radiated_powers()[0];
    const double exact =
        2 * kPi * a * a * air.density * air.speed_of_sound * ka * ka / (1 + ka * ka);
    EXPECT_NEAR(10 * std::log10(found / exact), 0, 0.6) << ka;
  }
}

TEST(SheetBem, AClosedSurfaceHasNoRim) { EXPECT_THROW(SheetBem(test::icosphere(0.1, 2)), Error); }

}  // namespace
}  // namespace peal

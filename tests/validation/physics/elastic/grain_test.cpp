// Wood: modes of bars along and across the grain against beam theory, of a plate against the closed
// form of orthotropic plates, and what must not matter.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/constants.h"
#include "base/error.h"
#include "physics/elastic/finite_element.h"
#include "physics/elastic/materials/material_library.h"
#include "physics/elastic/modal_analysis.h"
#include "physics/meshing/shape_mesh.h"

namespace peal {
namespace {

constexpr double kLong = 0.4, kWide = 0.02, kThin = 0.01;  // [m]
const Vec3 kX{1, 0, 0}, kY{0, 1, 0}, kZ{0, 0, 1};

Material oak() { return *find_material("oak"); }

std::vector<double> frequencies(const SolidMesh& mesh, const Material& m, const Vec3& grain,
                                double highest) {
  ModalOptions options;
  options.max_frequency = highest;
  options.grain = grain;
  std::vector<double> out;
  for (const double omega : analyse(mesh, m, options).omega) out.push_back(omega / (2 * kPi));
  return out;
}

SolidMesh bar() { return mesh_shape(BarShape{{kLong, kThin, kWide}}, BarCells{40, 2, 3}); }

/// Free beam with shear and turning sections (Timoshenko's correction to first order): k L = 4.730,
/// 7.853, 10.996; kappa 5/6.
double free_beam(int n, double height, double young, double shear, double density) {
  const double roots[] = {4.730041, 7.853205, 10.995608};
  const double kl = roots[n], radius2 = height * height / 12;
  const double f = kl * kl / (2 * kPi * kLong * kLong) * std::sqrt(young / density * radius2);
  // Rotation and shear of a free beam, by Rayleigh's quotient: (phi'^2 and phi''^2 averages).
  const double alpha[] = {0.982502, 1.000777, 0.999966};
  const double a = alpha[n] * kl;
  const double turn = a * (a + 6), push = a * (a - 2);  // L^2 <phi'^2>, of shear
  const double slender = radius2 / (kLong * kLong);
  return f * (1 - 0.5 * slender * (turn + push * young / (shear * 5 / 6)));
}

void expect_beam_mode(const std::vector<double>& got, double expected, double tolerance) {
  double nearest = 0;
  for (const double f : got)
    if (std::abs(f - expected) < std::abs(nearest - expected)) nearest = f;
  EXPECT_NEAR(nearest / expected, 1, tolerance) << expected << " Hz";
}

TEST(Grain, BarsBendAsBeamsAlongAndAcrossIt) {
  const Material m = oak();
  const double shear = shear_along_grain(m), rolling = m.young_across / (2 * (1 + m.poisson));
  const SolidMesh mesh = bar();
  // Along the length: both ways of bending shear planes along the grain.
  const auto along = frequencies(mesh, m, kX, 4000);
  for (int n = 0; n < 3; ++n) {
    expect_beam_mode(along, free_beam(n, kThin, m.young, shear, m.density), 0.01);
    if (n < 2) expect_beam_mode(along, free_beam(n, kWide, m.young, shear, m.density), 0.015);
  }
  // Across: bending over the thin side, the grain along the other, shears the plane without grain.
  const auto across = frequencies(mesh, m, kZ, 2500);
  for (int n = 0; n < 3; ++n) {
    expect_beam_mode(across, free_beam(n, kThin, m.young_across, rolling, m.density), 0.01);
    expect_beam_mode(across, free_beam(n, kWide, m.young_across, shear, m.density), 0.01);
  }
}

// Simply supported all round: omega^2 rho h = D1 (m pi/a)^4 + 2 (D1 nu21 + 2 Dk) (m n pi^2/ab)^2 +
// D2 (n pi/b)^4, D = E h^3 / 12 (1 - nu12 nu21), Dk = G h^3 / 12.
TEST(Grain, APlateRingsAsTheoryOfOrthotropicPlatesSays) {
  const Material wood = oak();
  constexpr double a = 0.3, b = 0.2, h = 0.003;
  const SolidMesh mesh = mesh_shape(BarShape{{a, h, b}}, BarCells{18, 1, 14});
  for (const Vec3& grain : {kX, kZ}) {
    ModalOptions options;
    options.max_frequency = 1500;
    options.grain = grain;
    for (std::size_t n = 0; n < mesh.nodes.size(); ++n) {
      const Vec3& x = mesh.nodes[n];
      const bool end = std::abs(std::abs(x.x) - a / 2) < 1e-9,
                 side = std::abs(std::abs(x.z) - b / 2) < 1e-9;
      const int node = static_cast<int>(n);
      if (end || side) options.held_nodes.push_back({node, 1});
      if (end) options.held_nodes.push_back({node, 2});
      if (side) options.held_nodes.push_back({node, 0});
    }
    const ModalModel got = analyse(mesh, wood, options);
    const double back = wood.poisson * wood.young_across / wood.young;
    const double cube = h * h * h / 12, rest = 1 - wood.poisson * back;
    const double with = wood.young * cube / rest, without = wood.young_across * cube / rest;
    const double mixed = with * back + 2 * shear_along_grain(wood) * cube;
    std::vector<double> exact;
    for (int i = 1; i < 20; ++i)
      for (int k = 1; k < 20; ++k) {
        const double p = std::pow(i * kPi / a, 2), q = std::pow(k * kPi / b, 2);
        const bool x = grain.x != 0;
        const double sum =
            (x ? with : without) * p * p + 2 * mixed * p * q + (x ? without : with) * q * q;
        exact.push_back(std::sqrt(sum / (wood.density * h)) / (2 * kPi));
      }
    std::sort(exact.begin(), exact.end());
    ASSERT_GE(got.omega.size(), 8u);
    for (std::size_t i = 0; i < 8; ++i)
      EXPECT_NEAR(got.omega[i] / (2 * kPi) / exact[i], 1, 0.015) << i << " along " << grain.x;
  }
}

// A bar and its grain turned together ring as before.
TEST(Grain, TurnsWithTheBody) {
  const Quat turn = Quat::from_axis_angle(normalized(Vec3{1, 2, -1}), 0.7);
  SolidMesh mesh = mesh_shape(BarShape{{0.2, 0.03, 0.05}}, BarCells{8, 2, 2});
  const Vec3 grain = normalized(Vec3{3, 1, 2});
  const auto before = frequencies(mesh, oak(), grain, 6000);
  for (Vec3& x : mesh.nodes) x = rotate(turn, x);
  const auto after = frequencies(mesh, oak(), rotate(turn, grain), 6000);
  ASSERT_EQ(before.size(), after.size());
  ASSERT_GE(before.size(), 5u);
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_NEAR(after[i] / before[i], 1, 1e-8);
}

TEST(Grain, OfOneModulusIsNone) {
  Material plain = oak(), same = oak(), nearly = oak();
  plain.young_across = 0, same.young_across = same.young;
  nearly.young_across = nearly.young * (1 + 1e-12);
  const SolidMesh mesh = mesh_shape(BarShape{{0.2, 0.03, 0.05}}, BarCells{8, 2, 2});
  const auto expected = frequencies(mesh, plain, {}, 12000);
  EXPECT_EQ(frequencies(mesh, same, kX, 12000), expected);   // to the bit
  EXPECT_EQ(frequencies(mesh, oak(), {}, 12000), expected);  // nobody says where it runs
  const auto close = frequencies(mesh, nearly, normalized(Vec3{1, 1, 2}), 12000);
  ASSERT_EQ(close.size(), expected.size());
  for (std::size_t i = 0; i < close.size(); ++i) EXPECT_NEAR(close[i] / expected[i], 1, 1e-11);
}

// Uniaxial stress along the grain and across it: the constants of the element give back E and nu.
TEST(Grain, ConstantsAreThoseOfTheMaterial) {
  const Material m = oak();
  const Elasticity e = elasticity(m, kX);
  const double c23 = e.lame.lambda, c12 = c23 + e.grain.alpha, c22 = c23 + 2 * e.lame.mu;
  const double c11 =
      c23 + 2 * e.grain.alpha + e.grain.beta + 4 * (e.lame.mu + e.grain.shear) - 2 * e.lame.mu;
  EXPECT_NEAR((c11 - 2 * c12 * c12 / (c22 + c23)) / m.young, 1, 1e-12);
  EXPECT_NEAR(c12 / (c22 + c23) / m.poisson, 1, 1e-12);
  Material impossible = m;
  impossible.young_across = 1.01 * most_across_grain(m);
  EXPECT_THROW(elasticity(impossible, kX), Error);
}

}  // namespace
}  // namespace peal

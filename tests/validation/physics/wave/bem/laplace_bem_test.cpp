// Quasi-static surface pressure against closed forms: sphere p = rho a / (l+1) a_n, thin disc added
// mass 8/3 rho a^3 (Lamb).
#include "physics/wave/bem/laplace_bem.h"

#include <gtest/gtest.h>

#include "physics/wave/exact/radiating_sphere.h"
#include "support/closed_meshes.h"

namespace peal {
namespace {

double sphere_error(int level, int l) {
  const double a = 0.3;
  const auto mesh = test::icosphere(a, level);
  const LaplaceBem bem(mesh);
  std::vector<double> v;
  for (std::size_t t = 0; t < bem.size(); ++t)
    v.push_back(legendre(l, normalized(mesh.centroid(t)).z));
  const auto p = bem.solve(v);
  double error = 0, size = 0;
  for (std::size_t t = 0; t < bem.size(); ++t) {
    const double area = norm(mesh.area_vector(t)), exact = a / (l + 1) * v[t];
    error += area * (p[t] - exact) * (p[t] - exact);
    size += area * exact * exact;
  }
  return std::sqrt(error / size);
}

TEST(LaplaceBem, SphereConvergesWithSecondOrder) {
  for (int l = 0; l <= 3; ++l) {
    const double coarse = sphere_error(1, l), middle = sphere_error(2, l),
                 fine = sphere_error(3, l);
    RecordProperty("l" + std::to_string(l), std::to_string(fine));
    EXPECT_LT(middle, 0.015) << l;
    EXPECT_LT(fine, 0.0035) << l;
    EXPECT_GT(std::log2(coarse / middle), 1.9) << l;
    EXPECT_GT(std::log2(middle / fine), 1.9) << l;
  }
}

// Force over acceleration and density, over 8/3 a^3.
double disc_added_mass(const TriangleMesh& mesh, double a) {
  const LaplaceBem bem(mesh);
  const auto p = bem.solve(test::rigid_along_z(mesh));
  double force = 0;
  for (std::size_t t = 0; t < bem.size(); ++t) force += p[t] * mesh.area_vector(t).z;
  return force / (8.0 / 3 * a * a * a);
}

TEST(LaplaceBem, DiscOfVanishingThicknessHasLambsAddedMass) {
  // First order in the triangle size, so twice the rings halve the error and two meshes
  // extrapolate.
  const double a = 0.12, six = disc_added_mass(test::disc(a, a / 1000, 6), a);
  const double twelve = disc_added_mass(test::disc(a, a / 1000, 12), a);
  EXPECT_NEAR(six, 1.085, 0.005);
  EXPECT_NEAR((six - 1) / (twelve - 1), 2, 0.15);
  EXPECT_NEAR(2 * twelve - six, 1, 0.01);
}

TEST(LaplaceBem, ThinDiscsApproachLambsAddedMassFromAbove) {
  const double a = 0.12;
  const double twentieth = disc_added_mass(test::disc(a, a / 20, 10), a);
  const double hundredth = disc_added_mass(test::disc(a, a / 100, 10), a);
  EXPECT_NEAR(twentieth, 1.075, 0.01);
  EXPECT_NEAR(hundredth, 1.047, 0.01);
}

TEST(LaplaceBem, FacesOfASheetNeedNotMatch) {
  // The lower face twisted and shifted against the upper one, 0.1 mm of thickness on 10 cm.
  const double a = 0.1;
  const auto mesh = test::twisted_disc(a, a / 1000, 8);
  EXPECT_NEAR(disc_added_mass(mesh, a), 1, 0.15);
}

}  // namespace
}  // namespace peal

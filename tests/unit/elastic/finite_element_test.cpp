#include "elastic/finite_element.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "geometry/tet_shape_functions.h"

namespace peal {
namespace {

Material aluminium() { return {"aluminium", 70e9, 0.33, 2700, Damping{}}; }

// A crooked element: straight edges bent a little.
std::array<Vec3, 10> curved_tet() {
  std::array<Vec3, 10> x{Vec3{0, 0, 0}, {1.1, 0.1, 0}, {0.2, 0.9, 0.1}, {0.1, 0.2, 1.2}};
  for (int e = 0; e < 6; ++e)
    x[4 + e] = 0.5 * (x[kTetEdges[e][0]] + x[kTetEdges[e][1]]) +
               0.03 * Vec3{std::sin(e), std::cos(2 * e), std::sin(3 * e)};
  return x;
}

TEST(FiniteElement, RigidMotionsCostNoForceEvenWhenCurved) {
  const auto x = curved_tet();
  const auto e = element_matrices(x, lame_constants(aluminium()), 2700);
  const double scale = e.stiffness[0][0](0, 0);
  for (const auto& motion : {std::pair{Vec3{1, 2, 3}, Vec3{}}, {Vec3{}, Vec3{0.3, -1, 0.5}}})
    for (int a = 0; a < 10; ++a) {
      Vec3 force;
      for (int b = 0; b < 10; ++b)
        force += e.stiffness[a][b] * (motion.first + cross(motion.second, x[b]));
      EXPECT_LT(norm(force) / scale, 1e-12);
    }
}

// u = A x with symmetric A is a uniform strain: energy = V (lambda/2 tr(A)^2 + mu A:A).
TEST(FiniteElement, UniformStrainHasTheExactEnergy) {
  const auto x = curved_tet();
  const Lame lame = lame_constants(aluminium());
  const auto e = element_matrices(x, lame, 2700);
  const Mat3 strain{{Vec3{1, 0.2, -0.3}, Vec3{0.2, -0.5, 0.4}, Vec3{-0.3, 0.4, 0.8}}};
  double volume = 0;
  for (const auto& p : tet_rule_degree_7())
    volume += p.weight * determinant(tet_jacobian(x, p.gradients));
  double energy = 0, square = 0;
  for (int a = 0; a < 10; ++a)
    for (int b = 0; b < 10; ++b)
      energy += 0.5 * dot(strain * x[a], e.stiffness[a][b] * (strain * x[b]));
  for (int i = 0; i < 3; ++i) square += norm_squared(strain.row[i]);
  const double trace = strain(0, 0) + strain(1, 1) + strain(2, 2);
  EXPECT_NEAR(energy / (volume * (lame.lambda / 2 * trace * trace + lame.mu * square)), 1, 1e-12);
}

TEST(FiniteElement, ConsistentMassSumsToTheMassAndGivesKnownEntries) {
  std::array<Vec3, 10> x{Vec3{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (int e = 0; e < 6; ++e) x[4 + e] = 0.5 * (x[kTetEdges[e][0]] + x[kTetEdges[e][1]]);
  const auto e = element_matrices(x, lame_constants(aluminium()), 6.0);  // mass 1
  double total = 0;
  for (const auto& row : e.mass)
    for (const double m : row) total += m;
  EXPECT_NEAR(total, 1, 1e-13);
  EXPECT_NEAR(e.mass[0][0], 6.0 / 420, 1e-14);
  EXPECT_NEAR(e.mass[4][4], 32.0 / 420, 1e-14);
  EXPECT_NEAR(e.mass[0][4], -4.0 / 420, 1e-14);
}

TEST(FiniteElement, RefusesUnphysicalMaterials) {
  Material m = aluminium();
  m.poisson = 0.5;
  EXPECT_THROW(lame_constants(m), Error);
  m = aluminium(), m.young = 0;
  EXPECT_THROW(lame_constants(m), Error);
  m = aluminium(), m.density = -1;
  EXPECT_THROW(lame_constants(m), Error);
}

}  // namespace
}  // namespace peal

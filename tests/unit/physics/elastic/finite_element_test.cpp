#include "physics/elastic/finite_element.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "physics/geometry/element.h"
#include "physics/geometry/tet_shape_functions.h"

namespace peal {
namespace {

Material aluminium_element() { return {"aluminium", 70e9, 0.33, 2700, Damping{}}; }

template <class T>
class FiniteElementOf : public testing::Test {
 public:
  static constexpr std::size_t kNodes = T::value;
  /// A crooked element: corners moved, edges bent a little.
  static std::array<Vec3, kNodes> curved() {
    std::array<Vec3, kNodes> x;
    constexpr int corners = ElementOf<kNodes>::kCorners;
    for (int k = 0; k < corners; ++k)
      x[k] = element_corners<kNodes>()[k] +
             0.1 * Vec3{std::sin(5 * k), std::cos(3 * k), std::sin(2 * k)};
    for (std::size_t e = 0; e < ElementOf<kNodes>::kEdges.size(); ++e) {
      const auto [a, b] = ElementOf<kNodes>::kEdges[e];
      const double k = static_cast<double>(e);
      x[corners + e] =
          0.5 * (x[a] + x[b]) + 0.03 * Vec3{std::sin(k), std::cos(2 * k), std::sin(3 * k)};
    }
    return x;
  }
  /// Block (a, b) of the symmetric matrix of which the lower half is stored.
  static Mat3 block(const ElementMatrices<kNodes>& e, std::size_t a, std::size_t b) {
    return b <= a ? e.stiffness[a][b] : transpose(e.stiffness[b][a]);
  }
};
using Kinds =
    testing::Types<std::integral_constant<std::size_t, 10>, std::integral_constant<std::size_t, 15>,
                   std::integral_constant<std::size_t, 20>>;
TYPED_TEST_SUITE(FiniteElementOf, Kinds);

TYPED_TEST(FiniteElementOf, RigidMotionsCostNoForceEvenWhenCurved) {
  constexpr std::size_t N = TestFixture::kNodes;
  const auto x = TestFixture::curved();
  const auto e = element_matrices(x, lame_constants(aluminium_element()), 2700);
  const double scale = e.stiffness[0][0](0, 0);
  for (const auto& motion : {std::pair{Vec3{1, 2, 3}, Vec3{}}, {Vec3{}, Vec3{0.3, -1, 0.5}}})
    for (std::size_t a = 0; a < N; ++a) {
      Vec3 force;
      for (std::size_t b = 0; b < N; ++b)
        force += TestFixture::block(e, a, b) * (motion.first + cross(motion.second, x[b]));
      EXPECT_LT(norm(force) / scale, 2e-12);
    }
}

// u = A x with symmetric A is a uniform strain: energy = V (lambda/2 tr(A)^2 + mu A:A).
TYPED_TEST(FiniteElementOf, UniformStrainHasTheExactEnergy) {
  constexpr std::size_t N = TestFixture::kNodes;
  const auto x = TestFixture::curved();
  const Lame lame = lame_constants(aluminium_element());
  const auto e = element_matrices(x, lame, 2700);
  const Mat3 strain{{Vec3{1, 0.2, -0.3}, Vec3{0.2, -0.5, 0.4}, Vec3{-0.3, 0.4, 0.8}}};
  double volume = 0;
  for (const auto& p : stiffness_rule<N>())
    volume += p.weight * determinant(element_jacobian(x, p.gradients));
  double energy = 0, square = 0;
  for (std::size_t a = 0; a < N; ++a)
    for (std::size_t b = 0; b < N; ++b)
      energy += 0.5 * dot(strain * x[a], TestFixture::block(e, a, b) * (strain * x[b]));
  for (int i = 0; i < 3; ++i) square += norm_squared(strain.row[i]);
  const double trace = strain(0, 0) + strain(1, 1) + strain(2, 2);
  EXPECT_NEAR(energy / (volume * (lame.lambda / 2 * trace * trace + lame.mu * square)), 1, 1e-12);
}

TEST(FiniteElement, ConsistentMassSumsToTheMassAndGivesKnownEntries) {
  std::array<Vec3, 10> x{Vec3{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (int e = 0; e < 6; ++e)
    x[4 + e] = 0.5 * (x[ElementOf<10>::kEdges[e][0]] + x[ElementOf<10>::kEdges[e][1]]);
  const auto e = element_matrices(x, lame_constants(aluminium_element()), 6.0);  // mass 1
  double total = 0;
  for (int a = 0; a < 10; ++a)
    for (int b = 0; b < 10; ++b) total += b <= a ? e.mass[a][b] : e.mass[b][a];
  EXPECT_NEAR(total, 1, 1e-13);
  EXPECT_NEAR(e.mass[0][0], 6.0 / 420, 1e-14);
  EXPECT_NEAR(e.mass[4][4], 32.0 / 420, 1e-14);
  EXPECT_NEAR(e.mass[4][0], -4.0 / 420, 1e-14);
}

TEST(FiniteElement, RefusesUnphysicalMaterials) {
  Material m = aluminium_element();
  m.poisson = 0.5;
  EXPECT_THROW(lame_constants(m), Error);
  m = aluminium_element(), m.young = 0;
  EXPECT_THROW(lame_constants(m), Error);
  m = aluminium_element(), m.density = -1;
  EXPECT_THROW(lame_constants(m), Error);
}

}  // namespace
}  // namespace peal

// Shape functions, rules and face tables of the three quadratic elements.
#include "physics/geometry/element.h"

#include <gtest/gtest.h>

#include <cmath>

#include "physics/geometry/solid_mesh.h"

namespace peal {
namespace {

template <class T>
class Element : public testing::Test {
 public:
  static constexpr std::size_t kNodes = T::value;
  /// Reference coordinates of all nodes.
  static std::array<Vec3, kNodes> nodes() {
    std::array<Vec3, kNodes> x;
    const auto& corners = element_corners<kNodes>();
    std::copy(corners.begin(), corners.end(), x.begin());
    for (std::size_t e = 0; e < ElementOf<kNodes>::kEdges.size(); ++e) {
      const auto [a, b] = ElementOf<kNodes>::kEdges[e];
      x[corners.size() + e] = 0.5 * (x[a] + x[b]);
    }
    return x;
  }
};
using Kinds =
    testing::Types<std::integral_constant<std::size_t, 10>, std::integral_constant<std::size_t, 15>,
                   std::integral_constant<std::size_t, 20>>;
TYPED_TEST_SUITE(Element, Kinds);

TYPED_TEST(Element, ValuesAreOneAtTheirNodeAndGradientsMatchThem) {
  constexpr std::size_t N = TestFixture::kNodes;
  const auto nodes = TestFixture::nodes();
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t j = 0; j < N; ++j)
      EXPECT_NEAR(element_values<N>(nodes[i])[j], i == j, 1e-15) << i << ' ' << j;
  const Vec3 r{0.2, 0.3, 0.1};
  Vec3 sum;
  for (const Vec3& g : element_gradients<N>(r)) sum += g;
  EXPECT_NEAR(norm(sum), 0, 1e-14);
  for (int k = 0; k < 3; ++k) {
    Vec3 ahead = r, behind = r;
    ahead[k] += 1e-6, behind[k] -= 1e-6;
    for (std::size_t a = 0; a < N; ++a)
      EXPECT_NEAR((element_values<N>(ahead)[a] - element_values<N>(behind)[a]) / 2e-6,
                  element_gradients<N>(r)[a][k], 1e-9);
  }
}

// Rules integrate N_i N_j alike although their points differ: both are exact for degree 4.
TYPED_TEST(Element, RulesAgreeOnThePolynomialsOfTheStraightElement) {
  constexpr std::size_t N = TestFixture::kNodes;
  const double volume = N == 10 ? 1.0 / 6 : N == 15 ? 1.0 : 8.0;
  double total = 0;
  for (const auto& p : mass_rule<N>()) total += p.weight;
  EXPECT_NEAR(total, volume, 1e-14 * volume);
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t j = 0; j < N; ++j) {
      double coarse = 0, fine = 0;
      for (const auto& p : stiffness_rule<N>()) coarse += p.weight * p.values[i] * p.values[j];
      for (const auto& p : mass_rule<N>()) fine += p.weight * p.values[i] * p.values[j];
      EXPECT_NEAR(coarse, fine, 1e-14) << i << ' ' << j;
    }
}

// Every face lies outside its element: its corners turn counter-clockwise seen from outside.
TYPED_TEST(Element, FacesPointOutwardsAndCloseTheElement) {
  constexpr std::size_t N = TestFixture::kNodes;
  const auto nodes = TestFixture::nodes();
  Vec3 centre, closed;
  for (int k = 0; k < ElementOf<N>::kCorners; ++k) centre += nodes[k] / ElementOf<N>::kCorners;
  for (const FaceCorners& face : ElementOf<N>::kFaces) {
    const Vec3 a = nodes[face.corner[0]], b = nodes[face.corner[1]], c = nodes[face.corner[2]];
    const Vec3 normal = cross(b - a, c - a);
    EXPECT_GT(dot(normal, a - centre), 0);
    closed += face.count == 3 ? 0.5 * normal : normal;
    for (int k = 0; k < face.count; ++k)
      EXPECT_GE(edge_node<N>(face.corner[k], face.corner[(k + 1) % face.count]), 0);
  }
  EXPECT_NEAR(norm(closed), 0, 1e-14);
}

// One element of each kind as a mesh: its skin is closed and the centres of four-sided faces lie
// on the curved faces.
TYPED_TEST(Element, BoundaryOfOneElementIsItsSkin) {
  constexpr std::size_t N = TestFixture::kNodes;
  SolidMesh mesh;
  const auto nodes = TestFixture::nodes();
  mesh.nodes.assign(nodes.begin(), nodes.end());
  std::array<int, N> element;
  for (std::size_t k = 0; k < N; ++k) element[k] = static_cast<int>(k);
  if constexpr (N == 10) mesh.tets.push_back(element);
  if constexpr (N == 15) mesh.wedges.push_back(element);
  if constexpr (N == 20) mesh.hexes.push_back(element);
  check_mesh(mesh);
  const QuadraticSurface surface = boundary_surface(mesh);
  const TriangleMesh flat = linear_surface(surface);
  Vec3 closed;
  double volume = 0;
  for (std::size_t t = 0; t < flat.triangles.size(); ++t) {
    closed += flat.area_vector(t);
    volume += dot(flat.area_vector(t), flat.centroid(t)) / 3;
  }
  EXPECT_NEAR(norm(closed), 0, 1e-14);
  EXPECT_NEAR(volume, N == 10 ? 1.0 / 6 : N == 15 ? 1.0 : 8.0, 1e-14);
  EXPECT_EQ(surface.face_centres.size(), N == 10 ? 0u : N == 15 ? 3u : 6u);
}

}  // namespace
}  // namespace peal

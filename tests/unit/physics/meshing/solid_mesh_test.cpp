#include "physics/geometry/solid_mesh.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "base/error.h"
#include "physics/geometry/element.h"
#include "physics/geometry/mass_properties.h"
#include "physics/geometry/tet_shape_functions.h"
#include "physics/meshing/shape_mesh.h"

namespace peal {
namespace {

double factorial(int n) { return std::tgamma(n + 1); }

// int r^a s^b t^c over the reference tetrahedron = a! b! c! / (a + b + c + 3)!
double worst_monomial(const std::vector<TetPoint>& rule, int degree) {
  double worst = 0;
  for (int a = 0; a <= degree; ++a)
    for (int b = 0; a + b <= degree; ++b)
      for (int c = 0; a + b + c <= degree; ++c) {
        double sum = 0;
        for (const auto& p : rule)
          sum += p.weight * std::pow(p.r.x, a) * std::pow(p.r.y, b) * std::pow(p.r.z, c);
        const double exact = factorial(a) * factorial(b) * factorial(c) / factorial(a + b + c + 3);
        worst = std::max(worst, std::abs(sum - exact) / exact);
      }
  return worst;
}

TEST(TetRules, IntegrateEveryMonomialOfTheirDegree) {
  EXPECT_LT(worst_monomial(tet_rule_degree_5(), 5), 1e-12);
  EXPECT_GT(worst_monomial(tet_rule_degree_5(), 6), 1e-6);
  EXPECT_LT(worst_monomial(tet_rule_degree_7(), 7), 1e-12);
  EXPECT_GT(worst_monomial(tet_rule_degree_7(), 8), 1e-6);
}

TEST(TetShapeFunctions, AreOneAtTheirNodeAndSumToOne) {
  std::array<Vec3, 10> nodes{Vec3{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (int e = 0; e < 6; ++e)
    nodes[4 + e] = 0.5 * (nodes[ElementOf<10>::kEdges[e][0]] + nodes[ElementOf<10>::kEdges[e][1]]);
  for (int i = 0; i < 10; ++i)
    for (int j = 0; j < 10; ++j) EXPECT_NEAR(tet_values(nodes[i])[j], i == j, 1e-15);
  const Vec3 r{0.2, 0.3, 0.1};
  Vec3 sum;
  for (const Vec3& g : tet_gradients(r)) sum += g;
  EXPECT_NEAR(norm(sum), 0, 1e-14);
  for (int k = 0; k < 3; ++k) {
    Vec3 ahead = r, behind = r;
    ahead[k] += 1e-6, behind[k] -= 1e-6;
    for (int a = 0; a < 10; ++a)
      EXPECT_NEAR((tet_values(ahead)[a] - tet_values(behind)[a]) / 2e-6, tet_gradients(r)[a][k],
                  1e-9);
  }
}

TEST(BoundarySurface, OfASphereIsClosedOutwardAndOnTheSphere) {
  const double radius = 0.03;
  const SolidMesh mesh = mesh_shape(SphereShape{radius}, SphereCells{3, 2});
  const QuadraticSurface surface = boundary_surface(mesh);
  ASSERT_EQ(surface.nodes.size(), surface.mesh_node.size() + surface.face_centres.size());
  for (std::size_t n = 0; n < surface.mesh_node.size(); ++n) {
    EXPECT_EQ(surface.nodes[n], mesh.nodes[surface.mesh_node[n]]);
    EXPECT_NEAR(norm(surface.nodes[n]), radius, 1e-15);
  }
  // The middles of curved faces follow their edges: off by the fourth power of the cell's angle.
  for (std::size_t n = surface.mesh_node.size(); n < surface.nodes.size(); ++n)
    EXPECT_NEAR(norm(surface.nodes[n]) / radius, 1, 0.01);
  const TriangleMesh flat = linear_surface(surface);
  EXPECT_EQ(flat.triangles.size(), 4 * surface.triangles.size());
  // Euler: V - E + F = 2 with E = 3 F / 2.
  EXPECT_EQ(static_cast<long>(flat.vertices.size()) - static_cast<long>(flat.triangles.size()) / 2,
            2);
  for (std::size_t t = 0; t < flat.triangles.size(); ++t)
    EXPECT_GT(dot(flat.area_vector(t), flat.centroid(t)), 0);
}

TEST(ConnectedParts, CountsSeparatePieces) {
  SolidMesh mesh = mesh_shape(BarShape{{1, 1, 1}}, BarCells{1, 1, 1});
  EXPECT_EQ(connected_parts(mesh).count, 1);
  const int offset = static_cast<int>(mesh.nodes.size());
  const SolidMesh one = mesh;
  for (const Vec3& x : one.nodes) mesh.nodes.push_back(x + Vec3{3, 0, 0});
  for (auto hex : one.hexes) {
    for (int& node : hex) node += offset;
    mesh.hexes.push_back(hex);
  }
  const ConnectedParts parts = connected_parts(mesh);
  EXPECT_EQ(parts.count, 2);
  EXPECT_EQ(parts.of_node.front(), 0);
  EXPECT_EQ(parts.of_node.back(), 1);
}

TEST(CheckMesh, NamesTheFoldedElement) {
  SolidMesh mesh = mesh_shape(BarShape{{1, 1, 1}}, BarCells{2, 1, 1});
  std::swap(mesh.hexes[1][1], mesh.hexes[1][2]);
  try {
    check_mesh(mesh);
    FAIL() << "a folded hexahedron was accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("hexahedron 1"), std::string::npos) << error.what();
  }
}

TEST(CheckMesh, FindsAMiddleNodePushedTooFar) {
  SolidMesh mesh = mesh_shape(BarShape{{1, 1, 1}}, BarCells{1, 1, 1});
  mesh.nodes[mesh.hexes[0][8]] = mesh.nodes[mesh.hexes[0][0]];
  EXPECT_THROW(check_mesh(mesh), Error);
}

TEST(NodesInBox, FindsAnEndFace) {
  const SolidMesh mesh = mesh_shape(BarShape{{0.2, 0.02, 0.01}}, BarCells{4, 2, 1});
  // 2 x 1 eight-node cells on a face: 5 x 3 nodes without the two middles.
  EXPECT_EQ(nodes_in_box(mesh, {-0.1, -1, -1}, {-0.1, 1, 1}).size(), 13u);
}

}  // namespace
}  // namespace peal

#include "physics/meshing/mesh_quality.h"

#include <gtest/gtest.h>

#include "physics/geometry/element.h"

namespace peal {
namespace {

template <std::size_t N>
std::array<Vec3, N> straight(const std::array<Vec3, ElementOf<N>::kCorners>& corners) {
  std::array<Vec3, N> x;
  for (int k = 0; k < ElementOf<N>::kCorners; ++k) x[k] = corners[k];
  for (std::size_t e = 0; e < ElementOf<N>::kEdges.size(); ++e) {
    const auto [a, b] = ElementOf<N>::kEdges[e];
    x[ElementOf<N>::kCorners + e] = 0.5 * (x[a] + x[b]);
  }
  return x;
}

const std::array<Vec3, 4> kRegular{{{1, 1, 1}, {-1, -1, 1}, {-1, 1, -1}, {1, -1, -1}}};

TEST(MeshQuality, OfARegularTetrahedronIsOne) {
  auto corners = kRegular;
  if (element_quality(straight<10>(corners)) < 0) std::swap(corners[0], corners[1]);
  EXPECT_NEAR(element_quality(straight<10>(corners)), 1, 1e-12);
  std::swap(corners[0], corners[1]);
  EXPECT_NEAR(element_quality(straight<10>(corners)), -1, 1e-12);
}

TEST(MeshQuality, SeesAMiddleNodeThatFolds) {
  auto x = straight<10>({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}});
  const double before = element_quality(x);
  EXPECT_GT(before, 0.6);
  x[4] = {0.9, 0, 0};
  EXPECT_LT(element_quality(x), 0);
}

TEST(MeshQuality, OfWedgesAndBricksIsThatOfTheirAngles) {
  const double h = std::sqrt(3.0) / 2;
  for (const double height : {1.0, 0.01})
    EXPECT_NEAR(element_quality(straight<15>({{{0, 0, 0},
                                               {1, 0, 0},
                                               {0.5, h, 0},
                                               {0, 0, height},
                                               {1, 0, height},
                                               {0.5, h, height}}})),
                1, 1e-12);
  SolidMesh mesh;
  std::array<int, 20> brick;
  const auto x = straight<20>({{{0, 0, 0},
                                {2, 0, 0},
                                {2, 1, 0},
                                {0, 1, 0},
                                {0, 0, 0.1},
                                {2, 0, 0.1},
                                {2, 1, 0.1},
                                {0, 1, 0.1}}});
  for (int k = 0; k < 20; ++k) mesh.nodes.push_back(x[k]), brick[k] = k;
  mesh.hexes.push_back(brick);
  const MeshQuality q = mesh_quality(mesh);
  EXPECT_NEAR(q.worst, 1, 1e-12);
  EXPECT_NEAR(q.shortest_edge, 0.1, 1e-15);
  EXPECT_NEAR(q.longest_edge, 2, 1e-15);
  EXPECT_NEAR(q.flattest, 20, 1e-9);
  EXPECT_EQ(q.histogram[9], 1);
  EXPECT_EQ(q.hexes, 1u);
  EXPECT_EQ(q.nodes, 20u);
}

}  // namespace
}  // namespace peal

#include "io/mesh/polygon.h"

#include "base/rng.h"
#include "support.h"

namespace peal {
namespace {

TriangleMesh cut(std::vector<Vec3> points) {
  TriangleMesh mesh;
  mesh.vertices = std::move(points);
  std::vector<int> corners(mesh.vertices.size());
  for (std::size_t k = 0; k < corners.size(); ++k) corners[k] = static_cast<int>(k);
  add_polygon(mesh, corners);
  return mesh;
}

/// Sum of absolute areas equals the polygon's own: no triangle lies outside, none overlaps.
void expect_exact(const TriangleMesh& mesh) {
  Vec3 sum;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) sum += mesh.area_vector(t);
  EXPECT_EQ(mesh.triangles.size(), mesh.vertices.size() - 2);
  EXPECT_NEAR(area(mesh), norm(sum), 1e-12 * norm(sum));
}

TEST(Polygon, ConcaveOnesAreCutInsideInEveryPlane) {
  const std::vector<Vec3> arrow{{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {3, 1, 0}};
  for (int turn = 0; turn < 3; ++turn)
    for (const bool mirrored : {false, true})
      for (std::size_t start = 0; start < arrow.size(); ++start) {
        std::vector<Vec3> points;
        for (std::size_t k = 0; k < arrow.size(); ++k) {
          const Vec3 p = arrow[(start + k) % arrow.size()];
          Vec3 q{p[turn], p[(turn + 1) % 3], p[(turn + 2) % 3]};
          if (mirrored) q = {-q.x, q.y, q.z};
          points.push_back(q + 0.2 * Vec3{q.y, q.z, q.x});
        }
        expect_exact(cut(points));
      }
}

TEST(Polygon, CornersOnAStraightSideMakeNoFlatTriangles) {
  const TriangleMesh mesh = cut({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {0, 1, 0}});
  expect_exact(mesh);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    EXPECT_GT(norm(mesh.area_vector(t)), 0.1) << t;
}

TEST(Polygon, ASpiralAndRandomStarsAreCutExactly) {
  std::vector<Vec3> spiral;
  for (int k = 0; k <= 60; ++k)
    spiral.push_back({(1 + k * 0.05) * std::cos(k * 0.3), (1 + k * 0.05) * std::sin(k * 0.3), 0});
  for (int k = 60; k >= 0; --k)
    spiral.push_back(
        {(1.2 + k * 0.05) * std::cos(k * 0.3), (1.2 + k * 0.05) * std::sin(k * 0.3), 0});
  expect_exact(cut(spiral));
  for (int trial = 0; trial < 50; ++trial) {
    KeyedRng rng(1, 2, trial);
    std::vector<Vec3> star;
    for (int k = 0; k < 40; ++k) {
      const double r = rng.uniform(0.1, 1), angle = 2 * 3.141592653589793 * k / 40;
      star.push_back({r * std::cos(angle), 0.5, r * std::sin(angle)});
    }
    expect_exact(cut(star));
  }
}

TEST(Polygon, OneThatCrossesItselfKeepsItsOuterEdges) {
  const TriangleMesh mesh = cut({{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1.5, 0}, {-1, -1, 0}});
  EXPECT_EQ(mesh.triangles.size(), 3u);
  std::vector<std::array<int, 2>> edges;  // those without a partner that runs the other way
  for (const auto& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) {
      const std::array<int, 2> edge{t[k], t[(k + 1) % 3]}, back{edge[1], edge[0]};
      const auto partner = std::find(edges.begin(), edges.end(), back);
      if (partner == edges.end())
        edges.push_back(edge);
      else
        edges.erase(partner);
    }
  std::sort(edges.begin(), edges.end());
  EXPECT_EQ(edges, (std::vector<std::array<int, 2>>{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}}));
}

TEST(Polygon, AThousandRandomCornersDoNotTakeLong) {
  KeyedRng rng(1, 2, 3);
  std::vector<Vec3> points(1000);
  for (Vec3& p : points) p = {rng.uniform(), rng.uniform(), 0};
  for (int k = 0; k < 10; ++k) EXPECT_EQ(cut(points).triangles.size(), 998u);
}

TEST(Polygon, StripsTurnEverySecondTriangle) {
  TriangleMesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  const int corners[] = {0, 1, 2, 3};
  add_strip(mesh, corners);
  ASSERT_EQ(mesh.triangles.size(), 2u);
  EXPECT_DOUBLE_EQ(mesh.area_vector(0).z, 0.5);
  EXPECT_DOUBLE_EQ(mesh.area_vector(1).z, 0.5);
}

}  // namespace
}  // namespace peal

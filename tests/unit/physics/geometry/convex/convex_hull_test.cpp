#include "physics/geometry/convex/convex_hull.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"
#include "physics/geometry/orientation.h"
#include "physics/geometry/surface_checks.h"
#include "unit/physics/geometry/convex/sample_surfaces.h"

namespace peal {
namespace {

Vec3 tilted(const Vec3& v) { return rotate(Quat::from_axis_angle({3, 2, 1}, 1.1), v); }

/// Closed, convex, around all points, corners taken from them.
void expect_hull(const TriangleMesh& h, const std::vector<Vec3>& points, double slack) {
  const SurfaceFacts f = examine(h);
  EXPECT_TRUE(f.watertight());
  EXPECT_EQ(f.clashing_edges, 0u);
  EXPECT_EQ(f.pinched_vertices, 0u);
  EXPECT_EQ(f.euler, 2);
  double farthest = 0;
  for (std::size_t t = 0; t < h.triangles.size(); ++t) {
    const Vec3 n = normalized(h.area_vector(t));
    for (const Vec3& p : points) farthest = std::max(farthest, dot(p - h.corner(t, 0), n));
  }
  EXPECT_LE(farthest, slack);
  for (const Vec3& v : h.vertices)
    EXPECT_TRUE(std::find(points.begin(), points.end(), v) != points.end());
}

TEST(ConvexHull, OfRandomPointsIsAroundThem) {
  KeyedRng rng(1, 2, 3);
  std::vector<Vec3> points;
  for (int i = 0; i < 2000; ++i) points.push_back(sample::random_point(rng, 1));
  const TriangleMesh h = convex_hull(points);
  expect_hull(h, points, 1e-9);
  const double v = examine(h).volume;
  EXPECT_GT(v, 7);
  EXPECT_LT(v, 8);
}

TEST(ConvexHull, OfACubeFullOfPointsIsTheCube) {
  std::vector<Vec3> points;
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 12; ++j)
      for (int k = 0; k < 12; ++k) points.push_back({i / 11.0, j / 11.0, k / 11.0});
  points.insert(points.end(), points.begin(), points.begin() + 500);  // repetitions
  const TriangleMesh h = convex_hull(points);
  expect_hull(h, points, 1e-15);
  EXPECT_NEAR(examine(h).volume, 1, 1e-14);
  EXPECT_EQ(h.vertices.size(), 8u);
  EXPECT_EQ(h.triangles.size(), 12u);
  for (Vec3& p : points) p = tilted(p) + Vec3{0.3, 100, 7};
  const TriangleMesh turned = convex_hull(points);
  expect_hull(turned, points, 1e-9);
  EXPECT_NEAR(examine(turned).volume, 1, 1e-9);
  EXPECT_EQ(turned.vertices.size(), 8u);
}

TEST(ConvexHull, OfTurnedBoxesAndCylindersLosesNoCorner) {
  // Flat faces full of points that rounding has put a little out of the plane.
  KeyedRng rng(20, 9, 9);
  int more = 0;
  for (int i = 0; i < 400; ++i) {
    const int n = 2 + i % 9, around = 5 + i % 30;
    const double y = rng.uniform(0.2, 2), z = rng.uniform(0.01, 2);
    TriangleMesh m =
        i % 3 ? sample::box({0, 0, 0}, {1, y, z}, n) : sample::cylinder(1, 2, around, n);
    const Vec3 axis = sample::random_point(rng, 1);
    const Quat q = Quat::from_axis_angle(axis, rng.uniform(0, 3));
    for (Vec3& v : m.vertices) v = rotate(q, v) + Vec3{0.1, 0.2, 0.3};
    const TriangleMesh h = convex_hull(m.vertices);
    const int corners = i % 3 ? 8 : 2 * around, found = int(h.vertices.size());
    EXPECT_GE(found, corners) << i;
    EXPECT_LE(found, corners + 2) << i;
    more += found - corners;
    const double v = examine(m).volume;
    EXPECT_NEAR(examine(h).volume, v, 1e-9 * v) << i;
  }
  EXPECT_LE(more, 8);
}

TEST(ConvexHull, OfASphereKeepsEveryPoint) {
  const TriangleMesh s = sample::sphere(0.3, 5, {1, 2, 3});
  const TriangleMesh h = convex_hull(s.vertices);
  EXPECT_EQ(h.vertices.size(), s.vertices.size());
  EXPECT_EQ(h.triangles.size(), s.triangles.size());
  // The grid of the sphere is not everywhere the convex one, hence not the same volume.
  EXPECT_NEAR(examine(h).volume, examine(s).volume, 1e-3 * examine(h).volume);
  EXPECT_GE(examine(h).volume, examine(s).volume);
  std::vector<Vec3> some(s.vertices.begin(), s.vertices.begin() + 500);
  expect_hull(convex_hull(some), some, 1e-10);
}

TEST(ConvexHull, StopsWhenPointsDoNotSpanABody) {
  EXPECT_THROW(convex_hull({}), Error);
  EXPECT_THROW(convex_hull({{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}), Error);
  EXPECT_THROW(convex_hull({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}}), Error);
  std::vector<Vec3> flat;
  for (int i = 0; i < 100; ++i) flat.push_back(tilted({double(i % 10), i / 10 + 0.5, 0}));
  EXPECT_THROW(convex_hull(flat), Error);
  EXPECT_THROW(convex_hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, std::nan("")}}), Error);
}

TEST(ConvexHull, CornersAreThinnedToTheMostExtreme) {
  const auto points = sample::sphere(1, 5).vertices;
  const double full = examine(convex_hull(points)).volume;
  double before = 0;
  for (const std::size_t most : {4, 16, 64, 256}) {
    const auto corners = hull_corners(points, most);
    EXPECT_LE(corners.size(), most);
    EXPECT_GE(corners.size(), most - most / 8);
    const double v = examine(convex_hull(corners)).volume;
    EXPECT_GT(v, before);
    before = v;
  }
  EXPECT_GT(before, 0.95 * full);
  EXPECT_EQ(hull_corners(points, 100000).size(), points.size());
  EXPECT_EQ(hull_corners(sample::box({0, 0, 0}, {1, 1, 1}, 5).vertices, 100).size(), 8u);
  EXPECT_THROW(hull_corners(points, 3), Error);
}

TEST(Orientation, IsExactWhereRoundingDecides) {
  // Points of a plane with integer coordinates: doubles cannot tell, the sign can.
  const double big = 94906267;  // its square needs more than 53 bits
  const Vec3 a{big, big + 1, big + 2}, b{big + 7, -big, 3}, c{5, big, -big};
  const Vec3 on = a + (b - a) + (c - a);  // integers: exact
  EXPECT_EQ(orientation(a, b, c, on), 0);
  for (int k = 0; k < 3; ++k) {
    Vec3 above = on, below = on;
    above[k] = std::nextafter(on[k], 1e300), below[k] = std::nextafter(on[k], -1e300);
    EXPECT_EQ(orientation(a, b, c, above), -orientation(a, b, c, below));
    EXPECT_NE(orientation(a, b, c, above), 0);
    EXPECT_EQ(orientation(a, c, b, above), -orientation(a, b, c, above));
    const double n = cross(b - a, c - a)[k];
    EXPECT_EQ(orientation(a, b, c, above), n > 0 ? 1 : -1);
  }
  EXPECT_EQ(orientation({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}), 1);
}

}  // namespace
}  // namespace peal

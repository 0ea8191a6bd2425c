// The tree against brute force over all triangles.
#include "physics/geometry/triangle_tree.h"

#include <gtest/gtest.h>

#include <set>

#include "base/error.h"
#include "unit/physics/geometry/convex/sample_surfaces.h"

namespace peal {
namespace {

TriangleMesh cloud(int count) {
  TriangleMesh m;
  KeyedRng rng(1, 2, 3);
  for (int i = 0; i < count; ++i) {
    const Vec3 at = sample::random_point(rng, 1);
    for (int k = 0; k < 3; ++k) m.vertices.push_back(at + sample::random_point(rng, 0.2));
    m.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  m.triangles.push_back({0, 0, 0});  // a point and a segment must not disturb
  m.triangles.push_back({3, 4, 4});
  return m;
}

TEST(TriangleTree, NearestPointIsTheNearestOfAllTriangles) {
  const TriangleMesh m = cloud(300);
  const TriangleTree tree(m);
  KeyedRng rng(4, 5, 6);
  for (int i = 0; i < 500; ++i) {
    const Vec3 p = sample::random_point(rng, 2);
    double least = 1e9;
    for (std::size_t t = 0; t < m.triangles.size(); ++t)
      least = std::min(
          least, norm(p - nearest_on_triangle(p, m.corner(t, 0), m.corner(t, 1), m.corner(t, 2))));
    const NearPoint near = tree.nearest(p);
    EXPECT_DOUBLE_EQ(near.distance, least);
    EXPECT_NEAR(norm(near.point - p), least, 1e-14);
    EXPECT_EQ(tree.nearest(p, 0.99 * least).triangle, -1);
    EXPECT_EQ(tree.nearest(p, 1.01 * least).triangle, near.triangle);
  }
}

TEST(TriangleTree, PointNearestToATriangleLiesInItsPlaneOnAnEdgeOrAtACorner) {
  const Vec3 a{0, 0, 0}, b{1, 0, 0}, c{0, 1, 0};
  const auto expect = [&](const Vec3& p, const Vec3& q) {
    EXPECT_NEAR(norm(nearest_on_triangle(p, a, b, c) - q), 0, 1e-15);
    EXPECT_NEAR(norm(nearest_on_triangle(p, b, a, c) - q), 0, 1e-15);
  };
  expect({0.2, 0.3, 5}, {0.2, 0.3, 0});
  expect({0.4, -2, 1}, {0.4, 0, 0});
  expect({1, 1, -1}, {0.5, 0.5, 0});
  expect({-1, -2, 3}, {0, 0, 0});
  expect({3, -1, 0}, {1, 0, 0});
}

TEST(TriangleTree, DistanceToASphereIsThatOfTheSphere) {
  const TriangleTree tree(sample::sphere(2, 5));
  for (const Vec3& p : {Vec3{0.1, 0.2, 0.1}, Vec3{3, -4, 5}, Vec3{0, 0, 2}})
    EXPECT_NEAR(tree.nearest(p).distance, std::abs(norm(p) - 2), 2e-3);
}

TEST(TriangleTree, EqualDistancesGoToTheLowestTriangle) {
  const TriangleMesh m = sample::box({-1, -1, -1}, {1, 1, 1});
  EXPECT_EQ(TriangleTree(m).nearest({1, 1, 1}).triangle, [&] {
    for (int t = 0;; ++t)
      for (int k = 0; k < 3; ++k)
        if (m.corner(t, k) == Vec3{1, 1, 1}) return t;
  }());
}

TEST(TriangleTree, FirstHitIsTheFirstOfAllHits) {
  const TriangleMesh m = cloud(300);
  const TriangleTree tree(m);
  KeyedRng rng(7, 8, 9);
  int met = 0;
  for (int i = 0; i < 500; ++i) {
    const Vec3 o = sample::random_point(rng, 2), d = sample::random_point(rng, 0.7) - o;
    const auto hits = tree.all_hits(o, d, 0, 10);
    // Independent count: signed volumes of the ray with the three edges.
    std::size_t expected = 0;
    for (std::size_t t = 0; t < m.triangles.size(); ++t) {
      const Vec3 a = m.corner(t, 0) - o, b = m.corner(t, 1) - o, c = m.corner(t, 2) - o;
      const double u = dot(d, cross(a, b)), v = dot(d, cross(b, c)), w = dot(d, cross(c, a));
      const double volume = dot(a, cross(b, c));
      if (u > 0 && v > 0 && w > 0) expected += volume > 0 && volume / (u + v + w) <= 10;
      if (u < 0 && v < 0 && w < 0) expected += volume < 0 && volume / (u + v + w) <= 10;
    }
    EXPECT_EQ(hits.size(), expected);
    const auto first = tree.first_hit(o, d, 0, 10);
    ASSERT_EQ(first.has_value(), !hits.empty());
    if (!first) continue;
    ++met;
    EXPECT_EQ(first->triangle, hits[0].triangle);
    EXPECT_EQ(first->t, hits[0].t);
    const NearPoint near = tree.nearest(o + first->t * d);
    EXPECT_LT(near.distance, 1e-12);
    const auto second = tree.first_hit(o, d, 0, 10, first->triangle);
    EXPECT_EQ(second ? second->triangle : -1, hits.size() > 1 ? hits[1].triangle : -1);
    EXPECT_FALSE(tree.first_hit(o, d, 0, 0.999 * first->t));
  }
  EXPECT_GT(met, 100);
}

TEST(TriangleTree, RaysAlongTheAxesHitEdgesCornersAndFlatBoxes) {
  const TriangleTree tree(sample::box({-1, -1, -1}, {1, 1, 1}, 4));
  for (int axis = 0; axis < 3; ++axis)
    for (const double sign : {-1.0, 1.0})
      for (const double a : {-0.5, -0.0, 0.0, 0.3, 1.0}) {
        Vec3 o{a, a, a}, d{-0.0, 0.0, -0.0};
        o[axis] = -3 * sign, d[axis] = sign;
        const auto hit = tree.first_hit(o, d, 0, 100);
        ASSERT_TRUE(hit) << axis << " " << sign << " " << a;
        EXPECT_DOUBLE_EQ(hit->t, 2);
        o[(axis + 1) % 3] = 1.01;
        EXPECT_FALSE(tree.first_hit(o, d, 0, 100));
      }
}

TEST(TriangleTree, OverlappingPairsAreThoseOfAllBoxesEachOnce) {
  const TriangleMesh m = cloud(200);
  std::set<std::array<int, 2>> expected;
  std::vector<Bounds> boxes(m.triangles.size());
  for (std::size_t t = 0; t < boxes.size(); ++t)
    for (int k = 0; k < 3; ++k) boxes[t].add(m.corner(t, k));
  for (int a = 0; a < int(boxes.size()); ++a)
    for (int b = a + 1; b < int(boxes.size()); ++b)
      if (boxes[a].overlaps(boxes[b])) expected.insert({a, b});
  const TriangleTree tree(m);
  const auto pairs = tree.overlapping_pairs();
  EXPECT_EQ(std::set(pairs.begin(), pairs.end()), expected);
  EXPECT_EQ(pairs.size(), expected.size());
  std::set<int> in, found;
  for (int a = 0; a < int(boxes.size()); ++a)
    if (boxes[a].overlaps(boxes[7])) in.insert(a);
  tree.for_each_in(boxes[7], [&](int t) { found.insert(t); });
  EXPECT_EQ(found, in);
  int calls = 0;
  EXPECT_FALSE(tree.for_each_overlapping_pair([&](int, int) { return ++calls < 5; }));
  EXPECT_EQ(calls, 5);
}

TEST(TriangleTree, EmptySurfacesHaveNothingNear) {
  const TriangleTree tree{TriangleMesh{}};
  EXPECT_EQ(tree.nearest({0, 0, 0}).triangle, -1);
  EXPECT_FALSE(tree.first_hit({0, 0, 0}, {1, 0, 0}, 0, 1));
  EXPECT_TRUE(tree.overlapping_pairs().empty());
}

TEST(TriangleTree, StopsAtBrokenSurfaces) {
  TriangleMesh m = sample::sphere(1, 1);
  m.triangles[3][1] = 1000;
  EXPECT_THROW(TriangleTree{m}, Error);
  m = sample::sphere(1, 1);
  m.vertices[2].y = std::nan("");
  EXPECT_THROW(TriangleTree{m}, Error);
}

}  // namespace
}  // namespace peal

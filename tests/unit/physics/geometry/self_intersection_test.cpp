#include "physics/geometry/self_intersection.h"

#include <gtest/gtest.h>

#include "physics/geometry/surface_repair.h"
#include "unit/physics/geometry/convex/sample_surfaces.h"

namespace peal {
namespace {

Vec3 tilted(const Vec3& v) {
  return rotate(Quat::from_axis_angle({1, 2, 3}, 0.7), v) + Vec3{0.1, -0.3, 0.2};
}
Vec3 as_float(const Vec3& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}
std::size_t crossings(const TriangleMesh& m) { return self_intersections(m).pairs.size(); }

/// The same count for the mesh, tilted, and tilted in floats.
void expect_crossings(const TriangleMesh& m, bool any) {
  EXPECT_EQ(crossings(m) > 0, any);
  EXPECT_EQ(crossings(sample::moved(m, tilted)) > 0, any) << "tilted";
  EXPECT_EQ(crossings(sample::moved(sample::moved(m, tilted), as_float)) > 0, any) << "float";
}

TEST(SelfIntersection, GoodSurfacesHaveNone) {
  expect_crossings(sample::sphere(1, 6), false);
  expect_crossings(sample::torus(1, 0.3, 200, 60, 0.05), false);
  expect_crossings(sample::box({0, 0, 0}, {1, 1, 1}, 20), false);
  expect_crossings(sample::cylinder(0.05, 1, 500, 1), false);             // needles and fans
  expect_crossings(sample::box({0, 0, 0}, {0.5, 0.3, 1e-4}, 12), false);  // thin plate
  expect_crossings(sample::joined(sample::sphere(1, 5), sample::sphere(0.9999, 5)), false);
}

TEST(SelfIntersection, FindsCrossingBodies) {
  expect_crossings(sample::joined(sample::sphere(1, 3), sample::sphere(1, 3, {0.5, 0.1, 0.2})),
                   true);
  expect_crossings(
      sample::joined(sample::box({0, 0, 0}, {1, 1, 1}), sample::box({0.4, 0.4, -1}, {0.6, 0.6, 2})),
      true);
}

TEST(SelfIntersection, FindsBodiesThatMeetInEdgesAlone) {
  // The vertices of one lie in the faces of the other: no triangle runs through another.
  const TriangleMesh m = sample::joined(sample::box({0, 0, 0}, {1, 1, 1}, 2),
                                        sample::box({0.1, 0.1, 0}, {0.3, 0.3, 1}, 2));
  EXPECT_GT(crossings(m), 0u);
  EXPECT_GT(crossings(sample::moved(m, tilted)), 0u);
  const TriangleMesh stacked =
      sample::joined(sample::box({0, 0, 0}, {1, 1, 1}), sample::box({0.2, 0.3, 1}, {0.7, 0.8, 2}));
  EXPECT_GT(crossings(stacked), 0u);
  EXPECT_GT(crossings(sample::moved(stacked, tilted)), 0u);
}

TEST(SelfIntersection, CountsPairsByWhatTheyShare) {
  const auto two = [](std::vector<Vec3> p, std::array<int, 3> s, std::array<int, 3> t) {
    TriangleMesh m{std::move(p), {s, t}};
    const std::size_t n = crossings(m);
    EXPECT_EQ(crossings(sample::moved(m, tilted)), n);
    m.triangles = {t, s};
    EXPECT_EQ(crossings(m), n);
    return n;
  };
  const Vec3 o{0, 0, 0}, x{1, 0, 0}, y{0, 1, 0}, in{0.3, 0.3, 0};
  const Vec3 up{0, 0, 1}, down{0, 0, -1};
  // No shared vertex: through, touching with a corner, beside, just above.
  EXPECT_EQ(two({o, x, y, in + up, in + down, {2, 2, 2}}, {0, 1, 2}, {3, 4, 5}), 1u);
  EXPECT_EQ(two({o, x, y, in, in + up, {1, 1, 1}}, {0, 1, 2}, {3, 4, 5}), 1u);
  EXPECT_EQ(two({o, x, y, {0.6, 0.6, -1}, {0.6, 0.6, 1}, {2, 2, 0}}, {0, 1, 2}, {3, 4, 5}), 0u);
  EXPECT_EQ(two({o, x, y, in + 1e-9 * up, in + up, {1, 1, 1}}, {0, 1, 2}, {3, 4, 5}), 0u);
  // In one plane.
  EXPECT_EQ(two({o, x, y, in, {2, 0, 0}, {0, 2, 0}}, {0, 1, 2}, {3, 4, 5}), 1u);
  EXPECT_EQ(two({o, x, y, {0.6, 0.6, 0}, {2, 0, 0}, {0, 2, 0}}, {0, 1, 2}, {3, 4, 5}), 0u);
  // One shared vertex: through the triangle, touching there only, overlapping in the plane.
  EXPECT_EQ(two({o, x, y, in + up, in + down}, {0, 1, 2}, {0, 3, 4}), 1u);
  EXPECT_EQ(two({o, x, y, up - in, down - in}, {0, 1, 2}, {0, 3, 4}), 0u);
  EXPECT_EQ(two({o, x, y, in, {0.9, 0.5, 0}}, {0, 1, 2}, {0, 3, 4}), 1u);
  EXPECT_EQ(two({o, x, y, {-1, 0, 0}, {0, -1, 0}}, {0, 1, 2}, {0, 3, 4}), 0u);
  EXPECT_EQ(two({o, x, y, {-1, 0.5, 0}, {-1, 1, 0}}, {0, 1, 2}, {2, 3, 4}), 0u);
  // A shared edge: folded shut, either way round; a knife's edge; flat; a right angle.
  EXPECT_EQ(two({o, x, y, {0.5, 0.5, 0}}, {0, 1, 2}, {1, 0, 3}), 1u);
  EXPECT_EQ(two({o, x, y, {0.5, 0.5, 0}}, {0, 1, 2}, {0, 1, 3}), 1u);
  EXPECT_EQ(two({o, x, y, {0.5, 0.5, 1e-4}}, {0, 1, 2}, {1, 0, 3}), 0u);
  EXPECT_EQ(two({o, x, y, {0.5, -0.5, 0}}, {0, 1, 2}, {1, 0, 3}), 0u);
  EXPECT_EQ(two({o, x, y, {0.5, 0, 0.5}}, {0, 1, 2}, {1, 0, 3}), 0u);
}

TEST(SelfIntersection, AgreesWithSampledSegmentsOnRandomPairs) {
  // Segments through triangles by signed volumes: an independent test for pairs without a common
  // vertex in general position.
  const auto volume = [](const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    return dot(cross(b - a, c - a), d - a);
  };
  KeyedRng rng(5, 5, 5);
  int crossing = 0;
  for (int i = 0; i < 3000; ++i) {
    TriangleMesh m;
    for (int k = 0; k < 6; ++k) m.vertices.push_back(sample::random_point(rng, 1));
    m.triangles = {{0, 1, 2}, {3, 4, 5}};
    bool expected = false;
    for (int s = 0; s < 2; ++s)
      for (int k = 0; k < 3; ++k) {
        const Vec3 p = m.corner(s, k), q = m.corner(s, (k + 1) % 3);
        const Vec3 a = m.corner(1 - s, 0), b = m.corner(1 - s, 1), c = m.corner(1 - s, 2);
        const double u = volume(p, q, a, b), v = volume(p, q, b, c), w = volume(p, q, c, a);
        expected |= volume(a, b, c, p) * volume(a, b, c, q) < 0 &&
                    ((u > 0 && v > 0 && w > 0) || (u < 0 && v < 0 && w < 0));
      }
    EXPECT_EQ(crossings(m) == 1, expected) << i;
    crossing += expected;
  }
  EXPECT_GT(crossing, 300);
}

TEST(SelfIntersection, StopsCountingAtTheLimit) {
  const TriangleMesh m =
      sample::joined(sample::sphere(1, 4), sample::sphere(1, 4, {0.5, 0.1, 0.2}));
  const SelfIntersections all = self_intersections(m), some = self_intersections(m, 7);
  EXPECT_TRUE(all.complete);
  EXPECT_GT(all.pairs.size(), 50u);
  EXPECT_FALSE(some.complete);
  EXPECT_EQ(some.pairs.size(), 7u);
}

}  // namespace
}  // namespace peal

#include "physics/geometry/surface_curvature.h"

#include <gtest/gtest.h>

#include "unit/physics/geometry/convex/sample_surfaces.h"

namespace peal {
namespace {

TEST(SurfaceCurvature, OfASphereIsOneOverItsRadius) {
  const TriangleMesh m = sample::sphere(0.2, 5);
  for (const double h : mean_curvatures(m)) EXPECT_NEAR(h, 5, 0.01 * 5);
  for (const double h : mean_curvatures(sample::turned_inside_out(m))) EXPECT_NEAR(h, -5, 0.05);
}

TEST(SurfaceCurvature, OfACylinderIsHalfAndOfItsCapsZero) {
  const double r = 0.03;
  const TriangleMesh m = sample::cylinder(r, 0.1, 100, 40);
  const auto h = mean_curvatures(m);
  for (std::size_t i = 0; i < h.size(); ++i) {
    const Vec3& p = m.vertices[i];
    if (p.z > 0 && p.z < 0.1) {
      EXPECT_NEAR(h[i], 1 / (2 * r), 0.01 / (2 * r));
    }
    if (p.x == 0 && p.y == 0) {
      EXPECT_NEAR(h[i], 0, 1e-9 / r);
    }
  }
}

TEST(SurfaceCurvature, OfATorus) {
  const double ring = 1, tube = 0.3;
  const TriangleMesh m = sample::torus(ring, tube, 200, 80);
  const auto h = mean_curvatures(m);
  for (std::size_t i = 0; i < h.size(); ++i) {
    const Vec3& p = m.vertices[i];
    const double q = std::hypot(p.x, p.y), c = (q - ring) / tube;
    EXPECT_NEAR(h[i], (ring + 2 * tube * c) / (2 * tube * q), 0.02 / tube);
  }
}

TEST(SurfaceCurvature, OfAFlatFaceIsZero) {
  const TriangleMesh m = sample::box({0, 0, 0}, {1, 2, 3}, 6);
  const auto h = mean_curvatures(m);
  int inside = 0;
  for (std::size_t i = 0; i < h.size(); ++i) {
    const Vec3& p = m.vertices[i];
    const int on = (p.x == 0 || p.x == 1) + (p.y == 0 || p.y == 2) + (p.z == 0 || p.z == 3);
    inside += on == 1;
    if (on == 1) {
      EXPECT_NEAR(h[i], 0, 1e-12);
    }
    if (on > 1) {
      EXPECT_GT(h[i], 0.5);
    }
  }
  EXPECT_EQ(inside, 150);
}

TEST(SurfaceCurvature, RadiusAtAPointIsInterpolatedAndClamped) {
  TriangleMesh m = sample::sphere(0.2, 5);
  auto h = mean_curvatures(m);
  const TriangleTree tree(m);
  KeyedRng rng(1, 2, 3);
  for (int i = 0; i < 50; ++i) {
    const Vec3 p = sample::random_point(rng, 1);
    EXPECT_NEAR(curvature_radius_at(m, h, tree, p), 0.2, 0.002);
    EXPECT_EQ(curvature_radius_at(m, h, p), curvature_radius_at(m, h, tree, p));
  }
  const double bounding = 0.2 * std::sqrt(3);
  for (double& x : h) x = -x;
  EXPECT_NEAR(curvature_radius_at(m, h, {1, 0, 0}), bounding, 1e-12);
  for (double& x : h) x = 1e30;
  EXPECT_NEAR(curvature_radius_at(m, h, {1, 0, 0}), 1e-6 * bounding, 1e-15);
  // Linear between the corners of a triangle.
  m = TriangleMesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
  EXPECT_NEAR(curvature_radius_at(m, {4, 8, 16}, {0.25, 0.5, 7}), 1 / (1 + 2 + 8.0), 1e-15);
}

}  // namespace
}  // namespace peal

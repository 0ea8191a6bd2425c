#include "physics/meshing/surface_remesh.h"

#include <gtest/gtest.h>

#include "physics/geometry/self_intersection.h"
#include "physics/geometry/surface_edges.h"
#include "unit/physics/meshing/test_surfaces.h"

namespace peal {
namespace {

Features features_of(const TriangleMesh& mesh, int* corners = nullptr) {
  EditMesh edit(mesh);
  const Features f = mark_features(edit, 0.002);
  if (corners) {
    *corners = 0;
    for (const auto& v : edit.vertices) *corners += v.kind == VertexKind::corner;
  }
  return f;
}

TEST(SurfaceFeatures, OfABoxAreItsEdgesAndCorners) {
  int corners = 0;
  const Features f = features_of(box_surface({0.1, 0.1, 0.1}), &corners);
  EXPECT_EQ(f.curves.size(), 12u);
  EXPECT_EQ(corners, 8);
  for (const auto& c : f.curves) EXPECT_NEAR(c.length(), 0.1, 1e-15);
}

TEST(SurfaceFeatures, OfACylinderAreTwoCirclesAndOfABallNone) {
  int corners = 0;
  const Features f =
      features_of(turned_surface({{0, 0}, {0.03, 0}, {0.03, 0.1}, {0, 0.1}}, 60), &corners);
  ASSERT_EQ(f.curves.size(), 2u);
  EXPECT_EQ(corners, 0);
  for (const auto& c : f.curves) {
    EXPECT_TRUE(c.closed);
    EXPECT_NEAR(c.length() / (2 * kPi * 0.03), 1, 0.001);
    EXPECT_NEAR(c.curvature(0.01, 0.01) * 0.03, 1, 0.02);
  }
  EXPECT_TRUE(features_of(ball_surface(3, 0.05)).curves.empty());
}

struct Case {
  const char* name;
  TriangleMesh surface;
};

TEST(SurfaceRemesh, GivesEvenTrianglesOnTheOriginal) {
  const std::vector<Case> cases{
      {"box", box_surface({0.1, 0.05, 0.02})},
      {"plate", box_surface({0.2, 0.004, 0.2})},
      {"ball", ball_surface(4, 0.05)},
      {"ring", torus_surface(0.03, 0.004)},
      {"cup",
       turned_surface({{0, 0}, {0.03, 0}, {0.035, 0.08}, {0.033, 0.08}, {0.028, 0.003}, {0, 0.003}},
                      48)}};
  for (const auto& [name, surface] : cases) {
    SCOPED_TRACE(name);
    const OriginalSurface original(surface);
    const SizeRules rules = solid_rules(original, MeshLevel::normal);
    const RemeshedSurface out = SurfaceRemesher(original, rules.largest / 8).run(rules);
    const SurfaceEdges edges(out.mesh);
    for (const auto& e : edges.edges()) {
      ASSERT_EQ(e.count, 2);
      const auto h = edges.half_edges(e);
      ASSERT_NE(half_edge_start(out.mesh, h[0]), half_edge_start(out.mesh, h[1]));
    }
    EXPECT_TRUE(self_intersections(out.mesh).pairs.empty());
    for (std::size_t v = 0; v < out.mesh.vertices.size(); ++v)
      EXPECT_LT(norm(original.project(out.mesh.vertices[v], out.normals[v], 1).point -
                     out.mesh.vertices[v]),
                1e-9);
    int off = 0;
    for (const auto& e : edges.edges()) {
      const double wanted = 0.5 * (out.target[e.a] + out.target[e.b]);
      const double ratio = norm(out.mesh.vertices[e.a] - out.mesh.vertices[e.b]) / wanted;
      EXPECT_LT(ratio, 1.8);
      off += ratio < 0.6 || ratio > 1.45;
    }
    EXPECT_LT(off, 0.1 * static_cast<double>(edges.edges().size()));
    double worst = 1;
    for (std::size_t t = 0; t < out.mesh.triangles.size(); ++t) {
      double longest = 0;
      for (int k = 0; k < 3; ++k)
        longest = std::max(longest,
                           norm_squared(out.mesh.corner(t, k) - out.mesh.corner(t, (k + 1) % 3)));
      worst = std::min(worst, 2 * norm(out.mesh.area_vector(t)) / longest);
    }
    EXPECT_GT(worst, 0.25);  // 0.87: equilateral
  }
}

TEST(SurfaceRemesh, KeepsTheOutlineOfAnOpenSheet) {
  const TriangleMesh sheet = patch_surface(1, 1, false, false, [](double u, double v) {
    return Vec3{u, 0, -0.5 * v};
  });
  const OriginalSurface original(sheet);
  const SizeRules rules = shell_rules(original, MeshLevel::draft);
  const RemeshedSurface out = SurfaceRemesher(original, rules.largest / 3).run(rules);
  double area = 0;
  for (std::size_t t = 0; t < out.mesh.triangles.size(); ++t) area += norm(out.mesh.area_vector(t));
  EXPECT_NEAR(area, 0.5, 1e-12);
  EXPECT_GT(out.mesh.triangles.size(), 300u);
}

}  // namespace
}  // namespace peal

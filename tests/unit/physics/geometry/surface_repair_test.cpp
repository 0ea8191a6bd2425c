#include "physics/geometry/surface_repair.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "physics/geometry/surface_checks.h"
#include "physics/geometry/surface_parts.h"
#include "unit/physics/geometry/convex/sample_surfaces.h"

namespace peal {
namespace {

double volume(const TriangleMesh& m) {
  double v = 0;
  for (std::size_t t = 0; t < m.triangles.size(); ++t)
    v += dot(m.corner(t, 0), m.area_vector(t)) / 3;
  return v;
}

bool has_note(const RepairedSurface& r, const std::string& text) {
  for (const auto& n : r.notes)
    if (n.find(text) != std::string::npos) return true;
  return false;
}

TEST(SurfaceRepair, LeavesAGoodSurfaceAsItIs) {
  const TriangleMesh m = sample::torus(1, 0.3, 40, 20);
  const RepairedSurface r = repair_surface(m);
  EXPECT_TRUE(r.notes.empty());
  EXPECT_TRUE(r.closed);
  EXPECT_EQ(r.mesh.vertices, m.vertices);
  EXPECT_EQ(r.mesh.triangles, m.triangles);
}

TEST(SurfaceRepair, WeldsASoup) {
  const TriangleMesh m = sample::sphere(0.05, 4, {0.3, -0.2, 7});
  const RepairedSurface r = repair_surface(sample::soup_of(m));
  EXPECT_TRUE(r.closed);
  EXPECT_EQ(r.mesh.vertices.size(), m.vertices.size());
  EXPECT_EQ(r.mesh.triangles.size(), m.triangles.size());
  EXPECT_TRUE(has_note(r, "joined 5,118 vertices")) << r.notes.at(0);
}

TEST(SurfaceRepair, WeldsVerticesWithinTheDistanceOnly) {
  TriangleMesh m = sample::soup_of(sample::box({0, 0, 0}, {1, 1, 1}, 3));
  KeyedRng rng(1, 1, 1);
  const double weld = 1e-6 * std::sqrt(3);
  // Any two copies are at most 2 sqrt(3) * reach apart.
  for (Vec3& v : m.vertices) v += sample::random_point(rng, weld / 4);
  const RepairedSurface near = repair_surface(m);
  EXPECT_TRUE(near.closed);
  EXPECT_TRUE(has_note(near, "that lay within 1.7e-06 m of another"));
  EXPECT_EQ(near.mesh.vertices.size(), 56u);
  EXPECT_FALSE(repair_surface(m, 1e-8).closed);
  EXPECT_FALSE(repair_surface(m, 0).closed);
}

TEST(SurfaceRepair, WeldingDoesNotRunAlongAChain) {
  // Vertices 0.8 weld distances apart in a row: a chain would pull all into one.
  TriangleMesh m;
  const int n = 100;
  for (int i = 0; i < n; ++i) m.vertices.push_back({i * 8e-7, 0, 0});
  m.vertices.push_back({0, 1, 0});
  for (int i = 0; i + 1 < n; ++i) m.triangles.push_back({i, i + 1, n});
  const RepairedSurface r = repair_surface(m, 1e-6);
  EXPECT_EQ(r.mesh.vertices.size(), 51u);
  for (const Vec3& v : r.mesh.vertices)
    EXPECT_TRUE(std::find(m.vertices.begin(), m.vertices.end(), v) != m.vertices.end());
}

TEST(SurfaceRepair, DropsDegenerateAndDoubledTrianglesAndUnusedVertices) {
  TriangleMesh m = sample::box({0, 0, 0}, {1, 1, 1}, 2);
  const TriangleMesh good = m;
  m.vertices.push_back({9, 9, 9});
  m.triangles.push_back({0, 0, 1});
  m.triangles.push_back({m.triangles[3][1], m.triangles[3][0], m.triangles[3][2]});
  const RepairedSurface r = repair_surface(m);
  EXPECT_EQ(r.mesh.triangles, good.triangles);
  EXPECT_EQ(r.mesh.vertices, good.vertices);
  EXPECT_TRUE(has_note(r, "dropped 1 triangle with two corners in the same place"));
  EXPECT_TRUE(has_note(r, "dropped 1 triangle with the same corners as an earlier one"));
}

TEST(SurfaceRepair, TakesFlatTrianglesOutWithoutOpeningAGap) {
  // The edge 01 of a tetrahedron carries three more vertices, held by three flat triangles.
  TriangleMesh m;
  m.vertices = {{0, 0, 0},    {1, 0, 0},   {0, 1, 0},   {0, 0, 1},
                {0.25, 0, 0}, {0.5, 0, 0}, {0.75, 0, 0}};
  m.triangles = {{0, 2, 1}, {1, 2, 3}, {0, 3, 2},             // three faces
                 {0, 4, 3}, {4, 5, 3}, {5, 6, 3}, {6, 1, 3},  // the fourth, finer
                 {0, 1, 6}, {0, 6, 5}, {0, 5, 4}};            // between 01 and its pieces
  const RepairedSurface r = repair_surface(m);
  EXPECT_TRUE(r.closed);
  EXPECT_EQ(r.mesh.triangles.size(), 10u);
  EXPECT_NEAR(volume(r.mesh), 1.0 / 6, 1e-15);
  EXPECT_TRUE(has_note(r, "removed 3 triangles without area"));
  EXPECT_EQ(r.notes.size(), 1u);  // the halves turn as the whole did
  EXPECT_NO_THROW(require_solid(r.mesh));
  EXPECT_GT(examine(r.mesh).least_angle, 0.1);
}

TEST(SurfaceRepair, TurnsTrianglesAsTheirNeighbours) {
  TriangleMesh m = sample::sphere(1, 3);
  const double v = volume(m);
  for (const int t : {3, 77, 78, 400}) std::swap(m.triangles[t][0], m.triangles[t][1]);
  RepairedSurface r = repair_surface(m);
  EXPECT_TRUE(has_note(r, "turned 4 triangles that faced another way"));
  EXPECT_DOUBLE_EQ(volume(r.mesh), v);
  r = repair_surface(sample::turned_inside_out(m));
  EXPECT_TRUE(has_note(r, "turned 4 triangles that faced another way"));
  EXPECT_TRUE(has_note(r, "turned 1 part that was inside out"));
  EXPECT_DOUBLE_EQ(volume(r.mesh), v);
}

TEST(SurfaceRepair, CavitiesFaceInwardAndClappersOutward) {
  // Shell with a ball inside it, another ball beside it; every orientation gives the same result.
  const double third = 4 * std::numbers::pi / 3;
  const double expected = third * (1 - 0.512 + 0.027 + 0.125);
  for (int mask = 0; mask < 16; ++mask) {
    TriangleMesh m;
    const std::array<TriangleMesh, 4> balls{sample::sphere(0.8, 4), sample::sphere(1, 4),
                                            sample::sphere(0.5, 4, {3, 0, 0}),
                                            sample::sphere(0.3, 4, {0, 0.1, 0})};
    for (int i = 0; i < 4; ++i)
      m = sample::joined(m, mask >> i & 1 ? sample::turned_inside_out(balls[i]) : balls[i]);
    const RepairedSurface r = repair_surface(m);
    EXPECT_NEAR(volume(r.mesh), expected, 0.01 * expected) << mask;
    EXPECT_EQ(has_note(r, "face into its cavity"), (mask & 1) == 0);
    EXPECT_EQ(has_note(r, "inside out"), (mask & 14) != 0);
    const SurfaceParts p = surface_parts(r.mesh);
    EXPECT_EQ(p.solids, 3);
    ASSERT_EQ(p.parts.size(), 4u);
    EXPECT_EQ(p.parts[0].around, 1);
    EXPECT_EQ(p.parts[0].solid, p.parts[1].solid);
    EXPECT_EQ(p.parts[3].depth, 2);
    EXPECT_EQ(p.parts[3].around, 0);
    EXPECT_EQ(p.parts[2].depth, 0);
  }
}

TEST(SurfaceRepair, StopsAtHostileFiles) {
  TriangleMesh m = sample::sphere(1, 1);
  m.triangles[2][0] = -5;
  EXPECT_THROW(repair_surface(m), Error);
  m = sample::sphere(1, 1);
  m.vertices[1].z = INFINITY;
  EXPECT_THROW(repair_surface(m), Error);
  m.vertices[1].z = 1e200;
  EXPECT_THROW(repair_surface(m), Error);
  EXPECT_THROW(repair_surface(TriangleMesh{}), Error);
  m = TriangleMesh{{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {{0, 1, 2}, {1, 1, 1}}};
  EXPECT_THROW(repair_surface(m), Error);
  m = TriangleMesh{{{0, 0, 0}}, {{0, 0, 0}}};
  EXPECT_THROW(repair_surface(m), Error);
}

}  // namespace
}  // namespace peal

#include "physics/geometry/surface_checks.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "physics/geometry/surface_parts.h"
#include "physics/geometry/surface_repair.h"
#include "unit/physics/geometry/convex/sample_surfaces.h"

namespace peal {
namespace {

std::string complaint(const TriangleMesh& m) {
  try {
    require_solid(m);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

void expect_complaint(const TriangleMesh& m, const std::vector<std::string>& words) {
  const std::string text = complaint(m);
  for (const auto& w : words)
    EXPECT_NE(text.find(w), std::string::npos) << w << " not in: " << text;
}

TEST(SurfaceChecks, FactsOfABoxAndATorus) {
  SurfaceFacts f = examine(sample::box({0, 0, 0}, {1, 2, 3}, 2));
  EXPECT_EQ(f.vertices, 26u);
  EXPECT_EQ(f.triangles, 48u);
  EXPECT_EQ(f.edges, 72u);
  EXPECT_EQ(f.euler, 2);
  EXPECT_EQ(f.genus, 0);
  EXPECT_DOUBLE_EQ(f.area, 22);
  EXPECT_NEAR(f.volume, 6, 1e-14);
  EXPECT_DOUBLE_EQ(f.shortest_edge, 0.5);
  EXPECT_DOUBLE_EQ(f.longest_edge, std::sqrt(1 + 2.25));
  EXPECT_NEAR(f.least_angle, std::atan(0.5 / 1.5), 1e-15);
  EXPECT_EQ(f.box.max, (Vec3{1, 2, 3}));
  EXPECT_TRUE(f.watertight());
  f = examine(sample::torus(1, 0.3, 60, 30));
  EXPECT_EQ(f.euler, 0);
  EXPECT_EQ(f.genus, 1);
  EXPECT_EQ(f.crossing_pairs, 0u);
  EXPECT_NEAR(f.volume, 2 * std::numbers::pi * std::numbers::pi * 0.09, 0.02);
  EXPECT_EQ(complaint(sample::torus(1, 0.3, 60, 30)), "");
}

TEST(SurfaceChecks, NamesHolesTheirLengthAndPlace) {
  TriangleMesh m = sample::box({0, 0, 0}, {1, 1, 1}, 4);
  std::erase_if(m.triangles, [&](const auto& t) {  // a square hole at the top, a triangle below
    const Vec3 c = (m.vertices[t[0]] + m.vertices[t[1]] + m.vertices[t[2]]) / 3;
    return c.z == 1 && std::abs(c.x - 0.5) < 0.25 && std::abs(c.y - 0.5) < 0.25;
  });
  m.triangles.erase(m.triangles.begin());
  const SurfaceFacts f = examine(m);
  EXPECT_EQ(f.boundary_edges, 11u);
  EXPECT_EQ(f.holes, 2u);
  EXPECT_NEAR(f.largest_hole, 2, 1e-14);
  EXPECT_NEAR(norm(f.largest_hole_place - Vec3{0.5, 0.5, 1}), 0, 1e-14);
  expect_complaint(m, {"not closed", "11 edges", "2 loops", "2 m around", "(0.5, 0.5, 1) m",
                       "shell_thickness", "\"sound\": \"none\""});
}

TEST(SurfaceChecks, NamesEdgesOfThreeTriangles) {
  TriangleMesh m = sample::box({0, 0, 0}, {1, 1, 1});
  m.vertices.push_back({0.5, 0.5, 0.5});
  m.triangles.push_back({m.triangles[0][0], m.triangles[0][1], 8});
  EXPECT_EQ(examine(m).crowded_edges, 1u);
  expect_complaint(m, {"1 edge has three or more triangles"});
}

TEST(SurfaceChecks, NamesOneSidedSurfaces) {
  // Klein bottle, closed but one-sided: a grid that closes with a reflection.
  const int n = 12, k = 8;
  TriangleMesh m;
  const double turn = 2 * std::numbers::pi;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < k; ++j) {
      const double u = turn * i / n, v = turn * j / k;
      const double q = std::cos(u / 2) * std::sin(v) - std::sin(u / 2) * std::sin(2 * v),
                   z = std::sin(u / 2) * std::sin(v) + std::cos(u / 2) * std::sin(2 * v);
      m.vertices.push_back({(3 + q) * std::cos(u), (3 + q) * std::sin(u), z});
    }
  const auto id = [&](int i, int j) {
    if (i < n) return i * k + j % k;
    return (k - j % k) % k;  // u = 2 pi: v becomes -v
  };
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < k; ++j) {
      m.triangles.push_back({id(i, j), id(i + 1, j), id(i + 1, j + 1)});
      m.triangles.push_back({id(i, j), id(i + 1, j + 1), id(i, j + 1)});
    }
  const RepairedSurface r = repair_surface(m, 0);
  const SurfaceFacts f = examine(r.mesh);
  EXPECT_TRUE(r.closed);
  EXPECT_EQ(f.euler, 0);
  EXPECT_EQ(f.genus, -1);
  EXPECT_GT(f.clashing_edges, 0u);
  EXPECT_GT(f.crossing_pairs, 0u);
  expect_complaint(r.mesh, {"no inside", "crosses itself"});
}

TEST(SurfaceChecks, NamesPinchesAndCrossings) {
  TriangleMesh m = repair_surface(sample::joined(sample::box({0, 0, 0}, {1, 1, 1}),
                                                 sample::box({1, 1, 1}, {2, 2, 2})))
                       .mesh;
  EXPECT_EQ(m.vertices.size(), 15u);
  EXPECT_EQ(examine(m).crossing_pairs, 0u);
  expect_complaint(m, {"pinched", "1 vertex", "(1, 1, 1) m"});
  m = sample::joined(sample::box({0, 0, 0}, {1, 1, 1}), sample::box({0.9, 0.8, 0.7}, {2, 2, 2}));
  expect_complaint(m, {"crosses itself", "pairs of triangles", "union"});
  const Vec3 p = examine(m).crossing_place;
  EXPECT_GE(std::min({p.x, p.y, p.z}), 0.7);
  EXPECT_LE(std::max({p.x, p.y, p.z}), 1);
}

TEST(SurfaceChecks, NamesWhatHasNoVolumeOrIsInsideOut) {
  EXPECT_EQ(complaint(sample::sphere(1, 3)), "");
  expect_complaint(sample::turned_inside_out(sample::sphere(1, 3)), {"inside out"});
  expect_complaint(TriangleMesh{}, {"no triangles"});
  // Two triangles back to back.
  TriangleMesh m{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 1}}};
  EXPECT_NE(complaint(m), "");
}

TEST(SurfaceParts, BallsBesideOneAnotherAreNotNested) {
  // Any ray from one goes through others, twice.
  TriangleMesh m;
  for (int i = 0; i < 125; ++i)
    m = sample::joined(m, sample::sphere(0.49, 1, {i % 5 * 1.0, i / 5 % 5 * 1.0, i / 25 * 1.0}));
  const SurfaceParts p = surface_parts(m);
  EXPECT_EQ(p.solids, 125);
  for (const SurfacePart& part : p.parts) {
    EXPECT_TRUE(part.closed);
    EXPECT_EQ(part.depth, 0);
    EXPECT_EQ(part.around, -1);
    EXPECT_EQ(part.triangles, 32u);
  }
}

TEST(SurfaceChecks, CountsSeparateSolids) {
  TriangleMesh m;
  for (int i = 0; i < 5; ++i)
    m = sample::joined(m, sample::box({2.0 * i, 0, 0}, {2.0 * i + 1, 1, 1}));
  m = sample::joined(m, sample::turned_inside_out(sample::sphere(0.2, 2, {0.5, 0.5, 0.5})));
  const SurfaceFacts f = examine(m);
  EXPECT_EQ(f.parts, 6u);
  EXPECT_EQ(f.solids, 5u);
  EXPECT_EQ(f.genus, 0);
  EXPECT_EQ(complaint(m), "");
}

}  // namespace
}  // namespace peal

// Odd but legal surfaces are filled, or refused with a sentence that says what to do.
#include <gtest/gtest.h>

#include <cmath>
#include <ctime>

#include "base/error.h"
#include "physics/geometry/mass_properties.h"
#include "physics/geometry/surface_repair.h"
#include "physics/meshing/mesh_quality.h"
#include "physics/meshing/shape_mesh.h"
#include "physics/meshing/surface_mesh_solid.h"
#include "unit/physics/meshing/test_surfaces.h"

namespace peal {
namespace {

std::string message_of(const TriangleMesh& surface, MeshLevel level) {
  try {
    mesh_closed_surface(surface, level);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TriangleMesh beside(TriangleMesh a, const TriangleMesh& b, const Vec3& by) {
  const int n = static_cast<int>(a.vertices.size());
  for (const Vec3& v : b.vertices) a.vertices.push_back(v + by);
  for (const auto& t : b.triangles) a.triangles.push_back({t[0] + n, t[1] + n, t[2] + n});
  return a;
}

void expect_filled(const TriangleMesh& surface, MeshLevel level, double volume_error) {
  const SolidMesh mesh = mesh_closed_surface(surface, level);
  EXPECT_EQ(connected_parts(mesh).count, 1);
  EXPECT_GT(mesh_quality(mesh).worst, 1e-3);
  EXPECT_NEAR(mass_properties(mesh, 1).volume / enclosed_volume(surface), 1, volume_error);
}

// Caps without inner vertices, cut into needles that all start at one corner or go to and fro.
TriangleMesh cylinder(int sides, double radius, double length, bool fan) {
  TriangleMesh m;
  for (int k = 0; k < 2; ++k)
    for (int i = 0; i < sides; ++i) {
      const double a = 2 * kPi * i / sides;
      m.vertices.push_back({radius * std::cos(a), radius * std::sin(a), k * length});
    }
  const auto cap = [&](int a, int b, int c) {
    m.triangles.push_back({a, c, b});
    m.triangles.push_back({sides + a, sides + b, sides + c});
  };
  for (int i = 0; i < sides; ++i) {
    const int j = (i + 1) % sides;
    m.triangles.push_back({i, j, sides + j});
    m.triangles.push_back({i, sides + j, sides + i});
  }
  for (int a = 0, b = sides - 1; b - a > 1;) {
    if (fan || (a + b) % 2 == 1) {
      cap(a, b - 1, b);
      --b;
    } else {
      cap(a, a + 1, b);
      ++a;
    }
  }
  return m;
}

TEST(OddSurface, NeedlesDoNotMatter) {
  for (const bool fan : {true, false}) {
    expect_filled(cylinder(500, 0.02, 0.1, fan), MeshLevel::normal, 1e-3);
    expect_filled(cylinder(500, 0.1, 0.002, fan), MeshLevel::draft, 1e-3);
  }
}

TEST(OddSurface, RoughScanIsFilled) {
  TriangleMesh ball = ball_surface(5, 0.05);
  for (std::size_t i = 0; i < ball.vertices.size(); ++i)
    ball.vertices[i] *= 1 + 0.006 * (static_cast<double>(i * 2654435761u % 1000) / 1000 - 0.5);
  expect_filled(ball, MeshLevel::normal, 5e-3);
}

TEST(OddSurface, SizeDoesNotMatter) {
  for (const double scale : {1e-3, 1e3}) {
    TriangleMesh ring = torus_surface(0.05, 0.01);
    for (Vec3& v : ring.vertices) v *= scale;
    expect_filled(ring, MeshLevel::draft, 0.01);
  }
}

TEST(OddSurface, SeveralSolidsAreNamed) {
  const TriangleMesh box = box_surface({0.1, 0.1, 0.1});
  const TriangleMesh two = beside(box, box, {0.3, 0, 0});
  const std::string text = message_of(two, MeshLevel::draft);
  EXPECT_NE(text.find("two separate solids"), std::string::npos) << text;
  EXPECT_NE(text.find("make each its own object"), std::string::npos) << text;
  EXPECT_NE(message_of(beside(two, box, {0.6, 0, 0}), MeshLevel::draft).find("3 separate solids"),
            std::string::npos);
}

TEST(OddSurface, CavityIsNotASecondSolid) {
  expect_filled(with_cavity(ball_surface(4, 0.05), ball_surface(4, 0.045)), MeshLevel::draft, 0.02);
}

// The bowl uses up the elements; the stem must still be round. With five edges around it would lose
// a quarter of its section and bend too easily.
TEST(OddSurface, StemOfAThinGlassKeepsItsSection) {
  const WineglassShape glass;
  const TriangleMesh skin =
      linear_surface(boundary_surface(mesh_shape(Shape{glass}, MeshLevel::normal)));
  const SolidMesh mesh = mesh_closed_surface(skin, MeshLevel::draft);
  const TriangleMesh flat = linear_surface(boundary_surface(mesh));
  // The slice between two heights, by the divergence theorem: 1/2 of the flux of (x, 0, z).
  const double low = 0.035, high = 0.055;
  double section = 0;
  for (std::size_t t = 0; t < flat.triangles.size(); ++t) {
    const Vec3 c = flat.centroid(t), n = flat.area_vector(t);
    if (c.y > low && c.y < high) section += 0.5 * (c.x * n.x + c.z * n.z);
  }
  const double r = glass.stem_radius;
  EXPECT_NEAR(section / (kPi * r * r * (high - low)), 1, 0.08);
}

// One hundredth of the radius: more elements than usual, but no refusal.
TEST(OddSurfaceSlow, ThinHollowBallGetsMoreElements) {
  const TriangleMesh ball = with_cavity(ball_surface(5, 0.05), ball_surface(5, 0.0495));
  expect_filled(ball, MeshLevel::normal, 0.01);
}

TEST(OddSurface, PaperIsRefusedWithAWayOut) {
  const std::string text = message_of(box_surface({0.2, 0.0002, 0.2}), MeshLevel::draft);
  EXPECT_NE(text.find("0.2 mm thick"), std::string::npos) << text;
  EXPECT_NE(text.find("shell_thickness"), std::string::npos) << text;
}

TEST(OddSurfaceSlow, ThreeHundredThousandTrianglesTakeSeconds) {
  const auto start = std::clock();
  expect_filled(ball_surface(7, 0.05), MeshLevel::normal, 1e-3);
  EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 20);  // of both cores
}

}  // namespace
}  // namespace peal

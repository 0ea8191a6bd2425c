#include "geometry/shape_mesh.h"

#include <gtest/gtest.h>

#include "base/constants.h"
#include "base/error.h"
#include "geometry/contact_curvature.h"
#include "geometry/mass_properties.h"

namespace peal {
namespace {

TEST(MassProperties, OfABarAreExactFromTetsAndFromTriangles) {
  const Vec3 s{0.2, 0.02, 0.01};
  const TetMesh mesh = mesh_shape(Shape(BarShape{s}), MeshLevel::normal);
  const double density = 2700, mass = density * s.x * s.y * s.z;
  const auto solid = mass_properties(mesh, density);
  const auto skin = mass_properties(linear_surface(boundary_surface(mesh)), density);
  for (const auto& p : {solid, skin}) {
    EXPECT_NEAR(p.mass / mass, 1, 1e-12);
    EXPECT_NEAR(norm(p.centre) / s.x, 0, 1e-12);
    EXPECT_NEAR(p.inertia(0, 0) / (mass / 12 * (s.y * s.y + s.z * s.z)), 1, 1e-11);
    EXPECT_NEAR(p.inertia(1, 1) / (mass / 12 * (s.x * s.x + s.z * s.z)), 1, 1e-11);
    EXPECT_NEAR(p.inertia(2, 2) / (mass / 12 * (s.x * s.x + s.y * s.y)), 1, 1e-11);
    EXPECT_NEAR(p.inertia(0, 1) / p.inertia(1, 1), 0, 1e-12);
  }
}

TEST(MassProperties, FollowAShiftedBody) {
  TetMesh mesh = mesh_shape(BarShape{{0.3, 0.2, 0.1}}, BarCells{2, 2, 2});
  const auto before = mass_properties(mesh, 1000);
  for (Vec3& x : mesh.nodes) x += Vec3{5, -7, 3};
  const auto after = mass_properties(mesh, 1000);
  EXPECT_NEAR(norm(after.centre - Vec3{5, -7, 3}), 0, 1e-12);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(after.inertia(i, i) / before.inertia(i, i), 1, 1e-11);
}

// Quadratic surfaces follow a sphere with an error of order h^4 in volume.
TEST(MassProperties, OfASphereConvergeWithFourthOrder) {
  const double radius = 0.02, volume = 4.0 / 3 * kPi * radius * radius * radius;
  const auto error = [&](const SphereCells& cells) {
    return std::abs(mass_properties(mesh_shape(SphereShape{radius}, cells), 1).volume / volume - 1);
  };
  const double coarse = error({2, 1}), fine = error({4, 2});
  EXPECT_LT(fine, 5e-4);
  EXPECT_GT(std::log2(coarse / fine), 3.7);
  const auto p = mass_properties(mesh_shape(Shape(SphereShape{radius}), MeshLevel::fine), 7850);
  EXPECT_NEAR(norm(p.centre) / radius, 0, 1e-12);
  EXPECT_NEAR(p.inertia(0, 0) / (0.4 * p.mass * radius * radius), 1, 2e-4);
}

TEST(MassProperties, RefuseOpenOrTurnedSurfaces) {
  TriangleMesh skin =
      linear_surface(boundary_surface(mesh_shape(BarShape{{1, 1, 1}}, BarCells{1, 1, 1})));
  TriangleMesh turned = skin, inside_out = skin;
  for (auto& t : inside_out.triangles) std::swap(t[0], t[1]);
  std::swap(turned.triangles[0][0], turned.triangles[0][1]);
  skin.triangles.pop_back();
  EXPECT_THROW(mass_properties(skin, 1000), Error);
  EXPECT_THROW(mass_properties(turned, 1000), Error);
  EXPECT_THROW(mass_properties(inside_out, 1000), Error);
}

TEST(BarCells, AdaptToTheProportionsAndStayBounded) {
  for (const auto level : {MeshLevel::normal, MeshLevel::fine})
    for (const Vec3& size : {Vec3{1, 1, 1},
                             {2, 1, 1},
                             {4, 1, 1},
                             {20, 2, 1},
                             {1, 2, 20},
                             {100, 10, 1},
                             {10, 100, 1},
                             {50, 50, 1},
                             {300, 1, 1}}) {
      const BarCells cells = bar_cells(BarShape{0.001 * size}, level);
      EXPECT_LE(6 * cells.x * cells.y * cells.z, kMaxTets);
      const double thin = std::min({size.x, size.y, size.z});
      for (const double edge : {size.x / cells.x, size.y / cells.y, size.z / cells.z}) {
        EXPECT_LE(edge, 3 * thin);
        EXPECT_LE(edge, std::max({size.x, size.y, size.z}) / 6 * (1 + 1e-9));
      }
      EXPECT_GE(std::min({cells.x, cells.y, cells.z}), 2);
    }
  const auto a = bar_cells(BarShape{{0.2, 0.02, 0.01}}, MeshLevel::normal);
  const auto b = bar_cells(BarShape{{0.01, 0.2, 0.02}}, MeshLevel::normal);
  EXPECT_EQ(a.x, b.y);
  EXPECT_EQ(a.y, b.z);
  EXPECT_EQ(a.z, b.x);
}

TEST(BarCells, RefuseAbsurdShapes) {
  EXPECT_THROW(bar_cells(BarShape{{1, 1, 1e-3}}, MeshLevel::normal), Error);
  EXPECT_THROW(bar_cells(BarShape{{1, 1, 1e-12}}, MeshLevel::normal), Error);
  EXPECT_THROW(bar_cells(BarShape{{1, 0, 1}}, MeshLevel::normal), Error);
  EXPECT_THROW(mesh_shape(Shape(SphereShape{-1}), MeshLevel::normal), Error);
  EXPECT_THROW(mesh_shape(BarShape{{1, 1, 1}}, BarCells{100, 100, 100}), Error);
}

TEST(ContactRadius, OfSphereFaceEdgeAndCorner) {
  EXPECT_EQ(contact_radius(SphereShape{0.03}, {0.03, 0, 0}), 0.03);
  const BarShape bar{{0.2, 0.02, 0.01}, 0.0004};
  EXPECT_NEAR(contact_radius(bar, {0.02, 0.003, 0.005}), norm(bar.size) / 2, 1e-15);
  EXPECT_EQ(contact_radius(bar, {0.02, 0.01, 0.005}), 0.0004);
  EXPECT_EQ(contact_radius(bar, {0.02, 0.0097, 0.005}), 0.0004);
  EXPECT_EQ(contact_radius(bar, {-0.1, 0.01, -0.005}), 0.0004);
  EXPECT_THROW(contact_radius(BarShape{{1, 1, 1}, 0}, {0.5, 0.5, 0}), Error);
}

}  // namespace
}  // namespace peal

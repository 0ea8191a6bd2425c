#include "physics/meshing/shape_mesh.h"

#include <gtest/gtest.h>

#include "base/constants.h"
#include "base/error.h"
#include "physics/geometry/contact_curvature.h"
#include "physics/geometry/mass_properties.h"

namespace peal {
namespace {

TEST(MassProperties, OfABarAreExactFromTetsAndFromTriangles) {
  const Vec3 s{0.2, 0.02, 0.01};
  const SolidMesh mesh = mesh_shape(Shape(BarShape{s}), MeshLevel::normal);
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
  SolidMesh mesh = mesh_shape(BarShape{{0.3, 0.2, 0.1}}, BarCells{2, 2, 2});
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
  EXPECT_LT(fine, 1.3e-3);
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
  for (const auto level : {MeshLevel::draft, MeshLevel::normal, MeshLevel::fine})
    for (const Vec3& size : {Vec3{1, 1, 1},
                             {2, 1, 1},
                             {4, 1, 1},
                             {20, 2, 1},
                             {1, 2, 20},
                             {100, 10, 1},
                             {10, 100, 1},
                             {50, 50, 1},
                             {300, 1, 1}}) {
      const BarShape bar{0.001 * size, 0.0001};
      const SolidMesh mesh = mesh_shape(Shape(bar), level);
      EXPECT_LE(mesh.nodes.size(), level == MeshLevel::draft ? 2000u : 20000u);
      // Sheets get two more narrow rows each way, at their edges.
      const BarCells cells = bar_cells(bar.size, level);
      const auto more = [](int count, int rows) { return count > 1 ? count + rows : count; };
      const auto count = [&](int rows) {
        return static_cast<std::size_t>(more(cells.x, rows) * more(cells.y, rows) *
                                        more(cells.z, rows));
      };
      EXPECT_TRUE(mesh.hexes.size() == count(0) || mesh.hexes.size() == count(2));
      for (const double edge : {size.x / cells.x, size.y / cells.y, size.z / cells.z})
        EXPECT_LE(edge, std::max({size.x, size.y, size.z}) / 3 * (1 + 1e-9));
    }
  const auto a = bar_cells({0.2, 0.02, 0.01}, MeshLevel::normal);
  const auto b = bar_cells({0.01, 0.2, 0.02}, MeshLevel::normal);
  EXPECT_EQ(a.x, b.y);
  EXPECT_EQ(a.y, b.z);
  EXPECT_EQ(a.z, b.x);
}

TEST(BarCells, RefuseAbsurdShapes) {
  EXPECT_THROW(bar_cells({1, 0, 1}, MeshLevel::normal), Error);
  EXPECT_THROW(mesh_shape(Shape(BarShape{{1, 1, 1e-12}}), MeshLevel::normal), Error);
  EXPECT_THROW(mesh_shape(Shape(SphereShape{-1}), MeshLevel::normal), Error);
  EXPECT_THROW(mesh_shape(BarShape{{1, 1, 1}}, BarCells{100, 100, 100}), Error);
  EXPECT_THROW(mesh_shape(BarShape{{1, 1, 1}}, BarCells{0, 1, 1}), Error);
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

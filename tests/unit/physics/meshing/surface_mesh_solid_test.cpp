#include "physics/meshing/surface_mesh_solid.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <ctime>
#include <set>

#include "base/error.h"
#include "physics/geometry/mass_properties.h"
#include "physics/meshing/mesh_quality.h"
#include "unit/physics/meshing/test_surfaces.h"

namespace peal {
namespace {

double volume_of(const SolidMesh& mesh) { return mass_properties(mesh, 1).volume; }

// Positive everywhere, closed outside: the divergence theorem over the skin gives the same volume.
void expect_sound(const SolidMesh& mesh) {
  EXPECT_NO_THROW(check_mesh(mesh));
  const TriangleMesh skin = linear_surface(boundary_surface(mesh));
  EXPECT_NEAR(mass_properties(skin, 1).volume / volume_of(mesh), 1, 0.02);  // flat against curved
  EXPECT_EQ(connected_parts(mesh).count, 1);
}

int euler_number(const TriangleMesh& m) {
  std::set<std::pair<int, int>> edges;
  for (const auto& t : m.triangles)
    for (int k = 0; k < 3; ++k) edges.insert(std::minmax({t[k], t[(k + 1) % 3]}));
  return static_cast<int>(m.vertices.size()) - static_cast<int>(edges.size()) +
         static_cast<int>(m.triangles.size());
}

std::string message_of(const std::function<void()>& f) {
  try {
    f();
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(SurfaceMeshSolid, FillsABoxOfTwelveTriangles) {
  const Vec3 size{0.1, 0.08, 0.06};
  std::size_t before = 0;
  for (const auto level : {MeshLevel::draft, MeshLevel::normal, MeshLevel::fine}) {
    const SolidMesh mesh = mesh_closed_surface(box_surface(size), level);
    expect_sound(mesh);
    EXPECT_NEAR(volume_of(mesh) / (size.x * size.y * size.z), 1, 1e-9);
    const MeshQuality q = mesh_quality(mesh);
    EXPECT_GT(q.worst, 0.05);
    EXPECT_GT(q.tets, 1.5 * before);
    EXPECT_LT(q.tets, 1.2 * kTetBudget[static_cast<int>(level)]);
    EXPECT_EQ(q.wedges + q.hexes, 0u);
    before = q.tets;
  }
  EXPECT_GT(before, 5000u);
}

TEST(SurfaceMeshSolid, FollowsASphereBetweenItsVertices) {
  const double radius = 0.05;
  const SolidMesh mesh = mesh_closed_surface(ball_surface(4, radius), MeshLevel::normal);
  expect_sound(mesh);
  EXPECT_NEAR(volume_of(mesh) / (4.0 / 3 * kPi * std::pow(radius, 3)), 1, 0.005);
  for (const Vec3& x : boundary_surface(mesh).nodes) EXPECT_NEAR(norm(x) / radius, 1, 0.003);
}

TEST(SurfaceMeshSolid, LeavesCavitiesEmpty) {
  const double outer = 0.05, inner = 0.045;
  const TriangleMesh surface = with_cavity(ball_surface(4, outer), ball_surface(4, inner));
  const SolidMesh mesh = mesh_closed_surface(surface, MeshLevel::normal);
  expect_sound(mesh);
  EXPECT_NEAR(volume_of(mesh) / enclosed_volume(surface), 1, 0.01);
  for (const Vec3& x : mesh.nodes) EXPECT_GT(norm(x), 0.99 * inner);
}

TEST(SurfaceMeshSolid, KeepsEdgesOfThinWallsNearTheirThickness) {
  const double wall = 0.003;
  const TriangleMesh plate = box_surface({0.2, wall, 0.2});
  const std::array longest{9.0, 3.0};  // a long edge is 4/3 of 2 walls and runs through the wall
  for (const auto level : {MeshLevel::draft, MeshLevel::normal}) {
    const SolidMesh mesh = mesh_closed_surface(plate, level);
    expect_sound(mesh);
    EXPECT_NEAR(volume_of(mesh) / enclosed_volume(plate), 1, 1e-9);
    const MeshQuality q = mesh_quality(mesh);
    EXPECT_LT(q.longest_edge, longest[static_cast<int>(level)] * wall);
    EXPECT_LT(q.tets, 1.2 * kTetBudget[static_cast<int>(level)]);
    EXPECT_LT(q.histogram[0], 0.01 * static_cast<double>(q.tets));
  }
}

TEST(SurfaceMeshSolid, KeepsTheHoleOfARing) {
  const TriangleMesh ring = torus_surface(0.03, 0.004);
  const SolidMesh mesh = mesh_closed_surface(ring, MeshLevel::normal);
  expect_sound(mesh);
  EXPECT_NEAR(volume_of(mesh) / enclosed_volume(ring), 1, 0.01);
  EXPECT_EQ(euler_number(linear_surface(boundary_surface(mesh))), 0);
}

TEST(SurfaceMeshSolid, KeepsRimAndWallOfACup) {
  const TriangleMesh cup = turned_surface(
      {{0, 0}, {0.03, 0}, {0.035, 0.08}, {0.033, 0.08}, {0.028, 0.003}, {0, 0.003}}, 64);
  const SolidMesh mesh = mesh_closed_surface(cup, MeshLevel::normal);
  expect_sound(mesh);
  EXPECT_NEAR(volume_of(mesh) / enclosed_volume(cup), 1, 0.003);
  double highest = 0, widest = 0;
  for (const Vec3& x : mesh.nodes)
    highest = std::max(highest, x.y), widest = std::max(widest, std::hypot(x.x, x.z));
  EXPECT_NEAR(highest, 0.08, 1e-12);
  EXPECT_NEAR(widest, 0.035, 1e-4);
  for (const auto& e : mesh.tets)
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < a; ++b) {
        const Vec3 p = mesh.nodes[e[a]], q = mesh.nodes[e[b]];
        if (std::min(p.y, q.y) > 0.02) {
          EXPECT_LT(norm(p - q), 3.2 * 0.002);
        }
      }
}

TEST(SurfaceMeshSolid, CoarsensADenseScanInSeconds) {
  const double radius = 0.05;
  const TriangleMesh dense = ball_surface(6, radius);
  ASSERT_GT(dense.triangles.size(), 80000u);
  const std::clock_t start = std::clock();
  const SolidMesh mesh = mesh_closed_surface(dense, MeshLevel::normal);
  EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 5);
  expect_sound(mesh);
  EXPECT_GT(mesh.tets.size(), 1500u);
  EXPECT_LT(mesh.tets.size(), 6000u);
  EXPECT_NEAR(volume_of(mesh) / enclosed_volume(dense), 1, 0.002);
}

// Noise of 0.4 % of the radius on triangles of 1.5 %: dihedral angles far above those of sharp
// edges.
TEST(SurfaceMeshSolid, IsNotHeldUpByNoise) {
  TriangleMesh rough = ball_surface(5, 0.05);
  for (std::size_t v = 0; v < rough.vertices.size(); ++v)
    rough.vertices[v] *= 1 + 0.004 * std::fmod(std::sin(12.9898 * v) * 43758.5453, 1.0);
  const SolidMesh mesh = mesh_closed_surface(rough, MeshLevel::normal);
  expect_sound(mesh);
  EXPECT_LT(mesh.tets.size(), 8000u);
  EXPECT_NEAR(volume_of(mesh) / enclosed_volume(rough), 1, 0.01);
}

TEST(SurfaceMeshSolid, GivesTheSameMeshAgain) {
  const TriangleMesh ring = torus_surface(0.03, 0.006);
  const SolidMesh a = mesh_closed_surface(ring, MeshLevel::draft);
  const SolidMesh b = mesh_closed_surface(ring, MeshLevel::draft);
  EXPECT_EQ(a.nodes, b.nodes);
  EXPECT_EQ(a.tets, b.tets);
}

TEST(SurfaceMeshSolid, RefusesFoilAndSaysWhatToDo) {
  const std::string text = message_of([] {
    mesh_closed_surface(box_surface({0.3, 0.0003, 0.3}), MeshLevel::normal);
  });
  EXPECT_NE(text.find("0.3 mm thick"), std::string::npos) << text;
  EXPECT_NE(text.find("shell_thickness"), std::string::npos) << text;
}

TEST(SurfaceMeshSolid, RefusesASurfaceInsideOut) {
  TriangleMesh turned = box_surface({0.1, 0.1, 0.1});
  for (auto& t : turned.triangles) std::swap(t[0], t[1]);
  EXPECT_THROW(mesh_closed_surface(turned, MeshLevel::draft), Error);
  EXPECT_THROW(mesh_closed_surface({}, MeshLevel::draft), Error);
}

TEST(SurfaceMeshSolid, SaysHowToGetTetgen) {
  const char* before = std::getenv("PATH");
  const std::string path = before ? before : "";
  ::setenv("PATH", "/nonexistent", 1);
  const std::string text = message_of([] {
    mesh_closed_surface(box_surface({0.1, 0.1, 0.1}), MeshLevel::draft);
  });
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_NE(text.find("install the Debian package tetgen"), std::string::npos) << text;
}

}  // namespace
}  // namespace peal

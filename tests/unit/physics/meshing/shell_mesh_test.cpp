#include "physics/meshing/shell_mesh.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "physics/geometry/mass_properties.h"
#include "physics/meshing/mesh_quality.h"
#include "unit/physics/meshing/test_surfaces.h"

namespace peal {
namespace {

double shell_volume(const SolidMesh& mesh) { return mass_properties(mesh, 1).volume; }

std::string refusal(const TriangleMesh& middle, double thickness) {
  try {
    mesh_shell(middle, thickness, MeshLevel::draft);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(ShellMesh, OfASquareIsAPlate) {
  const TriangleMesh square = patch_surface(1, 1, false, false, [](double u, double v) {
    return Vec3{0.2 * u, 0, -0.2 * v};
  });
  std::size_t before = 0;
  for (const auto level : {MeshLevel::draft, MeshLevel::normal, MeshLevel::fine}) {
    const SolidMesh mesh = mesh_shell(square, 0.001, level);
    EXPECT_NO_THROW(check_mesh(mesh));
    EXPECT_NEAR(shell_volume(mesh) / (0.2 * 0.2 * 0.001), 1, 1e-9);
    const TriangleMesh skin = linear_surface(boundary_surface(mesh));
    EXPECT_NEAR(mass_properties(skin, 1).volume / shell_volume(mesh), 1, 1e-9);
    EXPECT_GT(mesh.wedges.size(), 1.5 * before);
    EXPECT_GT(mesh_quality(mesh).worst, 0.3);
    before = mesh.wedges.size();
  }
}

TEST(ShellMesh, OfAClosedSurfaceIsHollow) {
  const double radius = 0.05, h = 0.004;
  const SolidMesh mesh = mesh_shell(ball_surface(4, radius), h, MeshLevel::normal);
  const double outer = std::pow(radius + h / 2, 3), inner = std::pow(radius - h / 2, 3);
  EXPECT_NEAR(shell_volume(mesh) / (4.0 / 3 * kPi * (outer - inner)), 1, 0.005);
  for (const Vec3& x : mesh.nodes) {
    EXPECT_GT(norm(x), 0.995 * (radius - h / 2));
    EXPECT_LT(norm(x), 1.005 * (radius + h / 2));
  }
}

// Two squares at a right angle: each side keeps its thickness, so the volume is that of the middle
// surface, and the inner and outer edges are at +-h/2 from both planes.
TEST(ShellMesh, KeepsItsThicknessAtAFold) {
  const double h = 0.002;
  const TriangleMesh angle = patch_surface(2, 1, false, false, [](double u, double v) {
    return u < 0.25   ? Vec3{0.1, 0, -0.1 * v}
           : u < 0.75 ? Vec3{0, 0, -0.1 * v}
                      : Vec3{0, 0.1, -0.1 * v};
  });
  const SolidMesh mesh = mesh_shell(angle, h, MeshLevel::normal);
  EXPECT_NEAR(shell_volume(mesh) / (0.2 * 0.1 * h), 1, 1e-6);
  double lowest = 1;
  for (const Vec3& x : mesh.nodes) {
    lowest = std::min(lowest, std::min(x.x, x.y));
    EXPECT_LT(std::min(x.x, x.y), h / 2 + 1e-12);
  }
  EXPECT_NEAR(lowest, -h / 2, 1e-9);
}

TEST(ShellMesh, RefusesASheetThickerThanItsCurvature) {
  const TriangleMesh tight = patch_surface(24, 1, true, false, [](double u, double v) {
    return Vec3{0.01 * std::cos(2 * kPi * u), 0.2 * v, -0.01 * std::sin(2 * kPi * u)};
  });
  const std::string text = refusal(tight, 0.03);
  EXPECT_NE(text.find("largest thickness"), std::string::npos) << text;
  EXPECT_EQ(refusal(tight, 0.004), "");
  EXPECT_NE(refusal(ball_surface(3, 0.05), 0.1).find("scale"), std::string::npos);
}

TEST(ShellMesh, RefusesJunctionsAndTurnedNeighbours) {
  TriangleMesh sheets;
  sheets.vertices = {{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}};
  sheets.triangles = {{0, 1, 2}, {1, 0, 3}, {0, 1, 4}};
  EXPECT_NE(refusal(sheets, 0.01).find("3 sheets meet"), std::string::npos);
  sheets.triangles = {{0, 1, 2}, {0, 1, 3}};
  EXPECT_NE(refusal(sheets, 0.01).find("turned against each other"), std::string::npos);
  EXPECT_NE(refusal(box_surface({1, 1, 1}), 0), "");
  EXPECT_NE(refusal({}, 0.01), "");
}

}  // namespace
}  // namespace peal

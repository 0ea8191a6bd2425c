// Sheets given by their middle surface ring like the plates and tubes they are.
#include "physics/meshing/shell_mesh.h"
#include "validation/models/bodies/imported_surfaces.h"

namespace peal::imported {
namespace {

TriangleMesh square(int cells) {
  return patch_surface(cells, cells, false, false, [](double u, double v) {
    return Vec3{0.2 * u, 0, 0.2 * v};
  });
}

TriangleMesh pipe(double radius, double length) {
  return patch_surface(120, 10, true, false, [=](double u, double v) {
    return Vec3{radius * std::cos(2 * kPi * u), length * v, radius * std::sin(2 * kPi * u)};
  });
}

TEST(ImportedSheet, SquareOfTwoTrianglesIsAKirchhoffPlate) {
  const auto wanted = square_plate(0.2, 0.001, 10);
  const SolidMesh normal = mesh_shell(square(1), 0.001, MeshLevel::normal);
  expect_within(0.3, frequencies(normal, glass(0.3), 10, 1.05 * wanted[9]), wanted);
}

TEST(ImportedSheet, TriangulationDoesNotMatter) {
  const auto wanted = square_plate(0.2, 0.001, 10);
  const SolidMesh draft = mesh_shell(square(40), 0.001, MeshLevel::draft);
  expect_within(2.5, frequencies(draft, glass(0.3), 10, 1.05 * wanted[9]), wanted);
}

// Curved cells lock unless they are short against sqrt(R h): without that rule this is 12 % off.
TEST(ImportedSheet, DraftOfAPipeIsATube) {
  const TubeShape tube{0.02, 0.002, 0.25};
  const auto wanted = frequencies(mesh_shape(Shape{tube}, MeshLevel::normal), glass(), 6, 4200);
  const SolidMesh sheet = mesh_shell(pipe(0.019, 0.25), 0.002, MeshLevel::draft);
  expect_within(5, frequencies(sheet, glass(), 6, 1.1 * wanted[5]), wanted);
}

TEST(ImportedSheetSlow, LongAndThinPipesAreTubes) {
  for (const TubeShape& tube : {TubeShape{0.02, 0.002, 0.3}, TubeShape{0.03, 0.0005, 0.1}}) {
    const auto wanted = frequencies(mesh_shape(Shape{tube}, MeshLevel::fine), glass(), 10, 3000);
    const TriangleMesh middle = pipe(tube.radius - tube.thickness / 2, tube.length);
    const SolidMesh sheet = mesh_shell(middle, tube.thickness, MeshLevel::normal);
    expect_within(2, frequencies(sheet, glass(), 10, 1.05 * wanted[9]), wanted);
  }
}

TEST(ImportedSheetSlow, OpenHemisphereConverges) {
  const TriangleMesh middle = patch_surface(60, 240, false, true, [](double u, double v) {
    const double polar = kPi / 2 * (0.02 + 0.98 * u), around = -2 * kPi * v;
    return 0.08 * Vec3{std::sin(polar) * std::cos(around), -std::cos(polar),
                       std::sin(polar) * std::sin(around)};
  });
  const auto wanted = frequencies(mesh_shell(middle, 0.002, MeshLevel::fine), glass(), 10, 1500);
  const SolidMesh sheet = mesh_shell(middle, 0.002, MeshLevel::normal);
  expect_within(0.6, frequencies(sheet, glass(), 10, 1.05 * wanted[9]), wanted);
}

}  // namespace
}  // namespace peal::imported

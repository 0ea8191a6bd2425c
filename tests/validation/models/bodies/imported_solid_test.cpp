// Bodies that come as closed triangle surfaces ring like the generated ones whose skins they are.
#include "physics/meshing/surface_mesh_solid.h"
#include "validation/models/bodies/imported_surfaces.h"

namespace peal::imported {
namespace {

// Wanted: the hexahedra of the generator.
void expect_same_modes(const Shape& shape, MeshLevel reference, MeshLevel level, double percent,
                       double limit, int count = 10) {
  const SolidMesh hexes = mesh_shape(shape, reference);
  const auto wanted = frequencies(hexes, glass(), count, limit);
  const SolidMesh tets = mesh_closed_surface(skin(hexes, 3), level);
  expect_within(percent, frequencies(tets, glass(), count, 1.05 * wanted.back()), wanted);
}

TEST(ImportedSolid, BarOfTrianglesIsABar) {
  expect_same_modes(BarShape{}, MeshLevel::fine, MeshLevel::normal, 0.5, 14000);
}

TEST(ImportedSolid, KeyOfTrianglesIsAKey) {
  expect_same_modes(KeyShape{}, MeshLevel::normal, MeshLevel::normal, 1.5, 25000, 6);
}

TEST(ImportedSolid, ThinClosedBoxIsAKirchhoffPlate) {
  const auto wanted = square_plate(0.06, 0.001, 6);
  const SolidMesh tets = mesh_closed_surface(box_surface({0.06, 0.001, 0.06}), MeshLevel::draft);
  expect_within(2, frequencies(tets, glass(0.3), 6, 1.05 * wanted[5]), wanted);
}

TEST(ImportedSolidSlow, MugWithinTwoPercent) {
  expect_same_modes(MugShape{}, MeshLevel::fine, MeshLevel::normal, 2, 9000);
}

TEST(ImportedSolidSlow, WineglassWithinTwoPercent) {
  expect_same_modes(WineglassShape{}, MeshLevel::fine, MeshLevel::normal, 2, 2700);
}

TEST(ImportedSolidSlow, BellWithinTwoPercent) {
  expect_same_modes(BellShape{}, MeshLevel::fine, MeshLevel::normal, 2, 7000);
}

// Wall 0.5 % of the size.
TEST(ImportedSolidSlow, ThinBowlWithinFivePercent) {
  expect_same_modes(BowlShape{0.05, 0.04, 0.0005, 0.02}, MeshLevel::fine, MeshLevel::normal, 5,
                    2800);
}

}  // namespace
}  // namespace peal::imported

#include "physics/meshing/thin_surface.h"

#include <gtest/gtest.h>

#include "physics/geometry/mass_properties.h"
#include "physics/geometry/surface_checks.h"
#include "physics/meshing/edit_mesh.h"
#include "physics/meshing/shape_mesh.h"
#include "support/closed_meshes.h"

namespace peal {
namespace {

TriangleMesh corners_only(const Shape& shape) {
  const QuadraticSurface surface = boundary_surface(mesh_shape(shape, MeshLevel::normal));
  TriangleMesh flat{surface.nodes, {}};
  for (const auto& t : surface.triangles) flat.triangles.push_back({t[0], t[1], t[2]});
  return flat;
}

// Flat sheets, thin walls, handles and edges: closed, no flat or crossing triangles, same volume.
TEST(ThinSurface, KeepsTheBodyAndMakesNoNeedles) {
  for (const Shape& shape : {Shape(PlateShape{}), Shape(WineglassShape{}), Shape(MugShape{}),
                             Shape(TableTopShape{}), Shape(BowlShape{}), Shape(KeyShape{})}) {
    const TriangleMesh before = corners_only(shape);
    const std::size_t target = before.triangles.size() / 2;
    const TriangleMesh after = thin_surface(before, target);
    EXPECT_LE(after.triangles.size(), target + target / 5) << shape.index();
    EXPECT_NO_THROW(require_solid(after)) << shape.index();
    // Chords of the inner and outer side of a thin curved wall differ most.
    EXPECT_NEAR(mass_properties(after, 1).volume / mass_properties(before, 1).volume, 1, 0.05)
        << shape.index();
    double worst = 1;
    for (std::size_t t = 0; t < after.triangles.size(); ++t)
      worst = std::min(worst,
                       triangle_shape(after.corner(t, 0), after.corner(t, 1), after.corner(t, 2)));
    EXPECT_GT(worst, 0.02) << shape.index();
  }
}

// Straight sharp edges are thinned with the faces between them, a round rim only while it is round.
TEST(ThinSurface, ThinsAlongSharpEdges) {
  const TriangleMesh bar = test::box({0.2, 0.01, 0.01}, {80, 4, 4});
  const TriangleMesh thinned = thin_surface(bar, bar.triangles.size() / 3);
  EXPECT_LE(thinned.triangles.size(), bar.triangles.size() / 3);
  EXPECT_NEAR(mass_properties(thinned, 1).volume / mass_properties(bar, 1).volume, 1, 1e-12);

  const TriangleMesh coin = corners_only(CoinShape{});
  const TriangleMesh few = thin_surface(coin, coin.triangles.size() / 2, {.least_shape = 0.01});
  EXPECT_LT(few.triangles.size(), 2 * coin.triangles.size() / 3);
  EXPECT_NEAR(mass_properties(few, 1).volume / mass_properties(coin, 1).volume, 1, 0.02);
}

}  // namespace
}  // namespace peal

// Mass and inertia of shapes in closed form against those of their meshes.
#include <gtest/gtest.h>

#include "geometry/mass_properties.h"
#include "geometry/shape_mesh.h"

namespace peal {
namespace {

TEST(MassOfShapes, AgreesWithTheMesh) {
  // A ball's mesh is inside the ball by the curvature that quadratic edges miss.
  for (const auto& [shape, tolerance] :
       {std::pair<Shape, double>{BarShape{{0.2, 0.01, 0.03}, 0.0005}, 1e-11},
        {SphereShape{0.07}, 2e-3}}) {
    const MassProperties exact = mass_properties(shape, 2700);
    const MassProperties meshed = mass_properties(mesh_shape(shape, MeshLevel::normal), 2700);
    EXPECT_NEAR(meshed.volume / exact.volume, 1, tolerance);
    EXPECT_NEAR(meshed.mass / exact.mass, 1, tolerance);
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(meshed.inertia(i, i) / exact.inertia(i, i), 1, 2 * tolerance) << i;
      EXPECT_EQ(exact.inertia(i, (i + 1) % 3), 0);
    }
  }
}

}  // namespace
}  // namespace peal

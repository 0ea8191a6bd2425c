#include "emission/surface_finder.h"

#include <gtest/gtest.h>

#include "physics/meshing/shape_mesh.h"

namespace peal {
namespace {

TEST(SurfacePlace, LiesOnTheSphereNearestToTheGivenPoint) {
  const double radius = 0.02;
  const auto surface = boundary_surface(mesh_shape(SphereShape{radius}, SphereCells{16, 1}));
  for (const Vec3& direction : {Vec3{1, 0.2, 0.3}, {-0.5, 0.8, -0.1}, {0.33, 0.33, 0.34}})
    for (const double distance : {0.9, 1.0, 1.3}) {
      const Vec3 exact = radius * normalized(direction);
      const SurfacePlace p = nearest_surface_place(surface, distance * exact);
      EXPECT_LT(norm(p.position - exact) / radius, 3e-4);
      double sum = 0;
      for (const double w : p.weights) sum += w;
      EXPECT_NEAR(sum, 1, 1e-12);
    }
}

// Interpolation must return nodal values at nodes and quadratic fields exactly in between.
TEST(SurfacePlace, InterpolatesQuadraticFieldsExactlyOnFlatFaces) {
  const auto surface = boundary_surface(mesh_shape(BarShape{{0.2, 0.02, 0.01}}, BarCells{8, 2, 1}));
  const auto field = [](const Vec3& x) { return 3 + 20 * x.x - 7 * x.y * x.x + 100 * x.z * x.z; };
  for (const Vec3& x : {Vec3{0.0123, 0.01, 0.0021},
                        {-0.1, -0.0033, 0.0017},
                        {0.07, 0.002, -0.005},
                        {0.1, 0.01, 0.005}}) {
    const SurfacePlace p = nearest_surface_place(surface, x);
    EXPECT_LT(norm(p.position - x), 1e-12);
    double value = 0;
    for (int k = 0; k < 6; ++k)
      value += p.weights[k] * field(surface.nodes[surface.triangles[p.triangle][k]]);
    EXPECT_NEAR(value, field(x), 1e-10);
  }
}

}  // namespace
}  // namespace peal

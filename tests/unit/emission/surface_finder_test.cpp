#include "emission/surface_finder.h"

#include <gtest/gtest.h>

#include <random>

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

// Also in the middle of the sphere, where everything is as near and boxes give up.
TEST(SurfacePlace, ByBoxesIsThatOfALookAtEveryTriangle) {
  const auto surface = boundary_surface(mesh_shape(SphereShape{0.02}, SphereCells{16, 1}));
  const SurfaceFinder finder(surface);
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (int n = 0; n < 120; ++n) {
    const double sizes[] = {0, 1e-6, 0.019, 0.02, 0.021, 0.2};
    const Vec3 point = sizes[n % 6] * normalized(Vec3{unit(random), unit(random), unit(random)});
    SurfacePlace slow, fast;
    ASSERT_TRUE(nearest_place(finder.play(), point, slow));
    ASSERT_TRUE(finder.nearest(point, fast));
    ASSERT_EQ(slow.triangle, fast.triangle) << n;
    for (int k = 0; k < 6; ++k) ASSERT_EQ(slow.weights[k], fast.weights[k]) << n;
    ASSERT_EQ(norm(slow.position - fast.position), 0);
  }
  SurfacePlace place;
  EXPECT_FALSE(finder.nearest({NAN, 0, 0}, place));
}

}  // namespace
}  // namespace peal

// Mass and inertia of meshed shapes against closed forms.
#include <gtest/gtest.h>

#include "base/constants.h"
#include "physics/geometry/mass_properties.h"
#include "physics/meshing/shape_mesh.h"

namespace peal {
namespace {

void expect_inertia(const Shape& shape, double volume, const Vec3& per_mass, double tolerance) {
  const MassProperties p = mass_properties(mesh_shape(shape, MeshLevel::normal), 2700);
  EXPECT_NEAR(p.volume / volume, 1, tolerance);
  EXPECT_NEAR(p.mass / (2700 * volume), 1, tolerance);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(p.inertia(i, i) / (p.mass * per_mass[i]), 1, 2 * tolerance) << i;
    EXPECT_NEAR(p.inertia(i, (i + 1) % 3) / p.inertia(i, i), 0, 1e-9) << i;
    EXPECT_NEAR(p.centre[i], 0, 1e-9);
  }
}

TEST(MassOfShapes, BarIsExact) {
  const Vec3 s{0.2, 0.01, 0.03};
  expect_inertia(BarShape{s, 0.0005}, s.x * s.y * s.z,
                 Vec3{s.y * s.y + s.z * s.z, s.x * s.x + s.z * s.z, s.x * s.x + s.y * s.y} / 12,
                 1e-11);
}

// The mesh of a round body is smaller by the curvature that quadratic edges miss.
TEST(MassOfShapes, EllipsoidFollowsItsFormula) {
  const Vec3 r{0.07, 0.05, 0.06};
  expect_inertia(EllipsoidShape{r}, 4 * kPi / 3 * r.x * r.y * r.z,
                 Vec3{r.y * r.y + r.z * r.z, r.x * r.x + r.z * r.z, r.x * r.x + r.y * r.y} / 5,
                 2e-3);
}

TEST(MassOfShapes, TubeFollowsItsFormula) {
  const TubeShape tube;
  const double a = tube.radius, b = a - tube.thickness, squares = a * a + b * b;
  const double cross = squares / 4 + tube.length * tube.length / 12;
  expect_inertia(tube, kPi * (a * a - b * b) * tube.length, {cross, squares / 2, cross}, 1e-3);
}

}  // namespace
}  // namespace peal

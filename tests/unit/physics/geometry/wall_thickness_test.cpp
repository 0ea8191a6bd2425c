#include "physics/geometry/wall_thickness.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "unit/physics/geometry/convex/sample_surfaces.h"

namespace peal {
namespace {

Vec3 tilted_wall(const Vec3& v) { return rotate(Quat::from_axis_angle({3, 2, 1}, 1.1), v); }

TEST(WallThickness, OfAPlate) {
  for (const int n : {1, 7, 30}) {
    const WallThickness w =
        wall_thickness(sample::moved(sample::box({0, 0, 0}, {0.3, 0.2, 0.004}, n), tilted_wall));
    EXPECT_NEAR(w.thinnest, 0.004, 1e-12);
    EXPECT_NEAR(w.typical, 0.004, 1e-12);
    EXPECT_TRUE(w.facing);
  }
}

TEST(WallThickness, OfABoxIsItsLeastSide) {
  const WallThickness w = wall_thickness(sample::box({0, 0, 0}, {1, 2, 3}, 9));
  EXPECT_NEAR(w.thinnest, 1, 1e-12);
  EXPECT_NEAR(w.typical, 1, 1e-12);  // the faces 1 apart have 12 of 22 m^2
  EXPECT_NEAR(w.thinnest_place.x, 0.5, 1e-12);
}

TEST(WallThickness, OfASphereIsItsDiameterAndOfAShellItsWall) {
  WallThickness w = wall_thickness(sample::sphere(0.5, 5));
  EXPECT_NEAR(w.thinnest, 1, 0.005);
  EXPECT_NEAR(w.typical, 1, 0.005);
  w = wall_thickness(
      sample::joined(sample::sphere(0.5, 5), sample::turned_inside_out(sample::sphere(0.48, 5))));
  EXPECT_NEAR(w.thinnest, 0.02, 0.001);
  EXPECT_NEAR(w.typical, 0.02, 0.001);
}

TEST(WallThickness, FindsTheThinPlace) {
  // A cavity out of the middle: the wall is 0.1 thick at +x.
  const WallThickness w = wall_thickness(sample::joined(
      sample::sphere(1, 5), sample::turned_inside_out(sample::sphere(0.5, 5, {0.4, 0, 0}))));
  EXPECT_NEAR(w.thinnest, 0.1, 0.003);
  EXPECT_NEAR(norm(w.thinnest_place - Vec3{0.95, 0, 0}), 0, 0.1);
  EXPECT_GT(w.typical, 0.3);
}

TEST(WallThickness, SharpEdgesAreNotThinWalls) {
  // A right wedge: rays beside its edges leave through the neighbouring face.
  TriangleMesh m = sample::moved(sample::box({0, 0, 0}, {1, 1, 1}, 20), [](const Vec3& v) {
    return Vec3{v.x, v.y * (0.5 + 0.5 * v.x), v.z};
  });
  EXPECT_GT(wall_thickness(m).thinnest, 0.45);
  // A regular tetrahedron has no facing walls at all.
  m = TriangleMesh{{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}},
                   {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}}};
  const WallThickness w = wall_thickness(m);
  EXPECT_FALSE(w.facing);
  EXPECT_GT(w.thinnest, 0.5);
}

TEST(WallThickness, SamplesBigSurfacesAndStopsAtOpenOnes) {
  const TriangleMesh m = sample::sphere(0.5, 5);
  EXPECT_EQ(wall_thickness(m).samples, m.triangles.size());
  const WallThickness few = wall_thickness(m, 100);
  EXPECT_LE(few.samples, 100u);
  EXPECT_GE(few.samples, 50u);
  EXPECT_NEAR(few.typical, 1, 0.005);
  EXPECT_THROW(wall_thickness(TriangleMesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}}), Error);
}

}  // namespace
}  // namespace peal

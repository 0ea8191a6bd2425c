// Instants at which falling balls touch walls: against a table, and against looking at the distance
// at many times with an independent nearest point. SI.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/rng.h"
#include "physics/geometry/triangle_tree.h"
#include "support/csv_rows.h"
#include "support/grain_boxes.h"

namespace peal {
namespace {

const Vec3 kGravity{0, 0, -9.81};
const Vec3 kCorners[3] = {{0, 0, 0}, {0.02, 0, 0}, {0, 0.02, 0.004}};

struct Touched {
  double time = kNever;
  Vec3 normal;
};

Vec3 flown_to(const Vec3& x, const Vec3& v, double t) {
  return x + t * v + (0.5 * t * t) * kGravity;
}

/// Of all pieces, the first.
Touched touch(const GrainWalls& walls, const Vec3& x, const Vec3& v, double r, double until) {
  Touched out;
  for (const WallFeature& f : walls.features())
    if (const double t = f.touch(x, v, kGravity, r, until); t < out.time)
      out = {t, f.normal(flown_to(x, v, t))};
  return out;
}

GrainWalls triangle() {
  GrainWalls walls;
  TriangleMesh mesh;
  mesh.vertices.assign(kCorners, kCorners + 3);
  mesh.triangles = {{0, 1, 2}};
  walls.add_mesh(walls.add_body(), mesh);
  return walls;
}

TEST(GrainWallTouch, TrianglesOfTheTable) {
  const GrainWalls walls = triangle();
  EXPECT_EQ(walls.features().size(), 7u);
  const auto rows = csv_rows("grains/edmd_triangle_cases.csv");
  ASSERT_EQ(rows.size(), 19u);
  for (const CsvRow& row : rows) {
    const Touched got = touch(walls, {row["x"], row["y"], row["z"]},
                              {row["vx"], row["vy"], row["vz"]}, row["R"], 1);
    EXPECT_NEAR(got.time, row["t_contact"], 1e-12);
    EXPECT_LT(norm(got.normal - Vec3{row["nx"], row["ny"], row["nz"]}), 1e-10);
  }
}

/// Distance exactly r at the touch, never less before it; if there is none, never less at all.
void expect_first(const std::function<double(const Vec3&)>& distance, const Vec3& x, const Vec3& v,
                  double r, double time, double until, int i) {
  const double end = std::min(time, until);
  double least = kNever;
  for (int n = 0; n < 2000; ++n) least = std::min(least, distance(flown_to(x, v, end * n / 2000)));
  EXPECT_GE(least, r * (1 - 1e-10)) << i;
  if (time <= until) {
    EXPECT_NEAR(distance(flown_to(x, v, time)), r, 1e-12) << i;
  }
}

TEST(GrainWallTouch, NoneOfManyTrianglesIsMissed) {
  const GrainWalls walls = triangle();
  const auto distance = [](const Vec3& p) {
    return norm(p - nearest_on_triangle(p, kCorners[0], kCorners[1], kCorners[2]));
  };
  int touched = 0;
  for (int i = 0; i < 3000; ++i) {
    KeyedRng rng(3, 1, i);
    const double r = rng.uniform(0.0005, 0.003);
    const Vec3 target{rng.uniform(-0.004, 0.022), rng.uniform(-0.004, 0.022),
                      rng.uniform(0, 0.004)};
    const Vec3 v{rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)};
    const Vec3 x = flown_to(target, v, -rng.uniform(0.005, 0.06));
    if (distance(x) <= r) continue;
    const Touched got = touch(walls, x, v, r, 0.2);
    touched += got.time < kNever;
    expect_first(distance, x, v, r, got.time, 0.2, i);
  }
  EXPECT_GE(touched, 397);
}

TEST(GrainWallTouch, CylindersInsideAndOutside) {
  const Vec3 axis = normalized(Vec3{0.2, 1, -0.4});
  const double radius = 0.02;
  for (const bool inside : {true, false}) {
    GrainWalls walls;
    walls.add_cylinder(walls.add_body(), -5 * axis, 5 * axis, radius, inside);
    const auto distance = [&](const Vec3& p) {
      return (norm(p - dot(p, axis) * axis) - radius) * (inside ? -1 : 1);
    };
    int touched = 0;
    for (int i = 0; i < 400; ++i) {
      KeyedRng rng(5, inside, i);
      const double r = rng.uniform(0.0005, 0.003);
      const double box = inside ? 0.01 : 0.05;
      const Vec3 x{rng.uniform(-box, box), rng.uniform(-box, box), rng.uniform(-box, box)};
      const Vec3 v{rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)};
      if (distance(x) <= r) continue;
      const Touched got = touch(walls, x, v, r, 0.15);
      touched += got.time < kNever;
      expect_first(distance, x, v, r, got.time, 0.15, i);
    }
    EXPECT_GE(touched, 50) << inside;
  }
}

TEST(GrainWallTouch, ConesInsideAndOutside) {
  // Apex (0, 0, 0), opens upward to 0.1 m at height 0.15 m: grains inside, and those outside of it.
  const double slope = 0.1 / 0.15;
  for (const bool inside : {true, false}) {
    GrainWalls walls;
    walls.add_cone(walls.add_body(), {0, 0, 0.015}, 0.01, {0, 0, 1.5}, 1, inside);
    const auto distance = [&](const Vec3& p) {
      const double out = (std::hypot(p.x, p.y) - slope * p.z) / std::sqrt(1 + slope * slope);
      return inside ? -out : out;
    };
    int touched = 0;
    for (int i = 0; i < 800; ++i) {
      KeyedRng rng(7, inside, i);
      const double r = rng.uniform(0.0005, 0.003);
      const Vec3 x{rng.uniform(-0.1, 0.1), rng.uniform(-0.1, 0.1), rng.uniform(0.1, 0.2)};
      const Vec3 v{rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-0.2, 1)};
      if (distance(x) <= r) continue;
      double until = 0.15;  // and not where it ends below
      while (flown_to(x, v, until).z < 0.025) until *= 0.9;
      const Touched got = touch(walls, x, v, r, until);
      touched += got.time < kNever;
      expect_first(distance, x, v, r, got.time, until, i);
      if (got.time < kNever) {
        const Vec3 at = flown_to(x, v, got.time);
        EXPECT_LT(std::abs(distance(at - r * got.normal)), 1e-12) << i;
      }
    }
    EXPECT_GE(touched, 40) << inside;
  }
}

}  // namespace
}  // namespace peal

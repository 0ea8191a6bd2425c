// However the surface is, a search ends: where everything is equally near it does no more than a
// bounded number of steps, and what it finds is as near as the surface is.
#include <gtest/gtest.h>

#include "dsp/surface_patch.h"
#include "dsp/surface_tree.h"
#include "support/torus.h"
#include "support/tube_surface.h"

namespace peal {
namespace {

using test::TubeSurface;

/// A tube with boxes; 24,576 triangles.
struct Tube {
  TubeSurface tube{64, 96};
  PlaySurface all = tube.surface(), boxed = all;
  SurfaceTree tree{boxed};
  Tube() { tree.attach(boxed); }
};

constexpr int kPasses = 2;

TEST(SurfaceSearch, OnTheAxisOfATubeItsWorkIsBounded) {
  const Tube tube;
  const double sagitta = TubeSurface::kInner * (1 - std::cos(kPi / 96));
  for (int n = 0; n <= 40; ++n) {
    const Vec3 point{n % 3 == 1 ? 1e-12 : 0, TubeSurface::kLength * (n / 40.0 - 0.5), 0};
    SurfacePlace place, again;
    SurfaceWork work;
    ASSERT_TRUE(nearest_place(tube.boxed, point, place, &work));
    EXPECT_LE(work.boxes, kPasses * SurfaceWork::kMostBoxes);
    EXPECT_LE(work.looked, kPasses * (SurfaceWork::kMostLooked + 4));
    EXPECT_LE(work.refined, SurfaceWork::kMostRefined);
    // The inner wall is where it is: no place is nearer, and none that is offered much farther.
    EXPECT_NEAR(norm(place.position - point), TubeSurface::kInner, sagitta);
    ASSERT_TRUE(nearest_place(tube.boxed, point, again));
    EXPECT_EQ(place.triangle, again.triangle);
    EXPECT_EQ(norm(place.position - again.position), 0);
  }
}

TEST(SurfaceSearch, AwayFromTheAxisItFindsWhatALookAtEveryTriangleFinds) {
  const Tube tube;
  for (int n = 0; n < 60; ++n) {
    const double radius = TubeSurface::kInner * (0.5 + 0.02 * n), angle = 2.4 * n;
    const Vec3 point{radius * std::cos(angle), 0.15 * std::sin(n), radius * std::sin(angle)};
    SurfacePlace slow, fast;
    SurfaceWork work;
    ASSERT_TRUE(nearest_place(tube.all, point, slow));
    ASSERT_TRUE(nearest_place(tube.boxed, point, fast, &work));
    EXPECT_FALSE(work.cut_short) << radius;
    EXPECT_EQ(slow.triangle, fast.triangle);
    EXPECT_EQ(norm(slow.position - fast.position), 0);
  }
}

// Near a surface, where bodies touch, a search is far from its bounds.
TEST(SurfaceSearch, NearTheSurfaceItLooksAtFewTriangles) {
  const Tube tube;
  SurfaceWork work;
  constexpr int kPoints = 200;
  for (int n = 0; n < kPoints; ++n) {
    SurfacePlace place;
    const Vec3 node = tube.tube.nodes[static_cast<std::size_t>(7919 * n) % tube.tube.nodes.size()];
    ASSERT_TRUE(nearest_place(tube.boxed, 1.001 * node, place, &work));
  }
  EXPECT_FALSE(work.cut_short);
  EXPECT_LT(work.boxes, 120 * kPoints);
  EXPECT_LT(work.looked, 40 * kPoints);
  EXPECT_LT(work.refined, 12 * kPoints);
}

// What lets the search leave triangles out: the curved triangle is nowhere farther from its flat
// pieces than its bulge.
TEST(SurfaceSearch, TheBulgeBoundsTheCurvedTriangle) {
  const test::Torus torus(6, 5);  // coarse: strongly curved
  const PlaySurface surface = torus.surface();
  double largest = 0;
  for (std::size_t t = 0; t < surface.triangle_count(); ++t) {
    const SurfacePatch patch(surface, t);
    for (double u = 0; u <= 1; u += 0.05)
      for (double v = 0; u + v <= 1; v += 0.05) {
        const Vec3 point = patch.blend(triangle_values(u, v));
        const double away = patch.nearest_in_pieces(point).distance;
        EXPECT_LE(away, patch.bulge() * (1 + 1e-12));
        largest = std::max(largest, away / patch.bulge());
      }
  }
  EXPECT_GT(largest, 0.4);  // it is a bound that is worth something
}

}  // namespace
}  // namespace peal

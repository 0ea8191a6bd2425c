#include "physics/geometry/convex/convex_decomposition.h"

#include <gtest/gtest.h>

#include "base/constants.h"
#include "physics/geometry/convex/best_cut.h"
#include "physics/geometry/convex/convex_hull.h"
#include "physics/geometry/convex/dents.h"
#include "physics/geometry/convex/extreme_points.h"
#include "physics/geometry/convex/surface_cut.h"
#include "physics/geometry/mass_properties.h"
#include "unit/physics/geometry/convex/sample_surfaces.h"

namespace peal {
namespace {

double volume_of(const std::vector<std::vector<Vec3>>& parts) {
  double sum = 0;
  for (const auto& part : parts) sum += hull_volume(part);
  return sum;
}

/// Whether any hull holds p.
bool covered(const std::vector<std::vector<Vec3>>& parts, const Vec3& p) {
  for (const auto& part : parts) {
    const TriangleMesh hull = convex_hull(part);
    bool in = true;
    for (std::size_t t = 0; t < hull.triangles.size(); ++t)
      in &= dot(p - hull.corner(t, 0), hull.area_vector(t)) < 0;
    if (in) return true;
  }
  return false;
}

/// Two boxes that share a face: three squares of the L, extruded.
TriangleMesh angle_iron() {
  TriangleMesh m;
  const std::vector<std::array<double, 2>> outline{{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 2}, {0, 2}};
  for (const double z : {0.0, 1.0})
    for (const auto& [x, y] : outline) m.vertices.push_back({x, y, z});
  const std::vector<std::array<int, 3>> face{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}};
  for (const auto& [a, b, c] : face) {
    m.triangles.push_back({a, c, b});
    m.triangles.push_back({a + 6, b + 6, c + 6});
  }
  for (int i = 0; i < 6; ++i) {
    const int j = (i + 1) % 6;
    m.triangles.push_back({i, j, j + 6});
    m.triangles.push_back({i, j + 6, i + 6});
  }
  return m;
}

TEST(SurfaceCut, KeepsTheVolumeHoweverOftenItCuts) {
  const TriangleMesh torus = sample::torus(0.05, 0.02, 60, 24, 0.003);
  std::vector<CutPiece> pieces{whole_piece(torus)};
  const double whole = pieces[0].volume();
  EXPECT_NEAR(whole, mass_properties(torus, 1).volume, 1e-12 * whole);
  for (const auto& [axis, at] :
       {std::pair{0, 0.001}, {1, -0.013}, {0, 0.031}, {2, 0.004}, {1, 0.02}}) {
    std::vector<CutPiece> next;
    for (const CutPiece& piece : pieces)
      for (CutPiece& half : cut(piece, axis, at)) next.push_back(std::move(half));
    pieces = std::move(next);
  }
  double sum = 0;
  for (const CutPiece& piece : pieces) {
    EXPECT_GT(piece.volume(), -1e-12 * whole);
    sum += piece.volume();
  }
  EXPECT_NEAR(sum, whole, 1e-10 * whole);
}

TEST(SurfaceCut, OfABallGivesCaps) {
  const double r = 0.5, h = 0.2;
  const auto [low, high] = cut(whole_piece(sample::sphere(r, 6)), 1, r - h);
  EXPECT_NEAR(high.volume(), kPi * h * h * (3 * r - h) / 3, 1e-4);
  // An eighth has a corner where nothing of the surface is.
  const auto eighth = cut(cut(cut(low, 0, 0)[0], 1, 0)[0], 2, 0)[1];
  EXPECT_NEAR(eighth.volume(), kPi * r * r * r / 6, 1e-4);
}

TEST(SurfaceCut, FindsGapsAndNoneInsideAWall) {
  const TriangleMesh two =
      sample::joined(sample::box({0, 0, 0}, {1, 1, 1}, 3), sample::box({1.2, 0, 0}, {2, 1, 1}, 3));
  EXPECT_EQ(cut_at_gaps(whole_piece(two), 10).size(), 2u);
  EXPECT_EQ(cut_at_gaps(whole_piece(two), 1).size(), 1u);
  // The middle of a block: two sheets of surface, the body between them.
  CutPiece middle = whole_piece(sample::box({0, 0, 0}, {1, 1, 1}, 3));
  for (const int axis : {0, 1}) middle = cut(cut(middle, axis, 0.2)[1], axis, 0.8)[0];
  EXPECT_EQ(cut_at_gaps(middle, 10).size(), 1u);
  EXPECT_NEAR(middle.volume(), 0.36, 1e-12);
}

TEST(RoughHull, HasTheCornersWhereCutsMeetInsideTheBody) {
  const double r = 0.5;
  CutPiece eighth = whole_piece(sample::sphere(r, 5));
  for (const int axis : {0, 1, 2}) eighth = cut(eighth, axis, 0.01)[1];
  const InsideTest in = [&](const Vec3& p) { return norm(p) < r; };
  EXPECT_EQ(inner_corners(eighth, in), (std::vector<Vec3>{{0.01, 0.01, 0.01}}));
  EXPECT_NEAR(rough_hull(eighth, in).volume, eighth.volume(), 0.05 * eighth.volume());
  EXPECT_LT(rough_hull(eighth, in).depth, 0.01 * r);
  // Without it the hull ends at a plane through three points of the surface.
  const auto nowhere = [](const Vec3&) { return false; };
  EXPECT_LT(rough_hull(eighth, nowhere).volume, 0.8 * eighth.volume());
}

TEST(ConvexDecomposition, CutsAnAngleIntoItsTwoBlocks) {
  const auto parts = convex_decomposition(angle_iron());
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_NEAR(volume_of(parts), 4, 1e-5);
  for (const auto& part : parts) EXPECT_EQ(part.size(), 8u);
  EXPECT_FALSE(covered(parts, {1.05, 1.05, 0.5}));
}

TEST(ConvexDecomposition, FillsTheMiddleOfAJack) {
  // A jack: six arms from a full middle.
  const auto reach = [](const Vec3& way) {
    const double fourth = std::pow(way.x, 4) + std::pow(way.y, 4) + std::pow(way.z, 4);
    return 0.4 + 1.6 * std::pow(std::max(0.0, fourth - 1. / 3), 2);
  };
  const TriangleMesh jack =
      sample::moved(sample::sphere(1, 4), [&](const Vec3& p) { return reach(p) * p; });
  const auto parts = convex_decomposition(jack);
  EXPECT_GT(parts.size(), 6u);
  KeyedRng rng(1, 2, 3);
  for (int i = 0; i < 400; ++i) {
    const Vec3 p = sample::random_point(rng, 0.4);
    if (norm(p) < 0.35) {
      EXPECT_TRUE(covered(parts, p)) << p.x << " " << p.y << " " << p.z;
    }
  }
  EXPECT_FALSE(covered(parts, {0.5, 0.5, 0}));
}

TEST(OnlyDents, TellsAReliefFromAHole) {
  const TriangleMesh box = sample::box({0, 0, 0}, {1, 0.05, 1}, 20);
  const TriangleMesh relief = sample::moved(box, [](const Vec3& p) {
    const bool field = p.y > 0 && std::abs(p.x - 0.5) < 0.3 && std::abs(p.z - 0.5) < 0.3;
    return field ? Vec3{p.x, p.y - 0.008, p.z} : p;
  });
  EXPECT_TRUE(only_dents(relief, 0.01));
  EXPECT_FALSE(only_dents(relief, 0.007));
  // A washer and a tray are as thin, but open.
  const TriangleMesh washer = sample::moved(sample::torus(0.5, 0.2, 64, 16), [](const Vec3& p) {
    return Vec3{p.x, p.y, 0.02 * p.z};
  });
  EXPECT_FALSE(only_dents(washer, 0.01));
  EXPECT_FALSE(only_dents(sample::moved(box,
                                        [](const Vec3& p) {
                                          return Vec3{p.x, p.y + p.x * p.x, p.z};
                                        }),
                          0.01));
}

TEST(ConvexDecomposition, KeepsACavity) {
  const auto shell =
      sample::joined(sample::sphere(0.1, 4), sample::turned_inside_out(sample::sphere(0.09, 4)));
  const auto parts = convex_decomposition(shell);
  EXPECT_LE(parts.size(), 64u);
  for (const double x : {-0.04, 0.0, 0.05}) EXPECT_FALSE(covered(parts, {x, 0.01, -0.02}));
  EXPECT_FALSE(covered(parts, {0, 0, 0.075}));
}

TEST(ConvexDecomposition, KeepsSeveralSolidsApart) {
  // A ball in a ring: their hulls overlap, their boxes do too.
  const auto both = sample::joined(sample::torus(0.05, 0.01, 48, 16), sample::sphere(0.02, 3));
  const auto parts = convex_decomposition(both);
  EXPECT_TRUE(covered(parts, {0, 0, 0}));
  for (int i = 0; i < 16; ++i)
    EXPECT_FALSE(covered(parts, {0.03 * std::cos(i * kPi / 8), 0.03 * std::sin(i * kPi / 8), 0}));
  EXPECT_NEAR(volume_of(parts), mass_properties(both, 1).volume,
              0.1 * mass_properties(both, 1).volume);
}

TEST(ConvexDecomposition, SurvivesOddMeshes) {
  TriangleMesh many;
  for (int i = 0; i < 300; ++i)
    many = sample::joined(many, sample::box({0.1 * i, 0.03 * (i % 7), 0}, {0.1 * i + 0.05, 1, 1}));
  EXPECT_LE(convex_decomposition(many).size(), 64u);
  EXPECT_LE(
      convex_decomposition(sample::turned_inside_out(sample::torus(0.05, 0.01, 24, 8))).size(),
      64u);
  EXPECT_TRUE(convex_decomposition(TriangleMesh{}).empty());
  TriangleMesh flat = sample::box({0, 0, 0}, {1, 1, 0});
  EXPECT_TRUE(convex_decomposition(flat).empty());
  TriangleMesh needle = sample::moved(sample::torus(0.05, 0.01, 24, 8), [](const Vec3& p) {
    return Vec3{p.x, 1e-7 * p.y, 1e-3 * p.z};
  });
  EXPECT_LE(convex_decomposition(needle).size(), 64u);
  EXPECT_EQ(convex_decomposition(sample::torus(0.05, 0.01, 24, 8), {.most_pieces = 1}).size(), 1u);
}

}  // namespace
}  // namespace peal

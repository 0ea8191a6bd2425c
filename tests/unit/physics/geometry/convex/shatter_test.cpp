// Sheets in pieces: as many as asked for, closed, convex, apart, together the sheet.
#include "physics/geometry/convex/shatter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "physics/geometry/convex/convex_hull.h"
#include "physics/geometry/mass_properties.h"
#include "physics/geometry/surface_checks.h"

namespace peal {
namespace {

constexpr double kThickness = 0.004;  // [m]

/// Corners of the upper face: the first half of a prism's vertices.
std::vector<Vec3> upper(const TriangleMesh& piece) {
  return {piece.vertices.begin(), piece.vertices.begin() + piece.vertices.size() / 2};
}

/// Some side of one of the two convex polygons has all of the other beyond it.
bool apart(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  for (const auto* polygon : {&a, &b})
    for (std::size_t i = 0; i < polygon->size(); ++i) {
      const Vec3 from = (*polygon)[i], edge = (*polygon)[(i + 1) % polygon->size()] - from;
      const Vec3 outward = cross(edge, {0, 1, 0});
      bool beyond = true;
      for (const Vec3& x : polygon == &a ? b : a) beyond = beyond && dot(x - from, outward) > 0;
      if (beyond) return true;
    }
  return false;
}

/// [m] between two polygons that are apart: some corner of one is nearest to a side of the other.
double distance(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double least = 1e9;
  for (const auto* polygon : {&a, &b})
    for (std::size_t i = 0; i < polygon->size(); ++i) {
      const Vec3 from = (*polygon)[i], edge = (*polygon)[(i + 1) % polygon->size()] - from;
      for (const Vec3& x : polygon == &a ? b : a) {
        const double along = std::clamp(dot(x - from, edge) / norm_squared(edge), 0.0, 1.0);
        least = std::min(least, norm(x - from - along * edge));
      }
    }
  return least;
}

double total_volume(const std::vector<TriangleMesh>& pieces) {
  double sum = 0;
  for (const TriangleMesh& piece : pieces) sum += mass_properties(piece, 1).volume;
  return sum;
}

ShatterPattern pattern_of(int pieces, double gap = 0.0002) {
  return {.pieces = pieces, .blow = {0.03, 0, -0.05}, .gap = gap, .seed = 1};
}

const SheetOutline kPane = rectangle_outline(0.4, 0.6);

std::string complaint(const SheetOutline& outline, double thickness,
                      const ShatterPattern& pattern) {
  try {
    shatter_sheet(outline, thickness, pattern);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST(Shatter, GivesExactlyAsManyPiecesAsAskedFor) {
  for (const int pieces : {2, 3, 4, 5, 7, 11, 12, 20, 71, 300})
    EXPECT_EQ(shatter_sheet(kPane, kThickness, pattern_of(pieces)).size(), pieces);
}

TEST(Shatter, PiecesAreClosedConvexAndTurnedOutwards) {
  for (const TriangleMesh& piece : shatter_sheet(kPane, kThickness, pattern_of(71))) {
    const SurfaceFacts facts = examine(piece);
    EXPECT_NO_THROW(require_solid(facts));
    EXPECT_EQ(facts.solids, 1u);
    EXPECT_EQ(facts.genus, 0);
    const double volume = mass_properties(piece, 1).volume;  // stops when inside out
    const double hull = mass_properties(convex_hull(piece.vertices), 1).volume;
    EXPECT_NEAR(hull / volume, 1, 1e-4);  // corners lie on a grid of 0.1 um
  }
}

TEST(Shatter, NoTwoPiecesAreNearerThanTheGap) {
  const double gap = 0.0005;
  const auto pieces = shatter_sheet(kPane, kThickness, pattern_of(71, gap));
  double least = 1;
  for (std::size_t i = 0; i < pieces.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      ASSERT_TRUE(apart(upper(pieces[i]), upper(pieces[j]))) << i << " " << j;
      least = std::min(least, distance(upper(pieces[i]), upper(pieces[j])));
    }
  EXPECT_NEAR(least, gap, 3e-7);  // corners lie on a grid of 0.1 um
}

TEST(Shatter, VolumesAddUpToTheSheet) {
  const double whole = 0.4 * 0.6 * kThickness;
  const double fine = total_volume(shatter_sheet(kPane, kThickness, pattern_of(71, 1e-6)));
  EXPECT_NEAR(fine / whole, 1, 1e-4);
  // What is missing is the cracks: proportional to their width.
  const double one = whole - total_volume(shatter_sheet(kPane, kThickness, pattern_of(71, 2e-4)));
  const double two = whole - total_volume(shatter_sheet(kPane, kThickness, pattern_of(71, 4e-4)));
  EXPECT_NEAR(two / one, 2, 0.02);
  EXPECT_LT(one / whole, 0.01);
}

TEST(Shatter, PiecesStayInsideTheOutline) {
  const double radius = 0.1;
  for (const TriangleMesh& piece :
       shatter_sheet(disc_outline(radius, 64), kThickness, pattern_of(11)))
    for (const Vec3& x : piece.vertices) {
      EXPECT_LE(std::hypot(x.x, x.z), radius + 1e-7);
      EXPECT_NEAR(std::abs(x.y), kThickness / 2, 1e-12);
    }
}

TEST(Shatter, PiecesGrowAwayFromTheBlow) {
  const ShatterPattern pattern = pattern_of(71);
  const auto pieces = shatter_sheet(kPane, kThickness, pattern);
  double near = 0, far = 0;
  int near_count = 0, far_count = 0;
  for (const TriangleMesh& piece : pieces) {
    const MassProperties solid = mass_properties(piece, 1);
    const double r = std::hypot(solid.centre.x - pattern.blow.x, solid.centre.z - pattern.blow.z);
    if (r < 0.08) near += solid.volume, ++near_count;
    if (r > 0.16) far += solid.volume, ++far_count;
  }
  ASSERT_GT(near_count, 10);
  ASSERT_GT(far_count, 10);
  EXPECT_GT(far / far_count, 4 * near / near_count);
}

TEST(Shatter, TheSeedDecidesAndNothingElse) {
  ShatterPattern pattern = pattern_of(20);
  const auto first = shatter_sheet(kPane, kThickness, pattern);
  const auto again = shatter_sheet(kPane, kThickness, pattern);
  pattern.seed = 2;
  const auto other = shatter_sheet(kPane, kThickness, pattern);
  bool equal = true, different = false;
  for (std::size_t i = 0; i < first.size(); ++i) {
    equal = equal && first[i].vertices == again[i].vertices;
    different = different || first[i].vertices != other[i].vertices;
  }
  EXPECT_TRUE(equal);
  EXPECT_TRUE(different);
}

TEST(Shatter, TheMotionIsThatOfASheetThatBulgesAndSpreads) {
  const Vec3 blow{0.03, 0, -0.05}, x{0.1, 0, 0.02};
  const ShatterMotion motion{0.5, 2.5};
  const PieceMotion here = piece_motion(kPane, blow, motion, x);
  const double reach = std::hypot(0.23, 0.35);  // farthest corner (-0.2, 0.3)
  EXPECT_NEAR(here.velocity.x, 0.5 * 0.07 / reach, 1e-12);
  EXPECT_NEAR(here.velocity.z, 0.5 * 0.07 / reach, 1e-12);
  EXPECT_NEAR(here.velocity.y, 2.5 * std::exp(-4 * 2 * 0.07 * 0.07 / (reach * reach)), 1e-12);
  // A point of the rigid piece beside its centre moves up as the bulge there does, to first order.
  for (const Vec3& d : {Vec3{1e-6, 0, 0}, Vec3{0, 0, 1e-6}}) {
    const double bulge = piece_motion(kPane, blow, motion, x + d).velocity.y;
    EXPECT_NEAR((here.velocity + cross(here.spin, d)).y - bulge, 0, 1e-9);
  }
  EXPECT_NEAR(piece_motion(kPane, blow, motion, blow).velocity.y, 2.5, 1e-12);
}

TEST(Shatter, RefusesWhatCannotBreak) {
  EXPECT_NE(complaint(kPane, 0, pattern_of(5)).find("thickness"), std::string::npos);
  EXPECT_NE(complaint(kPane, NAN, pattern_of(5)).find("thickness"), std::string::npos);
  EXPECT_NE(complaint(kPane, kThickness, pattern_of(1)).find("2 to 2000"), std::string::npos);
  EXPECT_NE(complaint(kPane, kThickness, pattern_of(1000000)).find("2 to 2000"), std::string::npos);
  EXPECT_NE(complaint(kPane, kThickness, pattern_of(71, 0.05)).find("smaller gap"),
            std::string::npos);
  EXPECT_NE(complaint(kPane, kThickness, pattern_of(5, NAN)).find("gap"), std::string::npos);
  ShatterPattern outside = pattern_of(5);
  outside.blow = {0.3, 0, 0};
  EXPECT_NE(complaint(kPane, kThickness, outside).find("inside"), std::string::npos);
  EXPECT_NE(complaint({{0, 0, 0}, {1, 0, 0}}, kThickness, pattern_of(5)).find("outline"),
            std::string::npos);
}

}  // namespace peal

// Where convex pieces touch: distances with a proof, normals and places by hand.
#include "motion/rigid/contact_points.h"

#include <gtest/gtest.h>

#include "base/constants.h"
#include "base/rng.h"

namespace peal {
namespace {

ConvexPiece touching_box(const Vec3& size) {
  return pieces_of(CollisionShape(BarShape{size, 0})).front();
}

std::vector<ContactFeature> points(const ConvexPiece& a, const ConvexPiece& b, const Pose& pose_b,
                                   double reach = 1e-5) {
  std::vector<ContactFeature> features;
  Vec3 apart;
  add_contact_points(a, b, seen_from({}, pose_b), reach, apart, features);
  return features;
}

double gap_of(const ContactFeature& f, const Pose& b) {
  const CollisionShape none = SphereShape{1};
  return contact_geometry(f, none, {}, none, b, 0).gap;
}

Vec3 random_vector(KeyedRng& random) { return {random.normal(), random.normal(), random.normal()}; }

}  // namespace

// The distance of two convex bodies is the largest gap along any direction: when the gap along the
// normal equals the distance of the two points, no other answer is possible.
TEST(CoreDistance, OfRandomPiecesIsProvenByItsNormal) {
  int apart = 0;
  for (int trial = 0; trial < 400; ++trial) {
    KeyedRng random(3, 4, static_cast<std::uint64_t>(trial));
    const auto piece = [&]() -> ConvexPiece {
      if (trial % 3 == 0)
        return ConvexPiece::cylinder({normalized(random_vector(random)), random.uniform(0.01, 0.1),
                                      random.uniform(0.002, 0.1)});
      std::vector<Vec3> corners;
      const int count = 4 + static_cast<int>(20 * random.uniform());
      for (int i = 0; i < count; ++i) corners.push_back(0.05 * random_vector(random));
      return ConvexPiece::points(corners);
    };
    const ConvexPiece a = piece(), b = piece();
    const Pose pose{random.uniform(0.05, 0.5) * normalized(random_vector(random)),
                    Quat::from_axis_angle(random_vector(random), random.uniform(0, 3))};
    const CoreDistance d = core_distance(a, b, pose);
    if (!d.apart) continue;
    ++apart;
    ASSERT_NEAR(norm(d.normal), 1, 1e-12);
    ASSERT_NEAR(norm(d.point_a - d.point_b), d.distance, 1e-12);
    const double low_a = dot(a.core_support(-d.normal), d.normal);
    const Vec3 top_b = to_world(pose, b.core_support(rotate_back(pose.rotation, d.normal)));
    ASSERT_NEAR(low_a - dot(top_b, d.normal), d.distance, 1e-6 * d.distance + 1e-12) << trial;
  }
  EXPECT_GT(apart, 250);
}

TEST(CoreDistance, OverlapIsRecognised) {
  EXPECT_FALSE(
      core_distance(touching_box({1, 1, 1}), touching_box({1, 1, 1}), {{0.3, 0.2, 0.1}, {}}).apart);
  EXPECT_TRUE(
      core_distance(touching_box({1, 1, 1}), touching_box({1, 1, 1}), {{1.001, 0, 0}, {}}).apart);
}

TEST(ContactPoints, BoxOnBoxStandsOnTheCornersOfTheSharedArea) {
  const Pose above{{0.01, 0.02 - 1e-6, 0.005}, {}};
  const auto found =
      points(touching_box({0.1, 0.02, 0.1}), touching_box({0.06, 0.02, 0.04}), above);
  ASSERT_EQ(found.size(), 4u);
  for (const ContactFeature& f : found) {
    EXPECT_NEAR(gap_of(f, above), -1e-6, 1e-12);
    EXPECT_NEAR(f.local_a.y, 0.01, 1e-12);
    EXPECT_NEAR(std::abs(f.local_a.x - 0.01), 0.03, 1e-9);
    EXPECT_NEAR(std::abs(f.local_a.z - 0.005), 0.02, 1e-9);
  }
}

TEST(ContactPoints, CornersHangingOverTheEdgeAreCutOff) {
  const Pose above{{0.05, 0.02, 0}, {}};  // half of it hangs over
  const auto found =
      points(touching_box({0.1, 0.02, 0.1}), touching_box({0.06, 0.02, 0.04}), above);
  ASSERT_EQ(found.size(), 4u);
  for (const ContactFeature& f : found) EXPECT_LT(f.local_a.x, 0.05 + 1e-9);
}

TEST(ContactPoints, ACoinLiesOnItsRim) {
  const ConvexPiece coin = ConvexPiece::cylinder({{0, 1, 0}, 0.012, 0.002});
  const Pose above{{0, 0.011, 0}, {}};
  const auto found = points(touching_box({0.1, 0.02, 0.1}), coin, above);
  ASSERT_GE(found.size(), 4u);
  for (const ContactFeature& f : found) {
    EXPECT_NEAR(std::hypot(f.local_b.x, f.local_b.z), 0.012, 1e-9);
    EXPECT_NEAR(gap_of(f, above), 0, 1e-12);
  }
}

TEST(ContactPoints, ATiltedCoinStandsOnOneExactPoint) {
  const double r = 0.012, h = 0.002, tilt = 0.4;
  const ConvexPiece coin = ConvexPiece::cylinder({{0, 1, 0}, r, h});
  const double height = r * std::sin(tilt) + h / 2 * std::cos(tilt);
  const Pose above{{0, 0.01 + height - 2e-6, 0}, Quat::from_axis_angle({0, 0, 1}, tilt)};
  const auto found = points(touching_box({0.1, 0.02, 0.1}), coin, above);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(gap_of(found[0], above), -2e-6, 1e-11);
  // The rim rolls: turned about its own axis the gap stays the same.
  const Pose turned{above.position, above.rotation * Quat::from_axis_angle({0, 1, 0}, 1)};
  EXPECT_NEAR(gap_of(found[0], turned), -2e-6, 1e-11);
}

TEST(ContactPoints, NearACornerTheGapIsTheTrueOne) {
  // Side by side, almost corner to corner: apart along x alone, while they overlap in y and z.
  const Pose beside{{0.1 + 5e-5, 0.0998, 0.0998}, {}};
  EXPECT_TRUE(points(touching_box({0.1, 0.1, 0.1}), touching_box({0.1, 0.1, 0.1}), beside).empty());
  const auto found =
      points(touching_box({0.1, 0.1, 0.1}), touching_box({0.1, 0.1, 0.1}), beside, 1e-4);
  ASSERT_FALSE(found.empty());
  for (const ContactFeature& f : found) EXPECT_NEAR(gap_of(f, beside), 5e-5, 1e-9);
}

TEST(ContactPoints, CrossedEdgesTouchOnce) {
  const Quat edge = Quat::from_axis_angle({1, 0, 0}, kPi / 4);
  const Quat other = Quat::from_axis_angle({0, 1, 0}, kPi / 2) * edge;
  const ConvexPiece a = touching_box({0.2, 0.02, 0.02});
  const double half = 0.01 * std::sqrt(2.0);
  // Seen from a, which stands on its edge: b above it, turned by a right angle.
  const Pose pose_a{{}, edge}, pose_b{{0.03, 2 * half - 1e-6, 0.02}, other};
  std::vector<ContactFeature> features;
  Vec3 apart;
  add_contact_points(a, a, seen_from(pose_a, pose_b), 1e-5, apart, features);
  ASSERT_EQ(features.size(), 1u);
  const CollisionShape none = SphereShape{1};
  const ContactGeometry t = contact_geometry(features[0], none, pose_a, none, pose_b, 0);
  EXPECT_NEAR(t.gap, -1e-6, 1e-11);
  EXPECT_NEAR(t.point_a.x, 0.03, 1e-6);
  EXPECT_NEAR(t.point_a.z, 0.0, 1e-6);
  EXPECT_NEAR(std::abs(t.normal.y), 1, 1e-9);
}

TEST(ContactPoints, ABallOnAHullTouchesBelowItsCentre) {
  const ConvexPiece ball = ConvexPiece::ball({}, 0.01);
  const Pose above{{0.004, 0.02 + 3e-6, -0.003}, Quat::from_axis_angle({1, 1, 0}, 0.7)};
  const auto found = points(touching_box({0.1, 0.02, 0.1}), ball, above);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(gap_of(found[0], above), 3e-6, 1e-12);
  EXPECT_NEAR(found[0].local_a.x, 0.004, 1e-12);
}

TEST(ConvexPiece, MarginOfAThinHullIsPartOfItsThickness) {
  const ConvexPiece sheet = touching_box({0.1, 0.0004, 0.1});
  EXPECT_NEAR(sheet.margin(), 1e-4, 1e-9);
  EXPECT_NEAR(sheet.core_support({0, 1, 0}).y, 1e-4, 1e-9);
  EXPECT_NEAR(touching_box({0.1, 0.1, 0.1}).margin(), 5e-4, 1e-12);
}

}  // namespace peal

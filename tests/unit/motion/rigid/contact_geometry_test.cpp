#include "motion/rigid/contact_geometry.h"

#include <gtest/gtest.h>

#include "base/constants.h"
#include "motion/motion.h"
#include "motion/rigid/narrow_phase.h"
#include "validation/motion/rigid/rigid_bodies.h"

namespace peal {
namespace {

using Kind = ContactFeature::Kind;

std::vector<ContactFeature> found(const RigidSetup& setup) {
  std::vector<Pose> poses;
  for (const auto& body : setup.bodies) poses.push_back(body.pose);
  std::vector<ContactFeature> features;
  NarrowPhase(setup).find(poses, features);
  return features;
}

ContactGeometry at_start(const RigidSetup& setup, const ContactFeature& f) {
  const RigidBodySetup &a = setup.bodies[f.a], &b = setup.bodies[f.b == kFloor ? f.a : f.b];
  return contact_geometry(f, a.shape, a.pose, b.shape, b.pose, setup.floor_height);
}

RigidSetup pair_of(const RigidBodySetup& a, const RigidBodySetup& b) {
  RigidSetup setup;
  setup.floor = false;
  setup.bodies = {a, b};
  return setup;
}

}  // namespace

TEST(ContactGeometry, SphereAgainstFaceEdgeCornerAndInsideOfABar) {
  const BarShape box{{0.2, 0.1, 0.06}, 0};
  const ContactFeature f{Kind::sphere_bar, 0, 1, 0, {}, {}, {}, false};
  const auto gap = [&](const Vec3& centre) {
    return contact_geometry(f, SphereShape{0.01}, {centre, {}}, box, {}, 0);
  };
  EXPECT_NEAR(gap({0.03, 0.07, 0}).gap, 0.01, 1e-15);
  EXPECT_EQ(gap({0.03, 0.07, 0}).normal, (Vec3{0, 1, 0}));
  EXPECT_NEAR(gap({0.13, 0.09, 0}).gap, 0.04, 1e-15);
  EXPECT_NEAR(gap({0.11, 0.06, 0.04}).gap, 0.01 * std::sqrt(3) - 0.01, 1e-15);
  EXPECT_NEAR(gap({0, 0, 0.025}).gap, -0.015, 1e-15);
  EXPECT_EQ(gap({0, 0, -0.025}).normal, (Vec3{0, 0, -1}));
}

TEST(ContactGeometry, OrderOfThePairTurnsTheNormal) {
  const BarShape box{{0.2, 0.1, 0.06}, 0};
  const Pose at{{0, 0.058, 0}, {}};
  const ContactGeometry ab = contact_geometry({Kind::sphere_bar, 0, 1, 0, {}, {}, {}, false},
                                              SphereShape{0.01}, at, box, {}, 0);
  const ContactGeometry ba = contact_geometry({Kind::bar_sphere, 0, 1, 0, {}, {}, {}, false}, box,
                                              {}, SphereShape{0.01}, at, 0);
  EXPECT_EQ(ab.normal, -ba.normal);
  EXPECT_EQ(ab.gap, ba.gap);
  EXPECT_EQ(ab.point_a, ba.point_b);
  EXPECT_NEAR(norm(ab.point_a - Vec3{0, 0.048, 0}), 0, 1e-15);
}

TEST(NarrowPhase, CrossedBarsTouchWithTheirEdges) {
  const double s = 0.02, depth = 1e-4;
  const auto setup = pair_of(bar({0.3, s, s}, 1, {}, Quat::from_axis_angle({1, 0, 0}, kPi / 4)),
                             bar({s, s, 0.3}, 1, {0.02, std::sqrt(2) * s - depth, 0.03},
                                 Quat::from_axis_angle({0, 0, 1}, kPi / 4)));
  const auto features = found(setup);
  ASSERT_EQ(features.size(), 1u);
  const ContactGeometry t = at_start(setup, features[0]);
  EXPECT_NEAR(t.gap, -depth, 1e-9);
  EXPECT_NEAR(norm(t.normal - Vec3{0, -1, 0}), 0, 1e-9) << "from b, above, to a";
  EXPECT_NEAR(t.point_a.y, s / std::sqrt(2), 1e-4);
  EXPECT_NEAR(t.point_a.x, 0.02, 1e-4);
  EXPECT_NEAR(t.point_a.z, 0, 1e-4);
}

TEST(NarrowPhase, StackedBarsTouchAtFourCornersWithTheTrueGap) {
  for (const double gap : {-1e-5, 0.0, 5e-6}) {
    const auto setup = pair_of(bar({0.2, 0.01, 0.02}, 1, {}),
                               bar({0.1, 0.02, 0.01}, 1, {0.02, 0.015 + gap, 0.001}));
    const auto features = found(setup);
    ASSERT_EQ(features.size(), 4u) << gap;
    for (const ContactFeature& f : features) {
      const ContactGeometry t = at_start(setup, f);
      EXPECT_NEAR(t.gap, gap, 1e-12);
      EXPECT_NEAR(t.normal.y, -1, 1e-12);
      EXPECT_NEAR(std::abs(t.point_b.x - 0.02), 0.05, 1e-9);
    }
  }
}

TEST(NarrowPhase, DistantBodiesDoNotTouch) {
  EXPECT_TRUE(found(pair_of(ball(0.01, 1, {}), ball(0.01, 1, {0.0201, 0, 0}))).empty());
  EXPECT_EQ(found(pair_of(ball(0.01, 1, {}), ball(0.01, 1, {0.0199, 0, 0}))).size(), 1u);
  EXPECT_TRUE(
      found(pair_of(bar({0.1, 0.1, 0.1}, 1, {}), bar({0.1, 0.1, 0.1}, 1, {0.1001, 0, 0}))).empty());
}

}  // namespace peal

#include "models/bodies/body_geometry.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/constants.h"
#include "models/bodies/contact_radius.h"

namespace peal {
namespace {

TEST(BodyFrame, TurnsACrookedInertiaIntoItsPrincipalAxes) {
  // A box of 0.2 x 0.1 x 0.05 m turned by 30 degrees about z and shifted.
  const Quat turn = Quat::from_axis_angle({0, 0, 1}, kPi / 6);
  const Mat3 r = rotation_matrix(turn);
  const Vec3 own{0.0125, 0.0425, 0.05};
  MassProperties solid;
  solid.volume = solid.mass = 1;
  solid.centre = {1, 2, 3};
  solid.inertia = r * Mat3::diagonal(own) * transpose(r);
  const BodyFrame frame = principal_frame(solid);
  EXPECT_EQ(frame.centre, (Vec3{1, 2, 3}));
  std::vector<double> found{solid.inertia(0, 0), solid.inertia(1, 1), solid.inertia(2, 2)};
  std::sort(found.begin(), found.end());
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(found[i], own[i], 1e-14);
  // Back in its own axes it is what it was.
  const Mat3 axes = rotation_matrix(frame.axes);
  const Mat3 back = axes * solid.inertia * transpose(axes);
  const Mat3 was = r * Mat3::diagonal(own) * transpose(r);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) EXPECT_NEAR(back(i, j), was(i, j), 1e-14);
  const Vec3 p{0.3, -0.2, 0.7};
  EXPECT_LT(norm(frame.to_own(frame.to_body(p)) - p), 1e-14);
}

TEST(BodyGeometry, OfAMugKnowsItsCentreAndItsHandle) {
  const MugShape mug;
  const auto body = body_geometry(mug);
  EXPECT_GT(body->frame.centre.x, 0);  // the handle is at +x
  EXPECT_NEAR(body->frame.centre.z, 0, 1e-6);
  EXPECT_GT(body->frame.centre.y, 0.3 * mug.height);
  EXPECT_LT(body->frame.centre.y, 0.6 * mug.height);
  EXPECT_NEAR(body->low.y, 0, 1e-9);
  EXPECT_NEAR(body->high.y, mug.height, 1e-9);
  EXPECT_NEAR(body->high.x, mug.radius + mug.handle_reach, 1e-3);
  EXPECT_GT(body->hull.size(), 20u);
  // Equal shapes are computed once.
  EXPECT_EQ(body_geometry(mug), body);
}

TEST(ContactRadius, IsThatOfTheSurface) {
  const EllipsoidShape ball{{0.05, 0.05, 0.05}};
  const auto body = body_geometry(ball);
  EXPECT_NEAR(contact_radius(ball, *body, {0.05, 0, 0}), 0.05, 0.004);
  const CoinShape coin;
  const auto flat = body_geometry(coin);
  EXPECT_LE(contact_radius(coin, *flat, {coin.radius, coin.thickness / 2, 0}), 5e-4);
  EXPECT_GT(contact_radius(coin, *flat, {0, coin.field_thickness / 2, 0}), coin.radius / 2);
}

// What a scene says of a box's edges is what its contacts feel.
TEST(ContactRadius, OfABoxIsItsEdgeRadiusAtEdgesOnly) {
  const BoxShape box{{0.1, 0.04, 0.05}, 0.003};
  const auto body = body_geometry(box);
  EXPECT_EQ(contact_radius(box, *body, {0.05, 0.02, 0}), 0.003);
  EXPECT_EQ(contact_radius(box, *body, {-0.05, -0.02, 0.025}), 0.003);
  EXPECT_NEAR(contact_radius(box, *body, {0.01, 0.02, 0.005}), norm(box.size) / 2, 1e-12);
}

}  // namespace
}  // namespace peal

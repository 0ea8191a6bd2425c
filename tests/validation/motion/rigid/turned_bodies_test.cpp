// What was turned on a lathe, and ellipsoids, touch and roll on their true curvature.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>

#include "base/constants.h"
#include "models/bodies/body_geometry.h"
#include "models/bodies/convex_parts.h"
#include "motion/rigid/body_pieces.h"
#include "motion/rigid/narrow_phase.h"
#include "motion/rigid/scene_motion.h"
#include "rigid_bodies.h"

namespace peal {
namespace {

RigidBodySetup body_of(const Shape& shape) {
  Scene scene;
  scene.materials = {{"steel", Material{}}};
  ObjectSpec object;
  object.name = "body";
  object.shape = shape;
  object.geometry = body_geometry(shape);
  object.material = "steel";
  scene.objects.push_back(object);
  return rigid_setup(scene).bodies[0];
}

/// How far the body reaches along a direction.
double extent(const BodyPieces& body, const Vec3& direction) {
  double out = -1;
  for (const ConvexPiece& piece : body.pieces) out = std::max(out, piece.extent(direction));
  return out;
}

struct Roller {
  RigidBodySetup body;
  double height = 0, speed = 0.8;  // [m] of the centre, [m/s]
};

/// On its edge, rolling along x.
Roller roller(const Shape& shape, double radius) {
  Roller out{body_of(shape), radius};
  const Vec3 axis = rotate_back(body_geometry(shape)->frame.axes, {0, 1, 0});
  // The axis of the lathe along z.
  const Vec3 turn = cross(axis, Vec3{0, 0, 1});
  out.body.pose.rotation = norm(turn) < 1e-9
                               ? Quat{}
                               : Quat::from_axis_angle(turn, std::asin(std::min(1.0, norm(turn))));
  out.body.velocity = {out.speed, 0, 0};
  out.body.spin = {0, 0, -out.speed / radius};
  return out;
}

RigidSetup rolling(const Roller& roller, bool on_table) {
  RigidSetup setup;
  setup.rolling_resistance = setup.edge_resistance = 0;
  setup.bodies.push_back(roller.body);
  setup.bodies[0].pose.position = {0, roller.height, 0};
  if (on_table) {
    setup.bodies.push_back(bar({4, 0.1, 1}, 1, {0, -0.05, 0}));
    setup.bodies.back().fixed = true;
    setup.floor = false;
  }
  return setup;
}

}  // namespace

TEST(TurnedBodies, ReachAsFarAtEveryTurnAboutTheirAxis) {
  const std::vector<Shape> shapes{BowlShape{}, CupShape{},    TubeShape{},      RingShape{},
                                  BellShape{}, FunnelShape{}, WineglassShape{}, CoinShape{}};
  for (const Shape& shape : shapes) {
    const RigidBodySetup body = body_of(shape);
    const auto pieces = cut(body.shape);
    const Quat axes = body_geometry(shape)->frame.axes;
    for (const double tilt : {0.2, 0.9, 1.5, 2.2, 2.9}) {
      double least = 1, most = 0;
      for (int k = 0; k < 97; ++k) {
        const double turn = 2 * kPi * k / 97;
        const Vec3 own{std::sin(tilt) * std::cos(turn), std::cos(tilt),
                       std::sin(tilt) * std::sin(turn)};
        const double e = extent(*pieces, rotate_back(axes, own));
        least = std::min(least, e), most = std::max(most, e);
      }
      EXPECT_LT(most - least, 1e-9) << "shape " << shape.index() << ", tilt " << tilt;
    }
  }
}

// The same ring of facets, as bodies were before, shakes at the rate of its facets.
TEST(TurnedBodies, RollStraightWithoutClicks) {
  const RingShape ring{0.03, 0.002};
  const TubeShape tube{0.02, 0.002, 0.05};
  const CoinShape coin{};
  const std::vector<std::pair<Shape, double>> cases{
      {ring, ring.radius + ring.wire_radius}, {tube, tube.radius}, {coin, coin.radius}};
  for (const auto& [shape, radius] : cases)
    for (const bool on_table : {false, true}) {
      const Roller wheel = roller(shape, radius);
      RigidMotion motion(rolling(wheel, on_table));
      const MotionBlock& block = motion.step(1);
      EXPECT_TRUE(block.impacts.empty()) << shape.index() << " " << on_table;
      double low = 1, high = 0;
      for (const PoseKnot& knot : motion.tracks()[0].knots()) {
        low = std::min(low, knot.pose.position.y), high = std::max(high, knot.pose.position.y);
      }
      EXPECT_LT(high - low, 1e-6) << shape.index() << " " << on_table;
      EXPECT_NEAR(high, radius, 2e-6) << shape.index() << " " << on_table;
      EXPECT_NEAR(motion.tracks()[0].knots().back().pose.position.x, wheel.speed,
                  1e-3 * wheel.speed);
    }
}

TEST(TurnedBodies, FacetsAreNoLongerHeard) {
  const RingShape ring{0.03, 0.002};
  const Shape shape = ring;
  Roller wheel = roller(shape, ring.radius + ring.wire_radius);
  const auto line = [&](const Roller& r) {  // [m] of the vertical speed, at the rate of 48 facets
    RigidMotion motion(rolling(r, false));
    motion.step(1);
    const double rate = 48 * r.speed / (ring.radius + ring.wire_radius);  // [rad/s]
    std::complex<double> sum;
    for (int n = 0; n < 10000; ++n) {
      const double t = 1e-4 * n;
      sum += 1e-4 * motion.tracks()[0].velocity_at(t).y * std::polar(1.0, rate * t);
    }
    return std::abs(sum);
  };
  const double smooth = line(wheel);
  PartsShape facets;
  for (auto& corners : convex_parts(shape, *body_geometry(shape)))
    facets.parts.push_back({std::move(corners)});
  wheel.body.shape = facets;
  wheel.body.restitution = 0;
  wheel.height += 2e-4;  // corners stand out
  const double before = line(wheel);
  fmt::print("ring: line at the rate of its facets {:.2g} m, before {:.2g} m\n", smooth, before);
  EXPECT_GT(before, 1e-5);
  EXPECT_LT(smooth, 0.01 * before);  // 40 dB
}

// Closed form: with A = diag(radii), the place with the normal n is A^2 n / |A n|.
TEST(Ellipsoid, TouchesPlaneBoxAndBallWhereItsSurfaceIs) {
  const EllipsoidShape shape{{0.03, 0.02, 0.04}};
  for (const double angle : {0.0, 0.3, 0.8, 1.3, 2.0}) {
    RigidBodySetup egg = body_of(shape);
    const Vec3 radii = std::get<EllipsoidShape>(*egg.shape).radii;
    egg.pose.rotation = Quat::from_axis_angle({0.3, 0.7, -0.5}, angle);
    const Vec3 down = rotate_back(egg.pose.rotation, {0, -1, 0});
    const Vec3 scaled{radii.x * down.x, radii.y * down.y, radii.z * down.z};
    const Vec3 place =
        Vec3{radii.x * scaled.x, radii.y * scaled.y, radii.z * scaled.z} / norm(scaled);
    const double gap = 5e-6;
    egg.pose.position = {0, norm(scaled) + gap, 0};
    enum { floor, box, ball_below };
    for (const int other : {floor, box, ball_below}) {
      RigidSetup setup;
      setup.floor = other == floor;
      setup.bodies.push_back(egg);
      const Vec3 touch = to_world(egg.pose, place);
      if (other == box) setup.bodies.push_back(bar({0.3, 0.1, 0.3}, 1, {0, -0.05, 0}));
      if (other == ball_below)
        setup.bodies.push_back(ball(0.025, 1, touch + Vec3{0, -gap - 0.025, 0}));
      NarrowPhase finder(setup);
      std::vector<Pose> poses;
      for (const RigidBodySetup& body : setup.bodies) poses.push_back(body.pose);
      std::vector<ContactFeature> features;
      finder.find(poses, features);
      ASSERT_EQ(features.size(), 1u) << other << " " << angle;
      const ContactGeometry found = contact_geometry(features[0], setup.bodies[0].shape, poses[0],
                                                     setup.bodies.back().shape, poses.back(), 0);
      EXPECT_NEAR(found.gap, gap, 1e-9) << other << " " << angle;
      EXPECT_LT(norm(found.point_a - touch), 1e-6) << other << " " << angle;
      EXPECT_LT(norm(found.normal - Vec3{0, 1, 0}), 1e-6) << other << " " << angle;
    }
  }
}

}  // namespace peal

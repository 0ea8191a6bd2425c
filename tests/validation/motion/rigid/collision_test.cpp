// Two bodies against each other: momentum, energy, direction and instant as theory says.
#include <gtest/gtest.h>

#include "validation/motion/rigid/rigid_bodies.h"

namespace peal {
namespace {

RigidSetup weightless(double restitution, double friction, double step = 1e-3) {
  RigidSetup setup;
  setup.floor = false;
  setup.gravity = {};
  setup.step = step;
  setup.bodies = {ball(0.02, 0.1, {-0.1, 0, 0}, {3, 0, 0}),
                  ball(0.03, 0.25, {0.1, 0, 0}, {-1, 0, 0})};
  for (auto& b : setup.bodies) b.restitution = restitution, b.friction = friction;
  return setup;
}

}  // namespace

TEST(Collision, HeadOnSpheresExchangeMomentumAndLoseEnergyAsRestitutionSays) {
  for (const double step : {0.25e-3, 1e-3, 2.5e-3})
    for (const double e : {0.0, 0.3, 0.9, 1.0}) {
      RigidMotion motion(weightless(e, 0.3, step));
      const auto impacts = impacts_until(motion, 0.08);
      ASSERT_EQ(impacts.size(), 1u);
      const double m = 0.1 * 0.25 / 0.35;
      EXPECT_NEAR(impacts[0].time, 0.15 / 4, 1e-12);
      EXPECT_NEAR(impacts[0].closing_speed, 4, 1e-12);
      EXPECT_NEAR(norm(impacts[0].impulse - Vec3{-(1 + e) * m * 4, 0, 0}), 0, 1e-12);
      EXPECT_NEAR(norm(impacts[0].point_a - Vec3{0.02, 0, 0}), 0, 1e-12);
      EXPECT_NEAR(norm(impacts[0].point_b - Vec3{-0.03, 0, 0}), 0, 1e-12);
      const Vec3 va = motion.tracks()[0].velocity_at(0.07),
                 vb = motion.tracks()[1].velocity_at(0.07);
      EXPECT_NEAR(0.1 * va.x + 0.25 * vb.x, 0.1 * 3 - 0.25, 1e-12);
      EXPECT_NEAR(vb.x - va.x, 4 * e, 1e-11);
      const double lost = 0.5 * (0.1 * 9 + 0.25) - 0.5 * (0.1 * va.x * va.x + 0.25 * vb.x * vb.x);
      EXPECT_NEAR(lost, 0.5 * m * 16 * (1 - e * e), 1e-11);
    }
}

// Offset s across: the line of centres at touch makes the angle asin(s / (ra + rb)) with the
// flight.
TEST(Collision, OffCentreSmoothSpheresScatterAlongTheLineOfCentres) {
  for (const double step : {0.25e-3, 1e-3, 2.5e-3}) {
    RigidSetup setup = weightless(0.8, 0, step);
    const double s = 0.03;
    setup.bodies[0].pose.position.y = s;
    RigidMotion motion(setup);
    const auto impacts = impacts_until(motion, 0.08);
    ASSERT_EQ(impacts.size(), 1u);
    const double along = std::sqrt(0.05 * 0.05 - s * s);
    const Vec3 n{-along / 0.05, s / 0.05, 0};
    EXPECT_NEAR(impacts[0].time, (0.2 - along) / 4, 1e-12);
    EXPECT_NEAR(norm(impacts[0].normal - n), 0, 1e-10);
    EXPECT_NEAR(impacts[0].closing_speed, 4 * along / 0.05, 1e-10);
    const double j = 1.8 * (0.1 * 0.25 / 0.35) * 4 * along / 0.05;
    EXPECT_NEAR(norm(impacts[0].impulse - j * n), 0, 1e-10);
    EXPECT_NEAR(norm(motion.tracks()[0].velocity_at(0.07) - (Vec3{3, 0, 0} + (j / 0.1) * n)), 0,
                1e-9);
  }
}

TEST(Collision, RoughSpheresKeepTotalAngularMomentumAndSlideOrStick) {
  for (const double friction : {0.05, 0.4}) {
    RigidSetup setup = weightless(0.6, friction);
    setup.bodies[0].pose.position = {-0.1, 0.02, 0.01};
    setup.bodies[0].spin = {10, -30, 50};
    RigidMotion motion(setup);
    const auto impacts = impacts_until(motion, 0.08);
    ASSERT_EQ(impacts.size(), 1u);
    const Impact& hit = impacts[0];
    Vec3 momentum[2], angular[2], slip[2];
    double energy[2] = {0, 0};
    for (int b = 0; b < 2; ++b) {
      const Jump jump = jump_at(motion.tracks()[b], hit.time);
      for (int k = 0; k < 2; ++k) {
        const PoseKnot& knot = k ? jump.after : jump.before;
        const RigidBodySetup& body = setup.bodies[b];
        momentum[k] += body.mass * knot.velocity;
        angular[k] += cross(knot.pose.position, body.mass * knot.velocity) +
                      angular_momentum(body, knot.pose.rotation, knot.spin);
        energy[k] += kinetic_energy(body, knot);
        const Vec3 arm = rotate(knot.pose.rotation, b ? hit.point_b : hit.point_a);
        slip[k] += (b ? -1.0 : 1.0) * (knot.velocity + cross(knot.spin, arm));
      }
    }
    for (Vec3& u : slip) u -= dot(u, hit.normal) * hit.normal;
    EXPECT_NEAR(norm(momentum[1] - momentum[0]), 0, 1e-12);
    EXPECT_NEAR(norm(angular[1] - angular[0]), 0, 1e-13);
    EXPECT_LT(energy[1], energy[0]);
    const double normal = dot(hit.impulse, hit.normal);
    const Vec3 tangential = hit.impulse - normal * hit.normal;
    EXPECT_GT(norm(slip[0]), 1);
    if (friction < 0.1) {  // slides throughout: mu times the normal part, against the slip
      EXPECT_NEAR(norm(tangential) / normal, friction, 1e-9);
      EXPECT_NEAR(dot(tangential, slip[1]) / (norm(tangential) * norm(slip[1])), -1, 1e-9);
    } else {  // sticks: 2/7 of the reduced mass times the slip stops it
      EXPECT_NEAR(norm(slip[1]), 0, 1e-9);
      EXPECT_NEAR(norm(tangential + (2.0 / 7.0 * 0.1 * 0.25 / 0.35) * slip[0]), 0, 1e-9);
    }
  }
}

// Crossed bars that meet with their edges: the impulse through the crossing point.
TEST(Collision, CrossedBarsMeetWithTheirEdges) {
  for (const double step : {0.25e-3, 1e-3, 2.5e-3}) {
    RigidSetup setup;
    setup.floor = false;
    setup.gravity = {};
    setup.step = step;
    const double s = 0.02, start = 0.05, quarter = std::acos(-1.0) / 4;
    setup.bodies = {
        bar({0.3, s, s}, 0.4, {}, Quat::from_axis_angle({1, 0, 0}, quarter)),
        bar({s, s, 0.3}, 0.5, {0.08, start, 0.05}, Quat::from_axis_angle({0, 0, 1}, quarter))};
    setup.bodies[1].velocity.y = -2;
    for (auto& b : setup.bodies) b.restitution = 0.6, b.friction = 0;
    RigidMotion motion(setup);
    const auto impacts = impacts_until(motion, 0.03);
    ASSERT_EQ(impacts.size(), 1u);
    const double ia = setup.bodies[0].inertia_diagonal.z, ib = setup.bodies[1].inertia_diagonal.x;
    const double mobility = 1 / 0.4 + 0.08 * 0.08 / ia + 1 / 0.5 + 0.05 * 0.05 / ib;
    EXPECT_NEAR(impacts[0].time, (start - std::sqrt(2) * s) / 2, 1e-9);
    EXPECT_NEAR(impacts[0].closing_speed, 2, 1e-9);
    EXPECT_NEAR(impacts[0].impulse.y / (-1.6 * 2 / mobility), 1, 1e-4);
    EXPECT_NEAR(norm(impacts[0].normal - Vec3{0, -1, 0}), 0, 1e-9);
    const Vec3 where = to_world(setup.bodies[0].pose, impacts[0].point_a);
    EXPECT_NEAR(norm(where - Vec3{0.08, s / std::sqrt(2), 0}), 0, 1e-4);
  }
}

// A ball on a resting ball that touches a third: the third flies off with almost all the speed.
TEST(Collision, NewtonsCradlePassesTheImpulseOn) {
  RigidSetup setup;
  setup.floor = false;
  setup.gravity = {};
  for (int i = 0; i < 4; ++i) setup.bodies.push_back(ball(0.01, 0.05, {0.02 * i, 0, 0}));
  setup.bodies[0].pose.position.x = -0.05;
  setup.bodies[0].velocity.x = 1;
  for (auto& b : setup.bodies) b.restitution = 1;
  RigidMotion motion(setup);
  const auto impacts = impacts_until(motion, 0.1);
  ASSERT_EQ(impacts.size(), 3u);
  EXPECT_NEAR(impacts[0].time, 0.05, 1e-12);
  for (const Impact& hit : impacts) EXPECT_NEAR(norm(hit.impulse), 0.05, 1e-12);
  EXPECT_NEAR(motion.tracks()[3].velocity_at(0.09).x, 1, 1e-12);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(norm(motion.tracks()[i].velocity_at(0.09)), 0, 1e-12);
}

// Ball on the end of a free bar: Hertz' effective mass of that point decides the impulse.
TEST(Collision, BallOnTheEndOfAFreeBar) {
  RigidSetup setup;
  setup.floor = false;
  setup.gravity = {};
  setup.bodies = {ball(0.01, 0.03, {0.08, 0.1, 0}, {0, -2, 0}), bar({0.2, 0.01, 0.02}, 0.3, {})};
  for (auto& b : setup.bodies) b.restitution = 0.7, b.friction = 0;
  RigidMotion motion(setup);
  const auto impacts = impacts_until(motion, 0.06);
  ASSERT_EQ(impacts.size(), 1u);
  const double mobility = 1 / 0.03 + 1 / 0.3 + 0.08 * 0.08 / setup.bodies[1].inertia_diagonal.z;
  EXPECT_NEAR(impacts[0].time, 0.085 / 2, 1e-12);
  EXPECT_NEAR(norm(impacts[0].impulse - Vec3{0, 1.7 * 2 / mobility, 0}), 0, 1e-12);
  EXPECT_NEAR(norm(impacts[0].point_b - Vec3{0.08, 0.005, 0}), 0, 1e-12);
  EXPECT_NEAR(impacts[0].point_a.y, -0.01, 1e-12);
}

}  // namespace peal

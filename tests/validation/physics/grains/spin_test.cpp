// Grains that rub and spin: what mechanics knows of balls with Coulomb friction.
#include <gtest/gtest.h>

#include <cmath>

#include "support/grain_boxes.h"

namespace peal {
namespace {

constexpr double kSpinner = 1e-3, kDown = 9.81;

GrainSetup floor_of(double friction, double rolling) {
  GrainSetup setup;
  setup.kinds = {{kSpinner, 2500, 0, rolling}};
  setup.walls.add_plane(setup.walls.add_body(), {0, 0, 0}, {0, 1, 0}, 0);
  setup.laws.gravity = {0, -kDown, 0};
  setup.laws.restitution = {{0.6}};
  setup.laws.friction = {friction};
  setup.laws.contact_time = 1e-4;
  setup.laws.quietest = 1;
  return setup;
}

Vec3 angular_momentum(const GrainWorld& world) {
  Vec3 sum;
  for (int i = 0; i < world.grains(); ++i) {
    const GrainMotion m = world.motion(i);
    const double mass = world.kind(i).mass(), r = world.kind(i).radius;
    sum += mass * cross(m.place, m.velocity) + 0.4 * mass * r * r * world.spin(i);
  }
  return sum;
}

// A ball that slides without spin ends up rolling at 5/7 of its speed, whatever the friction: its
// angular momentum about the line of contact stays. It slides for 2 v / (7 mu g).
TEST(Spin, ASlidingBallEndsUpRollingAtFiveSevenths) {
  for (const double mu : {0.1, 0.4}) {
    GrainSetup setup = floor_of(mu, 0);
    setup.grains = {{{0, kSpinner + 1e-9, 0}, {0.2, 0, 0}, 0}};
    GrainWorld world(setup);
    std::vector<GrainHit> hits;
    const double slides = 2 * 0.2 / (7 * mu * kDown);
    world.advance(slides / 2, hits);
    EXPECT_NEAR(world.motion(0).velocity.x, 0.2 * (1 - 1.0 / 7), 2e-3 * 0.2) << mu;
    world.advance(2 * slides, hits);
    EXPECT_NEAR(world.motion(0).velocity.x, 0.2 * 5 / 7, 1e-9) << mu;
    EXPECT_NEAR(world.spin(0).z, -world.motion(0).velocity.x / kSpinner, 1e-6) << mu;
  }
}

// Downhill: 5/7 g sin(a) where friction is enough, g (sin(a) - mu cos(a)) where it slips.
TEST(Spin, ABallOnASlopeRollsOrSlips) {
  for (const double mu : {0.05, 0.5}) {
    GrainSetup setup = floor_of(mu, 0);
    const double slope = 0.5;
    setup.grains = {{{0, kSpinner + 1e-9, 0}, {0, 0, 0}, 0}};
    setup.laws.gravity = kDown * Vec3{std::sin(slope), -std::cos(slope), 0};
    GrainWorld world(setup);
    std::vector<GrainHit> hits;
    world.advance(0.1, hits);
    const double expected = mu > 2.0 / 7 * std::tan(slope)
                                ? 5.0 / 7 * kDown * std::sin(slope)
                                : kDown * (std::sin(slope) - mu * std::cos(slope));
    EXPECT_NEAR(world.motion(0).velocity.x, 0.1 * expected, 2e-3 * 0.1 * expected) << mu;
  }
}

// The couple that resists rolling slows it down by 5/7 of rolling * g.
TEST(Spin, RollingIsResisted) {
  GrainSetup setup = floor_of(0.5, 0.1);
  setup.grains = {{{0, kSpinner + 1e-9, 0}, {0.2, 0, 0}, 0}};
  GrainWorld world(setup);
  std::vector<GrainHit> hits;
  world.advance(0.05, hits);
  const double rolls = world.motion(0).velocity.x;
  world.advance(0.1, hits);
  EXPECT_NEAR((rolls - world.motion(0).velocity.x) / 0.05, 5.0 / 7 * 0.1 * kDown,
              5e-3 * kDown * 0.1);
}

TEST(Spin, PairsKeepMomentumAndAngularMomentum) {
  GrainSetup setup;
  setup.kinds = {{kSpinner, 2500, 0}, {1.7 * kSpinner, 1000, 0}};
  setup.grains = test::cubic(5, 5, 5, {}, 3.6 * kSpinner, 0.5);
  for (std::size_t i = 0; i < setup.grains.size(); i += 2) setup.grains[i].kind = 1;
  setup.walls.add_body();
  setup.laws.gravity = {};
  setup.laws.restitution = {{0.8}};
  setup.laws.friction = {0.4};
  GrainWorld world(setup);
  std::vector<GrainHit> hits;
  const Vec3 momentum = world.momentum(), turn = angular_momentum(world);
  double energy = world.energy(), mass = 0;
  for (int i = 0; i < world.grains(); ++i) mass += world.kind(i).mass();
  for (int k = 1; k <= 10; ++k) {
    world.advance(2e-3 * k, hits);
    EXPECT_LE(world.energy(), energy);
    energy = world.energy();
  }
  EXPECT_GT(hits.size(), 100u);
  EXPECT_LT(norm(world.momentum() - momentum), 1e-13 * mass);
  EXPECT_LT(norm(angular_momentum(world) - turn), 1e-15 * mass);
  double spinning = 0;
  for (int i = 0; i < world.grains(); ++i) spinning += norm(world.spin(i));
  EXPECT_GT(spinning / world.grains(), 10);
}

// Between the floor and a wall that leans over it: what the one hit gives, the other would take.
TEST(Spin, AGrainInAWedgeGetsOutOrComesToRest) {
  for (const double friction : {0.0, 0.5})
    for (const double lean : {0.05, 0.2, 0.6}) {
      GrainSetup setup = floor_of(friction, 0.5);
      setup.walls.add_plane(0, {0, 0, 0}, {std::sin(lean), -std::cos(lean), 0}, 0);
      setup.laws.rest.allowed = true;
      const double from = kSpinner / std::tan(lean / 2);
      setup.grains = {{{from * (1 + 1e-3) + 1e-4, kSpinner + 1e-7, 0}, {-0.1, 0, 0}, 0}};
      GrainWorld world(setup);
      std::vector<GrainHit> hits;
      EXPECT_NO_THROW(world.advance(0.5, hits)) << friction << " " << lean;
      EXPECT_LT(world.counts().events(), 50000u) << friction << " " << lean;
    }
}

TEST(Spin, GoesOnFromAStateWithTheSameBits) {
  GrainSetup setup = floor_of(0.3, 0.1);
  setup.grains = test::cubic(3, 3, 3, {0, 2 * kSpinner, 0}, 2.2 * kSpinner, 0.3);
  GrainWorld one(setup), other(setup);
  std::vector<GrainHit> hits, more;
  one.advance(0.05, hits);
  other.load(one.save());
  one.advance(0.1, hits), other.advance(0.1, more);
  for (int i = 0; i < one.grains(); ++i) {
    EXPECT_EQ(one.motion(i).place, other.motion(i).place);
    EXPECT_EQ(one.spin(i), other.spin(i));
  }
}

}  // namespace
}  // namespace peal

// A ball that rolls on a level floor: it hops without being told, slows down and stops.
#include <gtest/gtest.h>

#include "physics/grains/grain_world.h"

namespace peal {
namespace {

constexpr double kBall = 1e-3, kWeight = 9.81, kSlows = 0.03;

GrainSetup level_floor(double speed) {
  GrainSetup setup;
  setup.kinds = {{kBall, 2500, 0}};
  setup.grains = {{{0, kBall + 1e-9, 0}, {speed, 0, 0}, 0}};
  setup.walls.add_plane(setup.walls.add_body(), {0, 0, 0}, {0, 1, 0}, 0);
  setup.laws.gravity = {0, -kWeight, 0};
  setup.laws.restitution = {{0.6}};
  setup.laws.contact_time = 1e-4;
  setup.laws.quietest = 0.3 * kWeight * 1e-4;
  setup.laws.rest.allowed = true;
  return setup;
}

// v^2 / (2 mu g), after v / (mu g). It comes to rest when little energy is left.
TEST(Rolling, StopsAfterItsWay) {
  for (const double speed : {0.05, 0.1, 0.3}) {
    GrainWorld world(level_floor(speed));
    std::vector<GrainHit> hits;
    const double time = speed / (kSlows * kWeight), way = speed * time / 2;
    double energy = world.energy();
    for (int k = 1; k <= 8; ++k) {
      world.advance(0.1 * k * time, hits);
      const double left = 1 - 0.1 * k;
      EXPECT_NEAR(world.motion(0).place.x / way, 1 - left * left, 0.01) << speed << " " << k;
      EXPECT_LT(world.energy(), energy);
      energy = world.energy();
    }
    world.advance(1.01 * time, hits);
    EXPECT_TRUE(world.at_rest(0)) << speed;
    EXPECT_NEAR(world.motion(0).place.x / way, 1, 0.02) << speed;
    EXPECT_TRUE(hits.empty()) << hits.size() << " told";
  }
}

// What the floor gets is what the ball has lost, along it as well as across.
TEST(Rolling, GivesItsMomentumToTheFloor) {
  GrainWorld world(level_floor(0.1));
  std::vector<GrainHit> hits;
  world.advance(0.2, hits);
  const double mass = world.kind(0).mass();
  const Vec3 push = world.wall_impulse(0).push;
  EXPECT_NEAR(push.x, mass * (0.1 - world.motion(0).velocity.x), 1e-9 * mass);
  EXPECT_NEAR(push.y, -mass * (kWeight * 0.2 + world.motion(0).velocity.y), 1e-9 * mass);
}

}  // namespace
}  // namespace peal

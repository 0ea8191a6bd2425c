// A funnel that is filled at rest and then opened: the thesis gave up after 10 million collisions
// without one grain out.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "physics/grains/grain_world.h"

namespace peal {
namespace {

constexpr double kPoured = 1e-3, kSpoutHeight = 0.02, kConeTop = 0.065;

/// @return events until the first is out.
std::uint64_t opened(int count) {
  GrainSetup setup;
  setup.kinds = {{kPoured, 2520, 0}};
  const int funnel = setup.walls.add_body(), plug = setup.walls.add_body(true);
  setup.walls.add_cylinder(funnel, {0, 0, 0}, {0, kSpoutHeight, 0}, 0.006, true);
  setup.walls.add_cone(funnel, {0, kSpoutHeight, 0}, 0.006, {0, kConeTop, 0}, 0.045, true);
  setup.walls.add_cylinder(funnel, {0, kConeTop, 0}, {0, 1, 0}, 0.045, true);
  setup.walls.add_plane(plug, {0, 0, 0}, {0, 1, 0});
  for (int n = 0; static_cast<int>(setup.grains.size()) < count; ++n) {
    const int layer = n / 400;
    const Vec3 at{(n % 20 - 9.5) * 2.1e-3 + 1e-5 * (layer % 7), kConeTop + (layer + 1) * 2.1e-3,
                  (n / 20 % 20 - 9.5) * 2.1e-3 + 1e-5 * (layer % 5)};
    if (std::hypot(at.x, at.z) < 0.02) setup.grains.push_back({at, {}, 0});
  }
  setup.laws.restitution = {{0.65}};
  setup.laws.contact_time = 1e-4;
  setup.laws.quietest = kNever;
  setup.laws.rest.allowed = true;
  GrainWorld world(std::move(setup));
  std::vector<GrainHit> hits;
  world.advance(1, hits);
  EXPECT_GT(world.resting(), 0.9 * count);
  const auto filled = world.counts().events();
  world.set_body_velocity(plug, {0, -10, 0});
  const auto out = [&] {
    int n = 0;
    for (int i = 0; i < world.grains(); ++i) n += world.motion(i).place.y < 0;
    return n;
  };
  std::uint64_t first = 0;
  for (int step = 1; step <= 1500 && out() < count; ++step) {
    world.advance(1 + 1e-3 * step, hits);
    if (first == 0 && out() > 0) first = world.counts().events() - filled;
  }
  EXPECT_EQ(out(), count);
  fmt::print("{} beads: {} events to fill it, {} until the first is out, {} in all\n", count,
             filled, first, world.counts().events());
  return first;
}

TEST(Funnel, FilledAtRestAndOpened) {
  const auto first = opened(500);
  EXPECT_GT(first, 0u);
  EXPECT_LT(first, 1000u * 1000u);
}

TEST(FunnelSlow, OfAThousand) { EXPECT_LT(opened(1000), 1000u * 1000u); }

}  // namespace
}  // namespace peal

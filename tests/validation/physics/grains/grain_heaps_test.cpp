// Many grains for long: none escapes from a mesh, heaps come to rest after a bounded number of
// events, and inelastic collapse is passed.
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "support/grain_boxes.h"

namespace peal {
namespace {

/// Grains in a closed mesh, the weight turned over and over; gravity in the frame of the box is
/// what a shaken box is. @return grains that are not inside.
int shaken(std::uint64_t events, double e) {
  const Vec3 size{0.02, 0.03, 0.02};
  GrainSetup setup;
  setup.kinds = {{0.001, 2500, 0}, {0.0005, 2500, 0}};
  setup.grains = test::cubic(8, 12, 8, {0.0015, 0.0015, 0.0015}, 0.0023, 0.3);
  for (std::size_t i = 0; i < setup.grains.size(); i += 2) setup.grains[i].kind = 1;
  setup.walls.add_mesh(setup.walls.add_body(), test::box_mesh(size));
  setup.laws.restitution = {{e, 0, kNever}};
  setup.laws.contact_time = 1e-5;
  setup.laws.quietest = 1e3;  // nothing is told
  setup.low = -1 * size, setup.high = 2 * size;
  GrainWorld world(setup);
  std::vector<GrainHit> hits;
  for (int flip = 0; world.counts().events() < events && world.escapes().count == 0; ++flip) {
    KeyedRng rng(11, 0, flip);
    const Vec3 way = normalized({rng.normal(), rng.normal(), rng.normal()}, {0, 1, 0});
    world.set_gravity(40 * way);
    world.advance(world.time() + 0.02, hits);
  }
  int lost = world.escapes().count;
  for (int i = 0; i < world.grains(); ++i) {
    if (world.escaped(i)) continue;
    const Vec3 x = world.motion(i).place;
    const double r = world.kind(i).radius;
    for (int k = 0; k < 3; ++k)
      if (x[k] < r * (1 - 1e-9) || x[k] > size[k] - r * (1 - 1e-9)) {
        ++lost;
        break;
      }
  }
  return lost;
}

TEST(GrainHeaps, NoneEscapesFromAShakenMesh) { EXPECT_EQ(shaken(1000000, 0.9), 0); }
TEST(GrainHeapsSlow, NoneEscapesFromAShakenMeshInTenMillionEvents) {
  EXPECT_EQ(shaken(10000000, 0.9), 0);
}

// Eight grains one above the other, e = 0.5: endless events in finite time without a contact time.
TEST(GrainHeaps, ContactTimePassesTheCollapse) {
  GrainSetup setup;
  setup.kinds = {{0.001, 2500, 0}};
  for (int i = 0; i < 8; ++i) setup.grains.push_back({{0, 0.00101 + 0.00201 * i, 0}, {}, 0});
  setup.walls.add_plane(setup.walls.add_body(), {0, 0, 0}, {0, 1, 0});
  setup.laws.restitution = {{0.5, 0, kNever}};
  std::vector<GrainHit> hits;
  EXPECT_THROW(GrainWorld(setup).advance(0.1, hits), Error);
  setup.laws.contact_time = 1e-4;
  GrainWorld world(setup);
  hits.clear();
  world.advance(0.1, hits);
  EXPECT_LT(hits.size(), 20000u);
  double last = 0;
  for (int i = 0; i < 8; ++i) {
    const double y = world.motion(i).place.y;
    EXPECT_GT(y - last, (i == 0 ? 0.001 : 0.002) * (1 - 1e-9));
    last = y;
  }
  EXPECT_LT(last, 0.0151);  // they lie on each other
}

TEST(GrainHeaps, ComeToRestAndStayThere) {
  GrainSetup setup;
  setup.kinds = {{0.001, 2500, 0}};
  setup.grains = test::cubic(6, 12, 6, {0.0016, 0.002, 0.0016}, 0.0033, 0.2);
  setup.walls = test::plane_box({0.02, 1, 0.02});
  setup.laws.restitution = {{0.6, 0, kNever}};
  setup.laws.contact_time = 1e-4;
  setup.laws.rest.allowed = true;
  GrainWorld world(setup);
  std::vector<GrainHit> hits;
  double t = 0;
  while (world.resting() < world.grains() && t < 3) world.advance(t += 0.05, hits);
  RecordProperty("seconds_to_rest", std::to_string(t));
  RecordProperty("events", std::to_string(world.counts().events()));
  EXPECT_EQ(world.resting(), world.grains());
  EXPECT_LT(world.counts().events(), 1000u * 1000u * 10);
  // Nothing touches any more; searches for partners that came to rest meanwhile may be left.
  const auto collisions = world.counts().collisions();
  world.advance(t + 100, hits);
  EXPECT_EQ(world.counts().collisions(), collisions);
  const auto events = world.counts().events();
  world.advance(t + 200, hits);
  EXPECT_EQ(world.counts().events(), events);
  // Nobody hangs in the air and nobody is inside another.
  double highest = 0;
  for (int i = 0; i < world.grains(); ++i) {
    const Vec3 x = world.motion(i).place;
    highest = std::max(highest, x.y);
    int below = x.y < 0.00101;
    for (int j = 0; j < world.grains(); ++j) {
      if (i == j) continue;
      const Vec3 y = world.motion(j).place;
      EXPECT_GE(norm(x - y), 0.002 * (1 - 1e-9)) << i << " " << j;
      below += norm(x - y) < 0.002 * 1.01 && y.y < x.y;
    }
    EXPECT_GT(below, 0) << i;
  }
  // Solid fraction of the heap between that of the loosest and the densest packing.
  const double solid = world.grains() * 4.0 / 3 * kPi * 1e-9 / (0.02 * 0.02 * (highest + 0.001));
  RecordProperty("solid", std::to_string(solid));
  EXPECT_GT(solid, 0.4);
  EXPECT_LT(solid, 0.74);
}

TEST(GrainHeaps, WhoIsHitWakes) {
  GrainSetup setup;
  setup.kinds = {{0.001, 2500, 0}};
  setup.grains = {{{0, 0.0012, 0}, {}, 0}, {{0.0005, 0.3, 0}, {}, 0}};
  setup.walls.add_plane(setup.walls.add_body(), {0, 0, 0}, {0, 1, 0});
  setup.laws.restitution = {{0.3, 0, kNever}};
  setup.laws.contact_time = 1e-4;
  setup.laws.rest.allowed = true;
  GrainWorld world(setup);
  std::vector<GrainHit> hits;
  world.advance(0.2, hits);
  EXPECT_TRUE(world.at_rest(0));
  EXPECT_FALSE(world.at_rest(1));
  world.advance(0.25, hits);  // falls for 0.246 s
  EXPECT_FALSE(world.at_rest(0));
  EXPECT_GT(norm(world.motion(0).velocity), 0.5);
  EXPECT_EQ(world.counts().wakes, 1u);
}

}  // namespace
}  // namespace peal

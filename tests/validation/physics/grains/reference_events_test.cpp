// Collisions of grains against a list made by another program with a plain search over all pairs,
// and against what is known in closed form. tests/data/grains, SI.
#include <gtest/gtest.h>

#include <cmath>

#include "support/csv_rows.h"
#include "support/grain_boxes.h"

namespace peal {
namespace {

// Open box [0, 0.02]^2 with a floor; perturbations of 1e-15 move the times by up to 8e-12 s.
TEST(GrainReference, SixtyEventsComeAtTheirTimes) {
  GrainSetup setup;
  for (const CsvRow& row : csv_rows("grains/edmd_initial.csv")) {
    setup.kinds = {{row["R"], row["rho"], 0}};
    setup.grains.push_back({{row["x"], row["y"], row["z"]}, {row["vx"], row["vy"], row["vz"]}, 0});
  }
  ASSERT_EQ(setup.grains.size(), 12u);
  const double size = 0.02;
  const Vec3 points[5] = {{0, 0, 0}, {size, 0, 0}, {0, 0, 0}, {0, size, 0}, {0, 0, 0}};
  const Vec3 normals[5] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}};
  for (int i = 0; i < 5; ++i) setup.walls.add_plane(setup.walls.add_body(), points[i], normals[i]);
  setup.laws.gravity = {0, 0, -9.81};
  setup.laws.restitution = {{0.9, 0, kNever}};
  GrainWorld world(setup);
  std::vector<GrainHit> hits;
  const auto rows = csv_rows("grains/edmd_events_e0.9.csv");
  ASSERT_EQ(rows.size(), 60u);
  world.advance(rows.back()["t"] + 1e-9, hits);
  ASSERT_EQ(hits.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const CsvRow& row = rows[i];
    const GrainHit& hit = hits[i];
    EXPECT_NEAR(hit.time, row["t"], 1e-9) << i;
    const bool swapped = hit.grain != int(row["i"]);
    EXPECT_EQ(swapped ? hit.partner : hit.grain, int(row["i"])) << i;
    EXPECT_EQ(swapped ? hit.grain : hit.partner, int(row["j"])) << i;
    EXPECT_NEAR(hit.speed / row["v0"], 1, 1e-6) << i;
    EXPECT_NEAR(hit.impulse / row["J"], 1, 1e-6) << i;
    const Vec3 n = unpacked_normal(hit) * (swapped ? -1.0 : 1.0);
    EXPECT_LT(norm(n - Vec3{row["nx"], row["ny"], row["nz"]}), 1e-4) << i;
    EXPECT_LT(norm(Vec3{hit.place[0], hit.place[1], hit.place[2]} -
                   Vec3{row["cx"], row["cy"], row["cz"]}),
              1e-8)
        << i;
  }
}

TEST(GrainReference, ABouncingGrainKeepsTheSeries) {
  GrainSetup setup;
  setup.kinds = {{0.001, 2500, 0}};
  const double height = 0.3, e = 0.8, g = 9.81;
  setup.grains = {{{0.1, 0.001 + height, 0.2}, {0, 0, 0}, 0}};
  setup.walls.add_plane(setup.walls.add_body(), {0, 0, 0}, {0, 1, 0});
  setup.laws.restitution = {{e, 0, kNever}};
  GrainWorld world(setup);
  std::vector<GrainHit> hits;
  double t = std::sqrt(2 * height / g);
  const double fall = t;
  world.advance(fall * (1 + e) / (1 - e) * 0.99, hits);  // nearly where it would end
  ASSERT_GT(hits.size(), 20u);
  double power = 1;
  for (const GrainHit& hit : hits) {
    EXPECT_NEAR(hit.time, t, 1e-12);
    EXPECT_NEAR(hit.speed, power * g * fall, 1e-6);
    power *= e;
    t += 2 * power * fall;
  }
}

// Elastic grains in a box under gravity: the energy of everybody at one time.
TEST(GrainReference, ElasticCollisionsKeepTheEnergy) {
  GrainSetup setup;
  setup.kinds = {{0.001, 2500, 0}, {0.0006, 8000, 0}};
  setup.grains = test::cubic(6, 6, 6, {0.0015, 0.0015, 0.0015}, 0.003, 0.5);
  for (std::size_t i = 0; i < setup.grains.size(); i += 3) setup.grains[i].kind = 1;
  setup.walls = test::plane_box({0.02, 0.02, 0.02});
  setup.laws.restitution = {{1, 0, kNever}};
  GrainWorld world(setup);
  std::vector<GrainHit> hits;
  const double before = world.energy();
  double t = 0;
  while (world.counts().collisions() < 10000) world.advance(t += 0.01, hits);
  EXPECT_EQ(hits.size(), world.counts().collisions());
  const double drift = world.energy() / before - 1;
  RecordProperty("drift", std::to_string(drift * 1e15) + "e-15");
  EXPECT_LT(std::abs(drift), 1e-12);
}

// A cloud that falls together has nothing but its weight: momentum m g t, whatever collides.
TEST(GrainReference, CollisionsKeepTheMomentum) {
  GrainSetup setup;
  setup.kinds = {{0.001, 2500, 0}, {0.0015, 1000, 0}};
  setup.grains = test::cubic(5, 5, 5, {0, 0, 0}, 0.0032, 0.3);
  for (std::size_t i = 0; i < setup.grains.size(); ++i) {
    setup.grains[i].kind = int(i % 2);
    setup.grains[i].velocity -= 20 * (setup.grains[i].place - Vec3{0.0064, 0.0064, 0.0064});
  }
  setup.laws.restitution = {{0.7, 0, kNever}};
  GrainWorld world(setup);
  double mass = 0;
  for (int i = 0; i < world.grains(); ++i) mass += world.kind(i).mass();
  const Vec3 before = world.momentum();
  std::vector<GrainHit> hits;
  world.advance(0.2, hits);
  ASSERT_GT(hits.size(), 200u);
  const Vec3 gained = world.momentum() - before;
  EXPECT_LT(norm(gained - 0.2 * mass * setup.laws.gravity), 1e-13 * mass * 9.81);
}

// The mean push on the floor is the weight, and its moment that of the grain's place.
TEST(GrainReference, PushOnTheFloorIsTheWeight) {
  GrainSetup setup;
  setup.kinds = {{0.002, 2500, 0}};
  setup.grains = {{{0.3, 0.002 + 0.05, -0.2}, {0, 0, 0}, 0}};
  setup.walls.add_plane(setup.walls.add_body(), {0, 0, 0}, {0, 1, 0});
  setup.laws.restitution = {{1, 0, kNever}};
  GrainWorld world(setup);
  std::vector<GrainHit> hits;
  const double period = 2 * std::sqrt(2 * 0.05 / 9.81);
  world.advance(20 * period, hits);
  ASSERT_EQ(hits.size(), 20u);
  const WallImpulse& got = world.wall_impulse(0);
  const double expected = 20 * period * 9.81 * setup.kinds[0].mass();
  EXPECT_NEAR(got.push.y / -expected, 1, 1e-12);
  EXPECT_NEAR(got.turn.z / (0.3 * -expected), 1, 1e-12);  // x F_y - y F_x
  EXPECT_NEAR(got.turn.x / (-0.2 * expected), 1, 1e-12);  // y F_z - z F_y = -(-0.2)(-F)
  world.forget_impulses();
  EXPECT_EQ(world.wall_impulse(0).push, Vec3{});
}

}  // namespace
}  // namespace peal

#include "physics/grains/grain_world.h"

#include <gtest/gtest.h>

#include <cstring>

#include "base/error.h"
#include "support/error_of.h"
#include "support/grain_boxes.h"

namespace peal {
namespace {

GrainSetup pour() {
  GrainSetup setup;
  setup.kinds = {{0.001, 2500, 0}, {0.0007, 2500, 1}};
  setup.grains = test::cubic(5, 8, 5, {0.002, 0.003, 0.002}, 0.0035, 0.2);
  for (std::size_t i = 0; i < setup.grains.size(); i += 3) setup.grains[i].kind = 1;
  setup.walls.add_mesh(setup.walls.add_body(), test::box_mesh({0.02, 0.2, 0.02}), 1);
  setup.laws.restitution = {{0.8, 0, kNever}, {0.7, 0, kNever}, {0.7, 0, kNever}, {0.6, 0.01, 1}};
  setup.laws.contact_time = 1e-4;
  setup.laws.rest.allowed = true;
  return setup;
}

bool same(const std::vector<GrainHit>& a, const std::vector<GrainHit>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(GrainHit)) == 0;
}

TEST(GrainWorld, DoesNotSeeHowTimeIsCut) {
  std::vector<GrainHit> whole, pieces;
  GrainWorld a(pour()), b(pour());
  a.advance(0.2, whole);
  for (int i = 1; i <= 2000; ++i) b.advance(i * 1e-4, pieces);
  ASSERT_GT(whole.size(), 5000u);
  EXPECT_GT(a.counts().freezes, 10u);
  EXPECT_TRUE(same(whole, pieces));
  EXPECT_EQ(a.save(), b.save());
}

TEST(GrainWorld, GoesOnFromAStateWithTheSameBits) {
  std::vector<GrainHit> whole, rest;
  GrainWorld a(pour()), b(pour());
  a.advance(0.18, whole);
  const auto state = a.save();
  whole.clear();
  a.advance(0.25, whole);
  b.load(state);
  b.advance(0.25, rest);
  ASSERT_GT(whole.size(), 1000u);
  EXPECT_TRUE(same(whole, rest));
  EXPECT_EQ(a.save(), b.save());
  // and nothing else is taken for a state
  auto cut = state;
  cut.resize(cut.size() - 5);
  EXPECT_THROW(GrainWorld(pour()).load(cut), Error);
  EXPECT_THROW(GrainWorld(pour()).load(std::vector<std::byte>(40)), Error);
}

TEST(GrainWorld, TakesLessThan500BytesPerGrain) {
  GrainSetup setup = pour();
  setup.grains = test::cubic(30, 30, 30, {0, 0, 0}, 0.0021, 0.2);
  setup.walls = {};
  GrainWorld world(setup);
  EXPECT_LE(world.bytes(), 500u * 27000u);
}

TEST(GrainWorld, SaysWhatIsWrong) {
  GrainSetup setup = pour();
  setup.grains.push_back(setup.grains[7]);
  EXPECT_NE(error_of([&] { GrainWorld{setup}; }).find("grains 7 and 200 overlap"),
            std::string::npos);
  setup = pour();
  setup.grains[3].place.x = 0.0005;
  EXPECT_NE(error_of([&] { GrainWorld{setup}; }).find("grain 3 overlaps the wall of body 0"),
            std::string::npos);
  setup = pour();
  setup.kinds[1].radius = 0;
  EXPECT_NE(error_of([&] { GrainWorld{setup}; }).find("radius"), std::string::npos);
  setup = pour();
  setup.laws.restitution[2].value = 1.01;
  EXPECT_NE(error_of([&] { GrainWorld{setup}; }).find("restitution"), std::string::npos);
  setup = pour();
  setup.grains[5].velocity.y = std::nan("");
  EXPECT_NE(error_of([&] { GrainWorld{setup}; }).find("grain 5"), std::string::npos);
}

TEST(GrainWorld, EscapesAreCounted) {
  GrainSetup setup;
  setup.kinds = {{0.001, 2500, 0}};
  setup.grains = {{{0, 0, 0}, {}, 0}, {{0.01, 0, 0}, {0, 1, 0}, 0}};
  setup.low = {-1, -0.5, -1};
  GrainWorld world(setup);
  std::vector<GrainHit> hits;
  world.advance(1, hits);
  EXPECT_EQ(world.escapes().count, 2);
  EXPECT_EQ(world.escapes().grain, 0);
  EXPECT_NEAR(world.escapes().time, std::sqrt(2 * 0.5 / 9.81), 1e-3);  // to a cell
  EXPECT_TRUE(world.escaped(1));
}

TEST(GrainWorld, NormalsSurviveTheirPacking) {
  for (int i = 0; i < 5000; ++i) {
    KeyedRng rng(2, 0, i);
    const Vec3 n = normalized({rng.normal(), rng.normal(), rng.normal()}, {0, 1, 0});
    GrainHit hit;
    pack_normal(n, hit.normal);
    EXPECT_LT(norm(unpacked_normal(hit) - n), 1e-4);
  }
}

TEST(GrainWorld, RestitutionFollowsTheSpeed) {
  const Restitution e{0.8, 0.01, 2};
  EXPECT_DOUBLE_EQ(e.at(1), 0.8);
  EXPECT_DOUBLE_EQ(e.at(0), 1);
  EXPECT_NEAR(e.at(0.01 / 32), 0.9, 1e-12);  // fifth root of 32 is 2
  EXPECT_NEAR(e.at(32), 0.4, 1e-12);         // fourth root of 16 is 2
}

// A plate that comes up under a falling grain: as a wall at rest, seen from the plate.
TEST(GrainWorld, AMovingWallIsAWallAtRestInItsFrame) {
  const double speed = 0.7;
  const auto run = [&](bool moves) {
    GrainSetup setup;
    setup.kinds = {{0.001, 2500, 0}};
    setup.grains = {{{0.002, 0.1, 0.003}, {0.05, moves ? 0.0 : -speed, 0}, 0}};
    setup.walls.add_mesh(setup.walls.add_body(moves), test::box_mesh({0.2, 0.02, 0.2}));
    setup.laws.restitution = {{0.8, 0, kNever}};
    GrainWorld world(setup);
    if (moves) world.set_body_velocity(0, {0, speed, 0});
    std::vector<GrainHit> hits;
    world.advance(0.6, hits);
    return hits;
  };
  const auto moving = run(true), still = run(false);
  ASSERT_GE(still.size(), 2u);
  ASSERT_EQ(moving.size(), still.size());
  for (std::size_t i = 0; i < still.size(); ++i) {
    EXPECT_NEAR(moving[i].time, still[i].time, 1e-12);
    EXPECT_NEAR(moving[i].speed, still[i].speed, 1e-6);
    EXPECT_NEAR(moving[i].place[1], still[i].place[1] + speed * still[i].time, 1e-7);
  }
}

// A table with grains at rest on it goes down: they fall after it.
TEST(GrainWorld, WhatRestsOnAMovingWallWakes) {
  GrainSetup setup;
  setup.kinds = {{0.001, 2500, 0}};
  setup.grains = {{{0.05, 0.0215, 0.05}, {}, 0}};
  setup.walls.add_mesh(setup.walls.add_body(true), test::box_mesh({0.1, 0.02, 0.1}));
  setup.laws.restitution = {{0.3, 0, kNever}};
  setup.laws.contact_time = 1e-4;
  setup.laws.rest.allowed = true;
  GrainWorld world(setup);
  std::vector<GrainHit> hits;
  world.advance(0.2, hits);
  ASSERT_TRUE(world.at_rest(0));
  world.set_body_velocity(0, {0, -3, 0});
  EXPECT_FALSE(world.at_rest(0));
  world.advance(0.25, hits);
  EXPECT_NEAR(world.motion(0).velocity.y, -9.81 * 0.05, 1e-9);
  world.set_body_velocity(0, {0, 0, 0});
  world.advance(0.6, hits);
  EXPECT_TRUE(world.at_rest(0));
  EXPECT_NEAR(world.motion(0).place.y, 0.021 - 0.15, 1e-6);
}

// A closed box shaken along all axes and turned to and fro, told anew every millisecond.
TEST(GrainWorld, AShakenClosedBoxKeepsItsGrains) {
  GrainSetup setup;
  setup.kinds = {{0.002, 2500, 0}, {0.003, 2500, 0}};
  for (int i = 0; i < 150; ++i)
    setup.grains.push_back(
        {{0.008 * (i % 5 - 2), 0.008 * (i / 5 % 5 - 2), 0.008 * (i / 25 - 2.5)}, {}, i % 2});
  TriangleMesh box = test::box_mesh({0.06, 0.06, 0.06});
  Vec3 low = box.vertices[0], high = low;
  for (const Vec3& x : box.vertices)
    for (int k = 0; k < 3; ++k) low[k] = std::min(low[k], x[k]), high[k] = std::max(high[k], x[k]);
  for (Vec3& x : box.vertices) x -= 0.5 * (low + high);
  const int body = setup.walls.add_carried();
  setup.walls.add_mesh(body, box);
  setup.laws.restitution = {{0.7, 0, kNever}};
  setup.laws.contact_time = 1e-4;
  GrainWorld world(setup);
  const auto place = [](double t) {
    return Vec3{0.03 * std::sin(40 * t), 0.02 * std::sin(55 * t), 0.03 * std::sin(33 * t)};
  };
  const auto turn = [](double t) {
    return Quat::from_axis_angle({1, 2, 3}, 0.8 * std::sin(25 * t));  // up to 20 rad/s
  };
  std::vector<GrainHit> hits;
  constexpr double kStep = 1e-3;
  for (int n = 0; n < 1000; ++n) {
    const double t0 = n * kStep, t1 = t0 + kStep;
    CarriedBody motion;
    motion.place = place(t0), motion.turn = turn(t0);
    motion.velocity = (place(t1) - place(t0)) / kStep;
    const double angle = 0.8 * (std::sin(25 * t1) - std::sin(25 * t0));
    motion.spin = (angle / kStep) * normalized(Vec3{1, 2, 3});
    motion.until = t1;
    world.carry(body, motion);
    world.look_at_carried();
    if (n == 0) world.refuse_carried_overlap();
    world.advance(t1, hits);
    world.forget_pushes();
    for (int i = 0; i < world.grains(); ++i) {
      const Vec3 own = rotate_back(turn(t1), world.motion(i).place - place(t1));
      for (int k = 0; k < 3; ++k) {
        ASSERT_LT(std::abs(own[k]), 0.03) << "grain " << i << " at " << t1;
        EXPECT_LT(std::abs(own[k]), 0.03 - world.kind(i).radius + 2e-4) << i << " at " << t1;
      }
    }
  }
  EXPECT_GT(hits.size(), 10'000u);
}

TEST(GrainWorld, AddsGrainsLater) {
  GrainSetup setup;
  setup.kinds = {{0.001, 2500, 0}};
  setup.walls.add_plane(setup.walls.add_body(), {0, 0, 0}, {0, 1, 0});
  setup.laws.restitution = {{1, 0, kNever}};
  GrainWorld world(setup);
  std::vector<GrainHit> hits;
  world.advance(0.5, hits);
  world.add_grain({{0, 0.101, 0}, {}, 0});
  EXPECT_THROW(world.add_grain({{0, 0.1015, 0}, {}, 0}), Error);
}

}  // namespace
}  // namespace peal

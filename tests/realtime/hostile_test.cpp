// Whatever numbers come, the sound stays finite and within -1 .. 1, and the engine goes on.
#include <gtest/gtest.h>

#include <limits>
#include <thread>

#include "realtime/toy_world.h"

namespace peal {
namespace {

const double kNumbers[] = {0,
                           -0.0,
                           1,
                           -1,
                           1e-320,
                           1e9,
                           -1e9,
                           1e30,
                           -1e30,
                           0.5,
                           -0.5,
                           1e3,
                           1e300,
                           1e308,
                           -1e308,
                           1e-30,
                           std::numeric_limits<double>::infinity(),
                           -std::numeric_limits<double>::infinity(),
                           std::nan("")};

void expect_bounded(const std::vector<std::vector<float>>& out) {
  for (const auto& row : out)
    for (float x : row) ASSERT_LE(std::abs(x), 1.0f);  // false for NaN
}

TEST(Hostile, NumbersOfEveryKindAreRefusedOrBounded) {
  ToyBody toy(24), other(3);
  toy.make_click(48000);
  EngineLimits limits;
  limits.max_objects = 8, limits.max_voices = 3, limits.max_contacts = 4;
  for (int ears : {0, 1, 2}) {
    limits.ears = ears;
    ToyEngine engine({&toy, &other}, limits);
    engine.listen({0, 1, 0}, {0, 1, 0.1});
    const int a = engine.spawn(0, {0, 0, 0}), b = engine.spawn(1, {1, 0, 0});
    unsigned random = 7;
    const auto number = [&] {
      random = random * 1664525u + 1013904223u;
      return kNumbers[(random >> 9) % std::size(kNumbers)];
    };
    const auto id = [&](int good) {
      random = random * 1664525u + 1013904223u;
      const int ids[] = {good, good, good, kGround, -2, 0, 1 << 30, 65536 * 7 + 3};
      return ids[(random >> 9) % std::size(ids)];
    };
    const int contact = engine.game().contact_begin(a, kGround);
    for (int round = 0; round < 1200; ++round) {
      EnginePose pose;
      EngineImpact impact;
      EngineContact state;
      for (double& x : pose.position) x = number();
      for (double& x : pose.velocity) x = number();
      for (double& x : pose.spin) x = number();
      for (double& x : impact.point) x = number();
      for (double& x : impact.normal) x = number();
      for (double& x : state.slip) x = number();
      for (double& x : state.roll) x = number();
      if (round % 3 == 0) pose.rotation = {number(), number(), number(), number()};
      if (round % 2 == 0) pose = {}, impact.point = {}, impact.normal = {0, 1, 0};
      if (round % 5 == 0) pose.velocity = {number(), 0, 0};
      impact.a = id(a), impact.b = id(b);
      impact.impulse = number(), impact.closing_speed = number();
      impact.delay = round % 4 ? 0 : number();
      state.normal_force = number();
      if (round % 3 == 0) state.slip = {0.1, 0, 0}, state.roll = {};
      engine.game().set_pose(id(a), pose);
      engine.game().impact(impact);
      engine.game().contact_update(id(contact), state);
      engine.game().spawn(id(0), pose, false);
      if (round % 50 == 0) engine.listen({number(), number(), 0}, {0, number(), 0});
      expect_bounded(engine.render(2));
    }
    EXPECT_GT(engine.game().refused(), 500);
    EXPECT_GT(engine.counts().impacts, 10);
    // It still plays.
    engine.listen({0, 1, 0}, {0, 1, 0});
    engine.game().set_pose(b, {});
    engine.render(800);
    const std::int64_t before = engine.counts().impacts;
    engine.strike(b, {0.03, 0, 0}, 0.5);
    const auto out = engine.render(20);
    EXPECT_EQ(engine.counts().impacts, before + 1);
    expect_bounded(out);
  }
}

TEST(Hostile, TheHardestImpactThatIsTakenIsBoundedSound) {
  const ToyBody toy(24);
  ToyEngine engine({&toy}, {});
  engine.listen({0, 0.2, 0}, {0, 0.2, 0});
  const int a = engine.spawn(0, {0, 0, 0});
  EngineImpact impact;
  impact.a = a, impact.impulse = 1e6, impact.closing_speed = 1e4;
  ASSERT_TRUE(engine.game().impact(impact));
  const auto out = engine.render(50);
  expect_bounded(out);
  EXPECT_GT(engine.counts().limited, 0);
}

TEST(Hostile, FullRingDropsAndCountsButKeepsRoomForWhatMustNotGetLost) {
  const ToyBody toy(8);
  EngineLimits limits;
  limits.max_events = 64;
  ToyEngine engine({&toy}, limits);
  const int a = engine.spawn(0, {0, 0, 0});
  for (int i = 0; i < 1000; ++i) engine.game().set_pose(a, {});
  EXPECT_GT(engine.game().overflowed(), 900);
  EXPECT_TRUE(engine.game().despawn(a));
  const std::int64_t before = engine.game().overflowed();
  const int b = engine.spawn(0, {0, 0, 0});
  ASSERT_GE(b, 0);
  for (int i = 0; i < 100; ++i) engine.strike(b, {0.03, 0, 0}, 1);
  EXPECT_GT(engine.game().overflowed(), before);
  EXPECT_EQ(engine.spawn(0, {0, 0, 0}), -1);  // full to the brim
  engine.render(1);
  EXPECT_GE(engine.spawn(0, {0, 0, 0}), 0);
}

TEST(Hostile, ThousandImpactsAtOnceAreSpreadOverTheNextHops) {
  const ToyBody toy(60);
  ToyEngine engine({&toy}, {});
  engine.listen({0, 1, 0}, {0, 1, 0});
  const int a = engine.spawn(0, {0, 0, 0});
  for (int i = 0; i < 1000; ++i) engine.strike(a, {0.03, 0, 0}, 1);
  // Eight per hop at most; who has waited sixteen hops waits for no solver any more.
  constexpr int kPerHop = 8, kMostWait = 16;
  expect_bounded(engine.render(1));
  EXPECT_GE(engine.counts().impacts, 1);
  EXPECT_LE(engine.counts().impacts, kPerHop);
  expect_bounded(engine.render(kMostWait + 1000 / kPerHop));
  EXPECT_EQ(engine.counts().impacts, 1000) << "as loud as the first, so that each is heard";
  EXPECT_EQ(engine.counts().unheard, 0);
}

// What stops a body once brings its energy once, at however many places: also when others have used
// up the time for solving, and impacts are pressed because they would be late.
TEST(Hostile, LateImpactsOfOneInstantAreHeardAsOne) {
  const ToyBody thin(60);  // as much as its modes may take, so that energy bounds what rings
  ToyBody compact(60);     // so little that the impulse does
  compact.scale_shapes(0.05);
  const auto sound = [&](int body, int together) {
    EngineLimits limits;
    limits.ears = 0, limits.full_scale = 1e3, limits.inaudible = 0, limits.max_objects = 2;
    ToyEngine engine({&thin, &compact}, limits);
    engine.listen({0, 1, 0}, {0, 1, 0});
    const int busy = engine.spawn(0, {0, 0, 0}), late = engine.spawn(body, {0, 0, 0});
    for (int i = 0; i < 16; ++i) engine.strike(busy, {0.03, 0, 0}, 1);
    for (int i = 0; i < together; ++i) engine.strike(late, {0.03, 0, 0.01}, 1, 64.0 / 48000);
    const auto waiting = engine.render(17)[1];
    for (const float x : waiting) EXPECT_EQ(x, 0);
    auto heard = engine.render(40)[1];
    EXPECT_EQ(engine.counts().impacts, 16 + together);
    return heard;
  };
  for (const int body : {0, 1}) {
    const auto one = sound(body, 1), eight = sound(body, 8);
    float largest = 0;
    for (const float x : one) largest = std::max(largest, std::abs(x));
    EXPECT_GT(largest, 0);
    // Eight eighths, rounded to float one after the other.
    for (std::size_t n = 0; n < one.size(); ++n)
      ASSERT_NEAR(eight[n], one[n], 1e-6f * largest) << body << " " << n;
  }
}

TEST(Hostile, TwoThreadsMeetInTheRing) {
  const ToyBody toy(16);
  EngineLimits limits;
  limits.max_events = 128;
  ToyEngine engine({&toy}, limits);
  std::atomic<bool> done{false};
  std::thread game([&] {
    engine.listen({0, 1, 0}, {0, 1, 0});
    int object = -1;
    for (int i = 0; i < 20000 || (engine.counts().impacts < 200 && i < 10'000'000); ++i) {
      if (object < 0) object = engine.spawn(0, {0, 0, 0});
      engine.game().set_pose(object, {});
      engine.strike(object, {0.03, 0, 0}, 0.5);
      // Rarely: what is despawned in the block in which it was struck is not heard.
      if (i % 501 == 0 && engine.game().despawn(object)) object = -1;
      if (i % 32 == 0) std::this_thread::yield();
    }
    done = true;
  });
  std::vector<std::vector<float>> out;
  while (!done) {
    out.clear();
    engine.render(2, out);
    expect_bounded(out);
  }
  game.join();
  EXPECT_GT(engine.counts().impacts, 100);
}

}  // namespace
}  // namespace peal

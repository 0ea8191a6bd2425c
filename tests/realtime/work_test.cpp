// No hop takes more than its share, however much is asked for at once: work is counted, not
// timed.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "realtime/toy_world.h"

namespace peal {
namespace {

constexpr int kPlates = 32;

class WorkTest : public testing::Test {
 protected:
  WorkTest() : plate_(200, 100, 6) {
    plate_.raise_transfer(60);
    EngineLimits limits;
    limits.max_voices = kPlates, limits.full_scale = 1e3, limits.max_modes = 10000;
    engine_ = std::make_unique<ToyEngine>(std::vector<const ToyBody*>{&plate_}, limits);
    engine_->listen({-0.1, 1, 2}, {0.1, 1, 2});
    for (int i = 0; i < kPlates; ++i) objects_[i] = engine_->spawn(0, {0.3 * i, 0, 0});
  }
  void strike_all() {
    for (int i = 0; i < kPlates; ++i) engine_->strike(objects_[i], {0.3 * i + 0.03, 0, 0}, 1);
  }
  std::int64_t work_of_one() const { return 2 * transfer_work(plate_.body().transfer); }

  ToyBody plate_;
  std::unique_ptr<ToyEngine> engine_;
  int objects_[kPlates] = {};
};

// Two plates have the 400 modes that may be struck in a hop; blows that take long to solve let the
// next ones wait for another hop.
TEST_F(WorkTest, StrikesOnLargeBodiesAreSpreadInTheirOrder) {
  strike_all();
  std::int64_t before = 0;
  int hops = 0;
  for (; before < kPlates && hops < 64; ++hops) {
    engine_->render(1);
    const std::int64_t now = engine_->counts().impacts;
    EXPECT_LE(now - before, 2) << hops;
    before = now;
    EXPECT_EQ(engine_->counts().voices, before);
  }
  EXPECT_EQ(before, kPlates);
  EXPECT_LE(hops, 40);  // 53 ms
}

// One that is larger than everything that may be struck in a hop is struck all the same.
TEST_F(WorkTest, ABodyLargerThanTheShareIsHeard) {
  const ToyBody huge(900, 100, 6);
  ToyEngine engine({&huge}, {});
  engine.listen({0, 1, 0}, {0, 1, 0});
  for (int i = 0; i < 3; ++i) engine.strike(engine.spawn(0, {1.0 * i, 0, 0}), {1.0 * i, 0, 0}, 1);
  std::int64_t before = 0;
  for (int hop = 1; hop <= 16; ++hop) {
    engine.render(1);
    EXPECT_LE(engine.counts().impacts - before, 1);
    before = engine.counts().impacts;
  }
  EXPECT_EQ(before, 3);
}

// Weights of 32 plates would be twenty times the share of a hop: those that move get them in
// turn.
TEST_F(WorkTest, WeightsStayWithinTheirShare) {
  ASSERT_GT(kPlates * work_of_one(), 10 * WeightBudget::kPerHop);
  strike_all();
  std::int64_t before = 0, largest = 0;
  const int hops = 300;
  for (int hop = 0; hop < hops; ++hop) {
    for (int i = 0; i < kPlates && hop % 12 == 0; ++i) {
      EnginePose pose;
      pose.position = {0.3 * i, 0.001 * hop, 0};
      pose.velocity = {0, 0.75, 0}, pose.spin = {0, 5, 0};
      engine_->game().set_pose(objects_[i], pose);
    }
    engine_->render(1);
    const std::int64_t spent = engine_->core().weights().spent;
    largest = std::max(largest, spent - before), before = spent;
  }
  // The last one to begin may overdraw, and those without a share have few multipoles.
  EXPECT_LT(largest, WeightBudget::kPerHop + 2 * work_of_one());
  EXPECT_LT(before, hops * WeightBudget::kPerHop + work_of_one());
  EXPECT_GT(before, hops * WeightBudget::kPerHop / 2);  // and they do get them
}

// A voice that found no share begins with few multipoles and has all of them a few hops later.
TEST_F(WorkTest, RoughBeginningsBecomeExact) {
  VoiceSpace space;
  space.samples_per_metre = 48000 / 343.2, space.most_delay = 1000, space.ears = 1;
  space.ear[0] = {0.2, 0.5, 0.3};
  const ModalBank prototype(plate_.body().poles, space.rate, 1);
  std::vector<float> heard[2];
  for (const bool rough : {false, true}) {
    WeightBudget budget;
    if (rough) budget.left = 0;
    space.weights = &budget;
    Voice voice(prototype, space);
    voice.start(prototype, plate_.body(), 0, {}, 0);
    EXPECT_EQ(voice.rough(), rough);
    const std::vector<double> impulse(200, 1e-3);
    voice.push(0, 2e-4, impulse.data(), 1);
    heard[rough].resize(40 * kHop);
    for (int g = 0; g < 40; ++g) {
      float* rows[] = {heard[rough].data() + g * kHop};
      if (g > 0) budget.next_hop(0);
      voice.render(rows);
    }
    EXPECT_FALSE(voice.rough());
  }
  const auto error = [&](int from, int to) {
    double wrong = 0, power = 0;
    for (int n = from * kHop; n < to * kHop; ++n) {
      const double difference = heard[1][n] - heard[0][n];
      wrong += difference * difference, power += double(heard[0][n]) * heard[0][n];
    }
    return 10 * std::log10(wrong / power);
  };
  EXPECT_GT(error(0, 5), -60);
  EXPECT_LT(error(0, 5), 3);
  EXPECT_LT(error(10, 40), -110);
}

// A hundred thousand impacts wait, and every object is taken away: that must cost neither the
// blocks in which they wait nor the despawns, which once went through all of them each.
TEST(PendingWork, ThousandsOfImpactsThatWaitCostNothing) {
  const ToyBody toy(4);
  EngineLimits limits;
  limits.max_objects = 4096, limits.max_events = 1 << 17, limits.max_voices = 4;
  ToyEngine engine({&toy}, limits);
  std::vector<int> objects;
  for (int i = 0; i < 4096; ++i) objects.push_back(engine.spawn(0, {0.01 * i, 0, 0}));
  const int count = 100'000;
  for (int i = 0; i < count; ++i) engine.strike(objects[i % 4096], {0, 0, 0}, 1, 0.9);
  engine.render(1);
  const auto seconds = [](const auto& work) {
    const auto now = std::chrono::steady_clock::now;
    const auto start = now();
    work();
    return std::chrono::duration<double>(now() - start).count();
  };
  // 4096 passes over 100 000 impacts of 300 bytes would be 120 GB.
  const double waiting = seconds([&] {
    for (int g = 0; g < 100; ++g) engine.core().render_hop();
  });
  const double leaving = seconds([&] {
    for (int object : objects) engine.game().despawn(object);
    engine.take_events();
    engine.core().render_hop();
  });
  EXPECT_LT(waiting, 0.5);
  EXPECT_LT(leaving, 0.5);
  engine.render(600);  // they come due: on nobody
  EXPECT_EQ(engine.counts().impacts, 0);
  EXPECT_GT(engine.counts().unheard, 0);
}

// An impact on somebody who has left is not one on whoever takes the place.
TEST(PendingWork, ImpactsOnObjectsThatHaveLeftDoNotHappen) {
  const ToyBody toy(4);
  EngineLimits limits;
  limits.max_objects = 1;
  ToyEngine engine({&toy}, limits);
  engine.listen({0, 1, 0}, {0, 1, 0});
  const int first = engine.spawn(0, {0, 0, 0});
  engine.strike(first, {0.03, 0, 0}, 1, 0.01);
  engine.render(1);
  engine.game().despawn(first);
  const int second = engine.spawn(0, {0, 0, 0});
  engine.render(20);
  EXPECT_EQ(engine.counts().impacts, 0);
  EXPECT_EQ(engine.counts().unheard, 1);
  engine.strike(second, {0.03, 0, 0}, 1, 0.01);
  engine.render(20);
  EXPECT_EQ(engine.counts().impacts, 1);
}

TEST(PendingWork, ImpactsComeInTheirOrder) {
  PendingImpacts pending(64);
  EngineEvent event;
  unsigned random = 5;
  std::vector<std::pair<int, int>> expected;  // hop, as told
  for (int i = 0; i < 64; ++i) {
    random = random * 1664525u + 1013904223u;
    const int sample = static_cast<int>((random >> 8) % 1000);
    event.object = i;
    ASSERT_TRUE(pending.add(event, sample, {0, 0}));
    expected.push_back({sample / kHop, i});
  }
  EXPECT_FALSE(pending.add(event, 0, {0, 0}));
  std::sort(expected.begin(), expected.end());
  std::size_t n = 0;
  for (int hop = 0; hop < 16; ++hop)
    for (; const PendingImpact* next = pending.next(hop); pending.drop(), ++n)
      EXPECT_EQ(std::pair(hop, next->event.object), expected[n]);
  EXPECT_EQ(n, 64u);
}

}  // namespace
}  // namespace peal

// Voices come and go without clicks, and their modes stay within the budget.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "realtime/toy_world.h"

namespace peal {
namespace {

double steepest(const std::vector<float>& samples, std::size_t from, std::size_t to) {
  double most = 0;
  for (std::size_t n = from + 1; n < to; ++n)
    most = std::max(most, double(std::abs(samples[n] - samples[n - 1])));
  return most;
}
double largest(const std::vector<float>& samples, std::size_t from, std::size_t to) {
  double most = 0;
  for (std::size_t n = from; n < to; ++n) most = std::max(most, double(std::abs(samples[n])));
  return most;
}

// One mode of 300 Hz rings on; then a far louder object takes its only voice. Its own sound is far
// away: what is heard in between is the stolen voice alone.
TEST(Voices, StolenVoiceEndsWithoutAClick) {
  const ToyBody low(1, 300, 2), loud(60);
  EngineLimits limits;
  limits.max_voices = 1, limits.full_scale = 1e3;
  for (int phase = 0; phase < 160; phase += 13) {  // of the 160 samples of a period
    ToyEngine engine({&low, &loud}, limits);
    engine.listen({0, 1, 0}, {0, 1, 0});
    const int a = engine.spawn(0, {0, 0, 0}), b = engine.spawn(1, {60, 0, 0});
    engine.strike(a, {0.03, 0, 0}, 0.01, phase / 48000.0);
    std::vector<std::vector<float>> out;
    engine.render(60, out);
    ASSERT_EQ(engine.counts().voices, 1);
    engine.strike(b, {60.03, 0, 0}, 900);
    engine.render(40, out);
    ASSERT_EQ(engine.counts().stolen, 1);
    const double own = steepest(out[0], 40 * kHop, 60 * kHop);
    const double level = largest(out[0], 40 * kHop, 60 * kHop);
    EXPECT_GT(level, 0);
    // The fade of two hops adds level / 128 per sample to its own slope, which is 0.039 level.
    EXPECT_LT(steepest(out[0], 60 * kHop - 1, 75 * kHop), own + level / (2 * kHop));
    EXPECT_EQ(largest(out[0], 63 * kHop, 90 * kHop), 0);
  }
}

TEST(Voices, QuieterSoundsDoNotStealLouderOnes) {
  const ToyBody toy(40);
  EngineLimits limits;
  limits.max_voices = 1;
  ToyEngine engine({&toy}, limits);
  engine.listen({0, 1, 0}, {0, 1, 0});
  const int a = engine.spawn(0, {0, 0, 0}), b = engine.spawn(0, {50, 0, 0});
  engine.strike(a, {0.03, 0, 0}, 2);
  engine.render(10);
  engine.strike(b, {50.03, 0, 0}, 0.05);
  engine.render(10);
  EXPECT_EQ(engine.counts().stolen, 0);
  EXPECT_EQ(engine.counts().unheard, 1);
}

TEST(Voices, BecomeFreeAgainWhenNothingIsHeardAnyMore) {
  const ToyBody toy(20, 500, 200);
  EngineLimits limits;
  limits.max_voices = 2;
  ToyEngine engine({&toy}, limits);
  engine.listen({0, 1, 0}, {0, 1, 0});
  const int a = engine.spawn(0, {0, 0, 0});
  for (int again = 0; again < 5; ++again) {
    engine.strike(a, {0.03, 0, 0}, 1);
    const auto out = engine.render(400);
    EXPECT_GT(largest(out[0], 0, 20 * kHop), 0);
    EXPECT_EQ(largest(out[0], 395 * kHop, 400 * kHop), 0);
    EXPECT_EQ(engine.counts().voices, 0);
  }
  EXPECT_EQ(engine.counts().impacts, 5);
}

// Forty bodies of 60 modes with room for 600 modes: what is left out must be the least audible.
TEST(Voices, CullingKeepsTheBudgetAndWhatIsLoud) {
  const ToyBody toy(60);
  EngineLimits limits;
  limits.max_voices = 40, limits.max_objects = 40, limits.full_scale = 1e3, limits.inaudible = 1e-9;
  const auto play = [&](int budget, int& modes) {
    limits.max_modes = budget;
    ToyEngine engine({&toy}, limits);
    engine.listen({0, 1, 0}, {0, 1, 0});
    for (int i = 0; i < 40; ++i) {
      const double x = 0.25 * i;
      engine.strike(engine.spawn(0, {x, 0, 0}), {x + 0.03, 0, 0}, 0.2, 0.002 * i);
    }
    std::vector<std::vector<float>> out;
    for (int g = 0; g < 400; ++g) {
      engine.render(1, out);
      if (g > 90) modes = std::max(modes, engine.counts().modes.load());
    }
    return out[0];
  };
  int within = 0, all = 0;
  const auto some = play(600, within), whole = play(100000, all);
  EXPECT_LE(within, 600);
  EXPECT_GT(all, 2000);
  double lost = 0, energy = 0;
  for (std::size_t n = 0; n < whole.size(); ++n) {
    lost += (some[n] - whole[n]) * (some[n] - whole[n]);
    energy += double(whole[n]) * whole[n];
  }
  EXPECT_LT(lost, 0.1 * energy);
  // No click either: nowhere steeper than without culling.
  EXPECT_LE(steepest(some, 100 * kHop, some.size()),
            1.05 * steepest(whole, 100 * kHop, whole.size()));
}

// All that is heard is culled at once, as no budget would: it must fade within a hop.
TEST(Voices, CulledModesEndWithoutAClick) {
  const ToyBody toy(1, 300, 2);
  VoiceSpace space;
  space.samples_per_metre = 48000 / 343.2, space.most_delay = 1000, space.ears = 1;
  space.ear[0] = {0, 1, 0};
  const ModalBank prototype(toy.body().poles, space.rate, 1);
  for (int phase = 0; phase < 160; phase += 13) {
    Voice voice(prototype, space);
    voice.start(prototype, toy.body(), 0, {}, 0);
    const double impulse = 1;
    voice.push(phase % kHop, 1e-3, &impulse, 1);
    std::vector<float> out(60 * kHop + phase);
    for (int g = 0; g < 60; ++g) {
      float* rows[] = {out.data() + g * kHop};
      voice.render(rows);
      if (g == 29 + phase / kHop) voice.cull(0);
    }
    const double own = steepest(out, 20 * kHop, 30 * kHop);
    const double level = largest(out, 20 * kHop, 30 * kHop);
    EXPECT_LT(steepest(out, 30 * kHop, 50 * kHop), own + level / kHop);
    EXPECT_EQ(largest(out, 40 * kHop, 50 * kHop), 0);
  }
}

TEST(Voices, DespawnedObjectsRingOnAndTheirPlaceCanBeTaken) {
  const ToyBody toy(20);
  EngineLimits limits;
  limits.max_objects = 1;
  ToyEngine engine({&toy}, limits);
  engine.listen({0, 1, 0}, {0, 1, 0});
  const int a = engine.spawn(0, {0, 0, 0});
  engine.strike(a, {0.03, 0, 0}, 1);
  engine.render(10);
  EXPECT_TRUE(engine.game().despawn(a));
  EXPECT_FALSE(engine.game().despawn(a));
  const int b = engine.spawn(0, {5, 0, 0});
  ASSERT_GE(b, 0);
  EXPECT_NE(a, b);
  EXPECT_FALSE(engine.game().set_pose(a, {}));  // an old id is not taken for the new object
  const auto out = engine.render(10);
  EXPECT_GT(largest(out[0], 0, out[0].size()), 0);
  engine.strike(b, {5.03, 0, 0}, 1);
  engine.render(1);
  EXPECT_EQ(engine.counts().voices, 2);
}

}  // namespace
}  // namespace peal

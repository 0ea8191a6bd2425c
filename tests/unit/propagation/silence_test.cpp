// Paths skip silence: what arrives must be what arrives without skipping.
#include <gtest/gtest.h>

#include <cmath>

#include "propagation/gather.h"

namespace peal {
namespace {

constexpr double kRate = 48000, kSound = 343.2;

// Comes nearer at 60 m/s, bounces off at 0.1 s, and goes away.
PoseTrack bouncing() {
  PoseTrack track;
  track.append({-1, {{0, 0, 67}, {}}, {0, 0, -60}, {}});
  track.append({0.1, {{0, 0, 1}, {}}, {0, 0, -60}, {}});
  track.append({0.1, {{0, 0, 1}, {}}, {5, 0, 40}, {}});
  track.append({1.1, {{5, 0, 41}, {}}, {5, 0, 40}, {}});
  return track;
}

// Short bursts with silences of all lengths between them, on a ground that is never silent or none.
float emitted(std::int64_t n, float ground) {
  const double place = std::fmod(static_cast<double>(n + 4800) * 0.0137 * (1 + 1e-5 * n), 10.0);
  return ground + (place < 1 ? static_cast<float>(std::sin(40 * place)) : 0.0f);
}

std::vector<float> arriving(float ground, int block) {
  const PoseTrack source = bouncing();
  const TrackedEar ear(PoseTrack(Pose{{0.3, 0.2, 0}, {}}), kSound);
  GatherPath path(source, ear, kRate);
  std::vector<float> out(14400), fed;
  std::int64_t next = -4800;
  for (int first = 0; first < static_cast<int>(out.size()); first += block) {
    const std::int64_t end = first + block + GatherPath::lookahead();
    fed.clear();
    for (std::int64_t n = next; n < end; ++n) fed.push_back(emitted(n, ground));
    path.feed(next, fed);
    next = end;
    path.gather(first, {out.data() + first, static_cast<std::size_t>(block)});
  }
  return out;
}

TEST(SilentPaths, NothingIsLostBySkippingSilence) {
  const std::vector<float> skipping = arriving(0, 4800), steady = arriving(1, 4800);
  int silent = 0, loud = 0;
  // The first emission began 0.1 s before the start: the ground is there from the beginning.
  for (std::size_t n = 0; n < steady.size(); ++n) {
    ASSERT_NEAR(skipping[n], steady[n] - 1, 2e-6) << n;
    (skipping[n] == 0 ? silent : loud)++;
  }
  EXPECT_GT(silent, 3000);
  EXPECT_GT(loud, 1000);
}

TEST(SilentPaths, SamplesDoNotDependOnBlocks) {
  const std::vector<float> whole = arriving(0, 14400);
  for (const int block : {48, 480, 4800}) EXPECT_TRUE(arriving(0, block) == whole) << block;
}

}  // namespace
}  // namespace peal

// The engine's own listener: travel time, Doppler shift, spreading, and no clicks when things jump.
#include <gtest/gtest.h>

#include "realtime/toy_world.h"

namespace peal {
namespace {

std::size_t onset(const std::vector<float>& samples) {
  float most = 0;
  for (float x : samples) most = std::max(most, std::abs(x));
  for (std::size_t n = 0; n < samples.size(); ++n)
    if (std::abs(samples[n]) > 0.02f * most) return n;
  return samples.size();
}

double rms_between(const std::vector<float>& samples, int from, int to) {
  double sum = 0;
  for (int n = from; n < to; ++n) sum += double(samples[n]) * samples[n];
  return std::sqrt(sum / (to - from));
}

// Zero crossings per second, between the first and the last of them.
double pitch(const std::vector<float>& samples, int from, int to) {
  double first = -1, last = -1;
  int count = 0;
  for (int n = from + 1; n < to; ++n) {
    if ((samples[n - 1] < 0) == (samples[n] < 0)) continue;
    const double at = n - 1 + samples[n - 1] / (samples[n - 1] - samples[n]);
    if (first < 0) first = at;
    last = at, ++count;
  }
  return (count - 1) * 48000 / (last - first) / 2;
}

TEST(EngineListener, FartherIsLaterAndQuieter) {
  const ToyBody toy(12);
  EngineLimits limits;
  limits.full_scale = 1e3, limits.inaudible = 1e-9;
  const auto heard = [&](double distance) {
    ToyEngine engine({&toy}, limits);
    engine.listen({0, distance, 0}, {0, 2 * distance, 0});
    engine.strike(engine.spawn(0, {0, 0, 0}), {0.03, 0, 0}, 1);
    return engine.render(200);
  };
  const auto out = heard(5);
  const double expected = 5 * 48000 / 343.2;
  EXPECT_NEAR(double(onset(out[1])) - double(onset(out[0])), expected, 2);
  EXPECT_NEAR(double(onset(out[0])), expected + kEngineLatency, 12);
  EXPECT_NEAR(rms_between(out[0], 2000, 8000) / rms_between(out[1], 2000 + 699, 8000 + 699), 2,
              0.02);
}

TEST(EngineListener, ApproachingBodiesSoundHigher) {
  const ToyBody toy(1, 2000, 0.5);
  EngineLimits limits;
  limits.full_scale = 1e3;
  for (const double speed : {-20.0, 20.0}) {
    ToyEngine engine({&toy}, limits);
    engine.listen({0, 0, 0}, {0, 0, 0});
    EnginePose pose;
    pose.position = {30 - speed * 0.2, 0, 0}, pose.velocity = {-speed, 0, 0};
    const int a = engine.game().spawn(0, pose, false);
    engine.strike(a, {pose.position[0] + 0.03, 0, 0}, 1);
    std::vector<std::vector<float>> out;
    for (int frame = 0; frame < 50; ++frame) {  // 10 ms each: updates are 7 or 8 hops apart
      engine.render(7 + frame % 2, out);
      pose.position[0] = 30 - speed * 0.2 - speed * double(out[0].size()) / 48000;
      engine.game().set_pose(a, pose);
    }
    const int n = static_cast<int>(out[0].size());
    EXPECT_NEAR(pitch(out[0], n / 2, n) / 2000, 1 / (1 - speed / 343.2), 2e-4);
  }
}

TEST(EngineListener, AJumpToAnotherPlaceIsFadedOver) {
  const ToyBody toy(1, 300, 0.5);
  EngineLimits limits;
  limits.full_scale = 1e3;
  ToyEngine engine({&toy}, limits);
  engine.listen({0, 6, 0}, {0, 6, 0});
  const int a = engine.spawn(0, {0, 0, 0});
  engine.strike(a, {0.03, 0, 0}, 1);
  std::vector<std::vector<float>> out;
  engine.render(60, out);
  EnginePose pose;
  pose.position = {0, -6, 0};  // what is heard from there was emitted 17 ms earlier
  engine.game().set_pose(a, pose);
  engine.render(200, out);
  double own = 0, level = 0, steepest = 0;
  for (int n = 1; n < static_cast<int>(out[0].size()); ++n) {
    const double slope = std::abs(double(out[0][n]) - out[0][n - 1]);
    if (n > 45 * kHop && n < 60 * kHop)
      own = std::max(own, slope), level = std::max(level, std::abs(double(out[0][n])));
    if (n >= 60 * kHop) steepest = std::max(steepest, slope);
  }
  EXPECT_LT(steepest, own + 2 * level / kHop);
}

// A pose that is told again and again comes to rest exactly: a still body costs nothing more.
TEST(EngineListener, ABodyAtRestIsStill) {
  EnginePoseFollower follower;
  follower.place({});
  const Pose there{{1, 2, 3}, Quat::from_axis_angle({0, 1, 0}, 1)};
  for (int i = 0; i < 200; ++i) {
    if (i % 12 == 0) follower.aim(there, {}, {});
    follower.advance(64.0 / 48000);
  }
  for (int i = 0; i < 600; ++i) follower.advance(64.0 / 48000);
  EXPECT_TRUE(follower.still());
  EXPECT_EQ(follower.pose().position, there.position);
  EXPECT_EQ(follower.pose().rotation, there.rotation);
}

}  // namespace
}  // namespace peal

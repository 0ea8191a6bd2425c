// Travel time at any speed below that of sound, against the closed form of straight motion.
#include "propagation/retarded_time.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"

namespace peal {
namespace {

constexpr double kRetardedSpeed = 343.2;

PoseTrack straight(const Vec3& start, const Vec3& velocity, double from, double until) {
  PoseTrack track;
  track.append({from, {start, {}}, velocity, {}});
  track.append({until, {start + (until - from) * velocity, {}}, velocity, {}});
  return track;
}

TEST(RetardedTime, IsSolvedForFastSourcesAndEars) {
  const PoseTrack still(Pose{});
  for (double speed : {1.0, 30.0, 150.0, 250.0, 300.0, 335.0}) {
    const PoseTrack track = straight({-150, 2, 0}, {speed, 0, 0}, 0, 4);
    for (double t = 0.5; t < 1.2; t += 0.01) {
      const double e = emission_time(t, track, still, kRetardedSpeed);
      EXPECT_NEAR(e + norm(track.position_at(e)) / kRetardedSpeed, t, 2e-12)
          << speed << " m/s at " << t;
      const double arrival = arrival_time(t, {}, track, kRetardedSpeed);
      EXPECT_NEAR(t + norm(track.position_at(arrival)) / kRetardedSpeed, arrival, 2e-12) << speed;
    }
  }
}

TEST(RetardedTime, IsSolvedAroundABounceAndLateInAScene) {
  const PoseTrack still(Pose{{0, -0.03, 0.04}, {}});
  for (double bounce : {0.05, 3599.5}) {
    PoseTrack track = straight({0, 8, 0}, {0, -80, 0}, bounce - 0.1, bounce);
    track.append({bounce, {{0, 0, 0}, {}}, {0, 60, 0}, {}});
    track.append({bounce + 0.1, {{0, 6, 0}, {}}, {0, 60, 0}, {}});
    for (double t = bounce - 0.01; t < bounce + 0.01; t += 1.3e-5) {
      const double e = emission_time(t, track, still, kRetardedSpeed);
      const double r = norm(still.position_at(t) - track.position_at(e));
      EXPECT_NEAR(e + r / kRetardedSpeed, t, 4e-12);
    }
  }
}

TEST(RetardedTime, FasterThanSoundIsRefused) {
  const PoseTrack still(Pose{});
  const PoseTrack track = straight({-300, 0.1, 0}, {400, 0, 0}, 0, 2);
  EXPECT_THROW(emission_time(0.7, track, still, kRetardedSpeed), Error);
  EXPECT_THROW(
      arrival_time(0.1, {2000, 0, 0}, straight({0, 0, 0}, {-400, 0, 0}, 0, 60), kRetardedSpeed),
      Error);
}

}  // namespace
}  // namespace peal

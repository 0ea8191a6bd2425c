#include "base/pose_track.h"

#include <gtest/gtest.h>

#include "base/constants.h"
#include "base/error.h"

namespace peal {
namespace {

const Vec3 kGravity{0, -9.81, 0};

PoseKnot thrown(double t, const Vec3& start, const Vec3& velocity) {
  return {t, {start + t * velocity + (0.5 * t * t) * kGravity, {}}, velocity + t * kGravity, {}};
}

// Falls from y = 1 with -1 m/s along x, is reflected at 0.2 s.
PoseTrack bouncing() {
  PoseTrack track;
  track.append({0.0, {{0, 1, 0}, {}}, {-1, -5, 0}, {}});
  track.append({0.2, {{-0.2, 0, 0}, {}}, {-1, -5, 0}, {}});
  track.append({0.2, {{-0.2, 0, 0}, {}}, {-1, 4, 0}, {}});
  track.append({0.3, {{-0.3, 0.4, 0}, {}}, {-1, 4, 0}, {}});
  return track;
}

}  // namespace

TEST(PoseTrack, AParabolaIsExactBetweenKnots) {
  PoseTrack track;
  const Vec3 start{1, 2, 3}, velocity{3, 1, -2};
  for (const double t : {0.0, 0.13, 0.2, 0.5}) track.append(thrown(t, start, velocity));
  for (double t = 0; t <= 0.5; t += 0.011) {
    const PoseKnot exact = thrown(t, start, velocity);
    EXPECT_NEAR(norm(track.position_at(t) - exact.pose.position), 0, 1e-14);
    EXPECT_NEAR(norm(track.velocity_at(t) - exact.velocity), 0, 1e-13);
    EXPECT_EQ(track.pose_at(t).position, track.position_at(t));
  }
}

TEST(PoseTrack, TheVelocityJumpsAtAnImpactAndThePositionDoesNot) {
  const PoseTrack track = bouncing();
  EXPECT_NEAR(track.velocity_at(0.2 - 1e-9).y, -5, 1e-7);
  EXPECT_NEAR(track.velocity_at(0.2).y, 4, 1e-12);
  EXPECT_NEAR(norm(track.position_at(0.2 - 1e-12) - track.position_at(0.2)), 0, 1e-11);
  EXPECT_NEAR(track.position_at(0.2).y, 0, 1e-15);
}

TEST(PoseTrack, TheLastKnotStillHasItsVelocityAndAfterItTheBodyStays) {
  const PoseTrack track = bouncing();
  EXPECT_EQ(track.velocity_at(0.3), (Vec3{-1, 4, 0}));
  EXPECT_EQ(track.velocity_at(0.31), Vec3{});
  EXPECT_EQ(track.position_at(7).y, 0.4);
  EXPECT_EQ(track.velocity_at(-1), Vec3{});
  EXPECT_EQ(track.position_at(-1).y, 1);
}

TEST(PoseTrack, RotationsTurnEvenlyTheShortWay) {
  PoseTrack track;
  const Quat half = Quat::from_axis_angle({0, 1, 0}, kPi / 2);
  track.append({1, {{}, {}}, {}, {}});
  track.append({2, {{}, {-half.w, -half.x, -half.y, -half.z}}, {}, {}});
  const Vec3 x = rotate(track.pose_at(1.25).rotation, {0, 0, 1});
  EXPECT_NEAR(x.x, std::sin(kPi / 8), 1e-15);
  EXPECT_NEAR(x.z, std::cos(kPi / 8), 1e-15);
}

TEST(PoseTrack, StillMeansThatNothingMovesBetweenTheTimes) {
  PoseTrack track;
  track.append({0, {{0, 1, 0}, {}}, {0, -5, 0}, {}});
  track.append({1, {{0, 0, 0}, {}}, {0, -5, 0}, {}});
  track.append({1, {{0, 0, 0}, {}}, {}, {}});
  track.append({2, {{0, 0, 0}, {}}, {}, {}});
  track.append({3, {{0, 0, 0}, {}}, {}, {}});
  track.append({4, {{0, 0, 1}, {}}, {0, 0, 1}, {}});
  EXPECT_FALSE(track.still_between(0.5, 1.5));
  EXPECT_TRUE(track.still_between(1, 3));
  EXPECT_TRUE(track.still_between(1.5, 2.5));
  EXPECT_FALSE(track.still_between(2.5, 3.1));
  EXPECT_TRUE(track.still_between(-2, -1));
  EXPECT_TRUE(track.still_between(4.5, 9));
  EXPECT_TRUE(PoseTrack(Pose{}).still_between(0, 10));
}

TEST(PoseTrack, EqualPosesWithSpeedAreNotStill) {
  PoseTrack track;  // up and down again within one pair of knots
  track.append({0, {}, {0, 1, 0}, {}});
  track.append({0.2, {}, {0, -1, 0}, {}});
  EXPECT_GT(track.position_at(0.1).y, 0.01);
  EXPECT_FALSE(track.still_between(0.05, 0.15));
}

TEST(PoseTrack, TurningIsNotStill) {
  PoseTrack track;
  track.append({0, {}, {}, {0, 1, 0}});
  track.append({1, {{}, Quat::from_axis_angle({0, 1, 0}, 1)}, {}, {0, 1, 0}});
  EXPECT_FALSE(track.still_between(0, 1));
}

TEST(PoseTrack, ForgettingKeepsWhatLaterQueriesNeed) {
  PoseTrack track = bouncing();
  const Vec3 before = track.position_at(0.21), speed = track.velocity_at(0.2);
  track.forget_before(0.2);
  EXPECT_EQ(track.velocity_at(0.2), speed);
  track.forget_before(0.21);
  EXPECT_LT(track.knots().size(), 4u);
  EXPECT_EQ(track.position_at(0.21), before);
  track.forget_before(100);
  ASSERT_FALSE(track.empty());
  EXPECT_EQ(track.position_at(200).y, 0.4);
}

TEST(PoseTrack, BadUseIsAnError) {
  PoseTrack track = bouncing();
  EXPECT_THROW(track.append({0.1, {}, {}, {}}), Error);
  EXPECT_THROW(track.append({std::nan(""), {}, {}, {}}), Error);
  EXPECT_THROW(PoseTrack().position_at(0), Error);
}

}  // namespace peal

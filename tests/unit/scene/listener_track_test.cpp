#include "scene/listener_track.h"

#include <gtest/gtest.h>

#include "base/constants.h"

namespace peal {
namespace {

ListenerSpec turning(const Vec3& look) {
  ListenerSpec listener;
  listener.path = {{1, {0, 0, 0}, {}, {}}, {3, {4, 0, 0}, look, {}}};
  return listener;
}

TEST(ListenerTrack, TurnsSteadilyTheShorterWay) {
  const PoseTrack track = listener_track(turning({-1, 0, 0}));  // a quarter to the left
  const auto look = [&](double time) { return rotate(track.pose_at(time).rotation, {0, 0, -1}); };
  EXPECT_LT(norm(look(0.5) - Vec3{0, 0, -1}), 1e-12);
  const double h = std::sqrt(0.5);
  EXPECT_LT(norm(look(2) - Vec3{-h, 0, -h}), 1e-12);
  EXPECT_LT(norm(look(9) - Vec3{-1, 0, 0}), 1e-12);
  EXPECT_LT(norm(track.position_at(2) - Vec3{2, 0, 0}), 1e-12);
}

TEST(ListenerTrack, HalfATurnGoesToTheRight) {
  const PoseTrack track = listener_track(turning({0, 0, 1}));
  EXPECT_LT(norm(rotate(track.pose_at(2).rotation, {0, 0, -1}) - Vec3{1, 0, 0}), 1e-9);
}

// The ear is on a circle around the moving middle all the time, with the speed of the rotation.
TEST(ListenerTrack, EarsKeepToTheirCircle) {
  const double aside = 0.085, spin = kPi / 2;  // [rad/s]: half a turn in 2 s
  const ListenerSpec listener = turning({0, 0, 1});
  const PoseTrack ear = track_beside(listener, aside);
  for (double time = 1; time < 3; time += 0.00317) {
    const double angle = spin * (time - 1);  // clockwise from above
    const Vec3 middle{2 * (time - 1), 0, 0};
    const Vec3 arm = aside * Vec3{std::cos(angle), 0, std::sin(angle)};
    EXPECT_LT(norm(ear.position_at(time) - middle - arm), 1e-6 * aside);
    const Vec3 speed = Vec3{2, 0, 0} + spin * aside * Vec3{-std::sin(angle), 0, std::cos(angle)};
    EXPECT_LT(norm(ear.velocity_at(time) - speed), 1e-4 * spin * aside);
  }
  EXPECT_LT(norm(ear.position_at(5) - Vec3{4 - aside, 0, 0}), 1e-9);
}

TEST(ListenerTrack, UpRollsTheEars) {
  ListenerSpec listener;
  listener.path = {{1, {0, 0, 0}, {}, Vec3{1, 0, 0}}};  // the top goes to the right: right is down
  EXPECT_LT(norm(track_beside(listener, 0.1).position_at(1) - Vec3{0, -0.1, 0}), 1e-9);
}

}  // namespace
}  // namespace peal

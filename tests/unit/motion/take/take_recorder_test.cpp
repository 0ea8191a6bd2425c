// What a recorder keeps of a motion is that motion.
#include "motion/take/take_recorder.h"

#include <gtest/gtest.h>

#include "motion/take/take_motion.h"

namespace peal {
namespace {

PoseKnot knot(double t, const Vec3& x, const Vec3& v, double angle = 0, double spin = 0) {
  return {t, {x, Quat::from_axis_angle({0, 1, 0}, angle)}, v, {0, spin, 0}};
}

double angle_between(const Quat& a, const Quat& b) {
  return 2 * std::acos(std::min(1.0, std::abs(dot(a, b))));
}

/// A thrown, turning thing that bounces once, in small steps.
PoseTrack bouncing(double step) {
  PoseTrack track;
  const double bounce = 0.3;
  for (int k = 0; k * step <= 1; ++k) {
    const double t = k * step;
    if (t > bounce && t - step <= bounce) {
      track.append(knot(bounce, {0.3, 0.5 - 4.9 * 0.09, 0}, {1, -9.8 * bounce, 0}, 4 * bounce, 4));
      track.append(knot(bounce, {0.3, 0.5 - 4.9 * 0.09, 0}, {1, 2, 0}, 4 * bounce, -3));
    }
    const double s = t - bounce;
    if (t <= bounce)
      track.append(knot(t, {t, 0.5 - 4.9 * t * t, 0}, {1, -9.8 * t, 0}, 4 * t, 4));
    else
      track.append(knot(t, {t, 0.5 - 4.9 * 0.09 + 2 * s - 4.9 * s * s, 0}, {1, 2 - 9.8 * s, 0},
                        4 * bounce - 3 * s, -3));
  }
  return track;
}

}  // namespace

TEST(KnotThinner, KeepsThePathWithFarFewerKnots) {
  const PoseTrack full = bouncing(1e-3);
  KnotThinner thinner;
  for (const PoseKnot& k : full.knots()) thinner.add(k);
  const PoseTrack thin = thinner.finish();
  EXPECT_LT(thin.knots().size(), full.knots().size() / 15);
  for (double t = 0; t <= 1; t += 3.7e-4) {
    const Pose a = full.pose_at(t), b = thin.pose_at(t);
    ASSERT_LT(norm(a.position - b.position), 2 * kKnotDistance) << t;
    ASSERT_LT(angle_between(a.rotation, b.rotation), 2 * kKnotTurn) << t;
  }
  EXPECT_FALSE(thin.smooth_between(0.29, 0.31));  // the bounce is still one
  EXPECT_NEAR(thin.velocity_at(0.3).y, 2, 1e-12);
}

TEST(KnotThinner, AThingAtRestNeedsTwoKnots) {
  KnotThinner thinner;
  for (int k = 0; k <= 5000; ++k) thinner.add(knot(1e-3 * k, {1, 2, 3}, {}));
  const PoseTrack thin = thinner.finish();
  EXPECT_LE(thin.knots().size(), 3u);
  EXPECT_DOUBLE_EQ(thin.knots().back().time, 5);
}

TEST(TakeRecorder, BlocksOfAnyLengthGiveTheSameTake) {
  const PoseTrack full = bouncing(1e-3);
  std::vector<Take> takes;
  for (const double block : {0.013, 0.1, 1.0}) {
    TakeRecorder recorder({{"thing", 1, {1, 1, 1}}}, 0);
    std::vector<PoseTrack> tracks(1);
    std::size_t next = 0;
    for (double until = block; next < full.knots().size(); until += block) {
      while (next < full.knots().size() && full.knots()[next].time < until + 1e-12)
        tracks[0].append(full.knots()[next++]);
      MotionBlock happened;
      happened.begin = until - block, happened.end = until;
      recorder.record(happened, tracks);
      tracks[0].forget_before(until);
    }
    takes.push_back(recorder.finish(1));
  }
  for (const Take& take : takes) {
    ASSERT_EQ(take.tracks[0].knots().size(), takes[0].tracks[0].knots().size());
    for (std::size_t i = 0; i < take.tracks[0].knots().size(); ++i)
      EXPECT_EQ(take.tracks[0].knots()[i].time, takes[0].tracks[0].knots()[i].time);
  }
}

TEST(TakeMotion, PlaysEventsInTheirBlocksForTheScenesObjects) {
  auto take = std::make_shared<Take>();
  take->end = 2;
  take->bodies = {{"a", 1, {}}, {"gone", 1, {}}, {"b", 1, {}}};
  take->tracks.resize(3);
  take->tracks[0].append(knot(0, {1, 0, 0}, {}));
  take->tracks[2].append(knot(0, {2, 0, 0}, {}));
  Impact impact;
  impact.normal = {0, 1, 0};
  for (const auto& [time, a, b] : {std::tuple(0.5, 0, 2), {0.7, 0, 1}, {1.5, 2, kFloor}}) {
    impact.time = time, impact.body_a = a, impact.body_b = b;
    take->impacts.push_back(impact);
  }
  // The scene has b, a and something the take does not know.
  TakeMotion motion(take, {2, 0, -1}, {{}, {}, {{7, 0, 0}, {}}});
  EXPECT_EQ(motion.tracks()[0].position_at(1).x, 2);
  EXPECT_EQ(motion.tracks()[2].position_at(1).x, 7);
  const MotionBlock first = motion.step(1);
  ASSERT_EQ(first.impacts.size(), 1u);  // the one with a body that is gone is left out
  EXPECT_EQ(first.impacts[0].body_a, 1);
  EXPECT_EQ(first.impacts[0].body_b, 0);
  const MotionBlock second = motion.step(2);
  ASSERT_EQ(second.impacts.size(), 1u);
  EXPECT_EQ(second.impacts[0].body_a, 0);
  EXPECT_EQ(second.impacts[0].body_b, kFloor);
}

}  // namespace peal

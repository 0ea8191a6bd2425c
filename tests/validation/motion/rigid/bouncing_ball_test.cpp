// A ball dropped on the floor, against the closed form: falls v^2 = 2 g h, bounces 2 v e^k / g
// long.
#include <gtest/gtest.h>

#include <algorithm>

#include "validation/motion/rigid/rigid_bodies.h"

namespace peal {
namespace {

constexpr double kG = 9.81;

RigidSetup dropped(double height, double restitution, double step, double radius = 0.02) {
  RigidSetup setup;
  setup.step = step;
  setup.floor_restitution = restitution;
  setup.bodies = {ball(radius, 0.26, {0, height + radius, 0})};
  setup.bodies[0].restitution = 1;
  return setup;
}

}  // namespace

class BouncingBall : public testing::TestWithParam<double> {};

TEST_P(BouncingBall, TimesSpeedsAndImpulsesOfTheBounces) {
  const double h = 0.73, step = GetParam();
  double worst_time = 0, worst_ratio = 0, worst_speed = 0, worst_impulse = 0;
  for (const double e : {0.5, 0.8, 0.95}) {
    RigidMotion motion(dropped(h, e, step));
    const auto impacts = impacts_until(motion, 4);
    ASSERT_GE(impacts.size(), 5u);
    double time = std::sqrt(2 * h / kG), speed = std::sqrt(2 * kG * h);
    for (int k = 0; k < 5; ++k) {
      const Impact& hit = impacts[k];
      worst_time = std::max(worst_time, std::abs(hit.time - time));
      worst_speed = std::max(worst_speed, std::abs(hit.closing_speed / speed - 1));
      worst_impulse =
          std::max(worst_impulse, std::abs(hit.impulse.y / (0.26 * (1 + e) * speed) - 1));
      if (k >= 2) {
        const double ratio =
            (hit.time - impacts[k - 1].time) / (impacts[k - 1].time - impacts[k - 2].time);
        worst_ratio = std::max(worst_ratio, std::abs(ratio / e - 1));
      }
      EXPECT_EQ(hit.body_b, kFloor);
      EXPECT_EQ(hit.normal, (Vec3{0, 1, 0}));
      EXPECT_NEAR(hit.point_a.y, -0.02, 1e-12);
      EXPECT_NEAR(norm(hit.point_b), 0, 1e-12);
      speed *= e;
      time += 2 * speed / kG;
    }
  }
  fmt::print("step {} ms: time {:.2e} s, ratio {:.2e}, speed {:.2e}, impulse {:.2e}\n", 1e3 * step,
             worst_time, worst_ratio, worst_speed, worst_impulse);
  EXPECT_LT(worst_time, 1e-9);
  EXPECT_LT(worst_ratio, 1e-8);
  EXPECT_LT(worst_speed, 1e-8);
  EXPECT_LT(worst_impulse, 1e-8);
}

TEST_P(BouncingBall, TheLastReportedBouncesAreStillInTheSeries) {
  const double e = 0.7, h = 0.4, step = GetParam();
  RigidMotion motion(dropped(h, e, step));
  const auto impacts = impacts_until(motion, 3);
  double speed = std::sqrt(2 * kG * h), time = std::sqrt(2 * h / kG);
  std::size_t k = 0;
  for (; speed >= 0.05; ++k) {  // the threshold of reporting
    ASSERT_LT(k, impacts.size());
    EXPECT_NEAR(impacts[k].time, time, 1e-9) << k;
    EXPECT_NEAR(impacts[k].closing_speed / speed, 1, 1e-7) << k;
    speed *= e;
    time += 2 * speed / kG;
  }
  EXPECT_EQ(impacts.size(), k) << "slower impacts are silent";
  EXPECT_TRUE(motion.tracks()[0].still_between(2, 3));
}

TEST_P(BouncingBall, TheTrackIsTheParabolaBeforeAndAfterTheImpact) {
  const double h = 0.5, e = 0.8, step = GetParam();
  RigidMotion motion(dropped(h, e, step));
  motion.step(0.6);
  const double t1 = std::sqrt(2 * h / kG), v1 = e * std::sqrt(2 * kG * h);
  double worst = 0, worst_speed = 0;
  for (double t = 0; t < 0.55; t += 0.000713) {
    const double s = t - t1;
    const double y = t < t1 ? h - 0.5 * kG * t * t : v1 * s - 0.5 * kG * s * s;
    const double v = t < t1 ? -kG * t : v1 - kG * s;
    worst = std::max(worst, std::abs(motion.tracks()[0].position_at(t).y - 0.02 - y));
    worst_speed = std::max(worst_speed, std::abs(motion.tracks()[0].velocity_at(t).y - v));
  }
  EXPECT_LT(worst, 1e-12);
  EXPECT_LT(worst_speed, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Steps, BouncingBall, testing::Values(0.25e-3, 1e-3, 2.5e-3));

// Impacts locked to the step would be heard as a tone of the step rate.
TEST(BouncingBallSteps, ImpactInstantsAreSpreadEvenlyWithinTheStep) {
  const double step = 2.5e-3;
  std::vector<double> phase;
  for (int i = 0; i < 200; ++i) {
    RigidMotion motion(dropped(0.2 + 0.8 * i / 200, 0.6, step));
    for (const Impact& hit : impacts_until(motion, 0.9)) {
      const double steps = hit.time / step;
      phase.push_back(steps - std::floor(steps));
    }
  }
  std::sort(phase.begin(), phase.end());
  double distance = 0;  // Kolmogorov-Smirnov
  for (std::size_t i = 0; i < phase.size(); ++i)
    distance = std::max({distance, std::abs(phase[i] - i / static_cast<double>(phase.size())),
                         std::abs(phase[i] - (i + 1) / static_cast<double>(phase.size()))});
  fmt::print("{} impacts, Kolmogorov-Smirnov distance {:.3f}, 1 % limit {:.3f}\n", phase.size(),
             distance, 1.63 / std::sqrt(phase.size()));
  ASSERT_GT(phase.size(), 400u);
  EXPECT_LT(distance, 1.63 / std::sqrt(phase.size()));
}

TEST(BouncingBallSteps, ASmallFastBallDoesNotTunnelThroughTheFloor) {
  for (const double radius : {0.015, 0.0075, 0.002}) {
    RigidMotion motion(dropped(2, 0.5, 2.5e-3, radius));
    const auto hits = impacts_until(motion, 1);
    ASSERT_FALSE(hits.empty());
    EXPECT_NEAR(hits[0].time, std::sqrt(4 / kG), 1e-9);
    for (const PoseKnot& knot : motion.tracks()[0].knots())
      EXPECT_GT(knot.pose.position.y, radius - 1e-5);
  }
}

// Up to 14 mm per step onto a plate of 2 mm, at 20 phases of the step.
TEST(BouncingBallSteps, ASmallFastBallDoesNotTunnelThroughAThinPlate) {
  for (int i = 0; i < 20; ++i) {
    const double radius = i % 2 ? 0.0075 : 0.002, plate_height = 0.4 + 0.01 * i;
    RigidSetup setup = dropped(2, 0.5, 2.5e-3, radius);
    RigidBodySetup plate = bar({0.3, 0.002, 0.3}, 1, {0, plate_height, 0});
    plate.fixed = true;
    setup.bodies.push_back(plate);
    RigidMotion motion(setup);
    const auto hits = impacts_until(motion, 1);
    ASSERT_FALSE(hits.empty()) << i;
    EXPECT_EQ(hits[0].body_b, 1);
    EXPECT_NEAR(hits[0].time, std::sqrt(2 * (2 - plate_height - 0.001) / kG), 1e-9);
    for (const PoseKnot& knot : motion.tracks()[0].knots())
      EXPECT_GT(knot.pose.position.y, plate_height);
  }
}

}  // namespace peal

#include "tools/import/events/find_impacts.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "validation/tools/import/compare_impacts.h"

namespace peal {
namespace {

constexpr double kG = 9.81;

PoseFrames frames_from(const std::vector<PoseTrack>& tracks, double duration, double rate) {
  return thinned(tracks, duration, rate, 7);
}

// Drop, one bounce at e: everything is known in closed form.
TEST(FindImpacts, ABouncingBallIsFoundAtItsTrueInstants) {
  const double r = 0.03, height = 0.5, e = 0.6, mass = 0.2, rate = 60;
  RigidSetup setup;
  setup.bodies = {ball(r, mass, {0, height + r, 0})};
  setup.bodies[0].name = "ball";
  const double v = std::sqrt(2 * kG * height), t1 = v / kG, t2 = t1 + 2 * e * v / kG;
  PoseFrames frames;
  frames.rounding = 5e-7;
  frames.poses.emplace_back();
  for (int k = 0; k < 45; ++k) {
    const double t = k / rate, s = t - t1, u = t - t2;
    double y = height - 0.5 * kG * t * t;
    if (s > 0) y = e * v * s - 0.5 * kG * s * s;
    if (u > 0) y = e * e * v * u - 0.5 * kG * u * u;
    frames.times.push_back(t);
    frames.poses[0].push_back({{0, r + y, 0}, {}});
  }
  const FoundMotion found = find_impacts(setup, frames);
  const Take& take = found.take;
  check(take, "take");
  ASSERT_EQ(take.impacts.size(), 2u);
  EXPECT_NEAR(take.impacts[0].time, t1, 1e-6);
  EXPECT_NEAR(take.impacts[1].time, t2, 1e-5);
  EXPECT_NEAR(take.impacts[0].closing_speed, v, 1e-3);
  EXPECT_NEAR(take.impacts[0].impulse.y, mass * (1 + e) * v, 1e-3 * mass * v);
  EXPECT_NEAR(take.impacts[0].lost_energy, 0.5 * mass * v * v * (1 - e * e), 2e-3 * mass * v * v);
  EXPECT_NEAR(norm(take.impacts[0].point_a - Vec3{0, -r, 0}), 0, 1e-6);
  EXPECT_EQ(take.impacts[0].body_b, kFloor);
  EXPECT_GT(take.impacts[0].confidence, 0.95);
  EXPECT_EQ(found.unexplained, 0);
  // Two knots at the instant: velocity before and after.
  const Jump jump = jump_at(take.tracks[0], take.impacts[0].time);
  EXPECT_NEAR(jump.before.velocity.y, -v, 1e-3);
  EXPECT_NEAR(jump.after.velocity.y, e * v, 1e-2);
  EXPECT_NEAR(take.tracks[0].position_at(0.5 * (t1 + t2)).y, r + 0.5 * e * e * v * v / kG, 1e-5);
}

// Remaining time is reckoned from the part that is done: every pass ends at 1, whether another one
// follows or not, and flight, which costs little, counts little.
TEST(FindImpacts, TellsWhatPartOfTheWorkIsDone) {
  const double r = 0.03, height = 0.5, rate = 60, v = std::sqrt(2 * kG * height), t1 = v / kG;
  RigidSetup setup;
  setup.bodies = {ball(r, 0.2, {0, height + r, 0})};
  PoseFrames frames;
  frames.rounding = 5e-7;
  frames.poses.emplace_back();
  for (int k = 0; k < 25; ++k) {
    const double t = k / rate, s = t - t1;
    const double y = s < 0 ? height - 0.5 * kG * t * t : 0.6 * v * s - 0.5 * kG * s * s;
    frames.times.push_back(t);
    frames.poses[0].push_back({{0, r + y, 0}, {}});
  }
  std::vector<std::vector<double>> told(2);
  FindSettings settings;
  settings.done = [&](int pass, double part) { told.at(pass).push_back(part); };
  find_impacts(setup, frames, settings);
  for (const std::vector<double>& pass : told) {
    if (&pass == &told[1] && pass.empty()) continue;
    ASSERT_EQ(pass.size(), frames.times.size() - 1);
    EXPECT_TRUE(std::is_sorted(pass.begin(), pass.end()));
    EXPECT_DOUBLE_EQ(pass.back(), 1);
    const auto fallen = static_cast<std::size_t>(t1 * rate);  // of 24 intervals, without a touch
    EXPECT_LT(pass[fallen - 2], 0.6 * static_cast<double>(fallen - 1) / 24);
  }
}

// It lands on four corners at once. What each gets is not determined; their sums are.
TEST(FindImpacts, AFlatBarGivesItsMomentumAndEnergyOnce) {
  const double height = 0.5, e = 0.4, mass = 0.3, rate = 60;
  RigidSetup setup;
  setup.bodies = {bar({0.3, 0.02, 0.05}, mass, {0, height + 0.01, 0})};
  setup.bodies[0].restitution = setup.floor_restitution = 0.7;  // to be learnt or fitted
  const double v = std::sqrt(2 * kG * height), t1 = v / kG;
  PoseFrames frames;
  frames.rounding = 5e-7;
  frames.poses.emplace_back();
  for (int k = 0; k < 28; ++k) {
    const double t = k / rate, s = t - t1;
    frames.times.push_back(t);
    const double y = s < 0 ? height - 0.5 * kG * t * t : e * v * s - 0.5 * kG * s * s;
    frames.poses[0].push_back({{0, 0.01 + y, 0}, {}});
  }
  for (const bool solver : {true, false}) {
    FindSettings settings;
    settings.use_solver = solver;
    double impulse = 0, lost = 0;
    for (const Impact& impact : find_impacts(setup, frames, settings).take.impacts) {
      impulse += impact.impulse.y;
      lost += impact.lost_energy;
    }
    EXPECT_NEAR(impulse, mass * (1 + e) * v, 2e-3 * mass * v) << solver;
    EXPECT_NEAR(lost, 0.5 * mass * v * v * (1 - e * e), 5e-3 * mass * v * v) << solver;
  }
}

TEST(FindImpacts, RoundingMakesNoImpacts) {
  for (const double rate : {24., 240., 1000.}) {
    RigidSetup setup;
    setup.floor = false;
    setup.bodies = {bar({0.1, 0.02, 0.03}, 0.2, {0, 5, 0})};
    setup.bodies[0].spin = {3, 2, 5};
    setup.bodies[0].velocity = {1, 3, 0};
    RigidMotion motion(setup);
    motion.step(1);
    for (const int decimals : {4, 5, 6}) {
      const FoundMotion found = find_impacts(setup, thinned(motion.tracks(), 1, rate, decimals));
      EXPECT_TRUE(found.take.impacts.empty()) << rate << " " << decimals;
      EXPECT_EQ(found.unexplained, 0) << rate << " " << decimals;
    }
  }
}

TEST(FindImpacts, TwoBallsInTheAirExchangeOneImpulse) {
  RigidSetup setup;
  setup.floor = false;
  setup.bodies = {ball(0.02, 0.1, {-0.2, 1, 0}, {3, 1, 0}),
                  ball(0.03, 0.25, {0.2, 1, 0.01}, {-1, 1, 0})};
  RigidMotion motion(setup);
  const Impact truth = impacts_until(motion, 0.3).at(0);
  for (const bool solver : {true, false}) {
    FindSettings settings;
    settings.use_solver = solver;
    const FoundMotion found = find_impacts(setup, frames_from(motion.tracks(), 0.3, 60), settings);
    ASSERT_EQ(found.take.impacts.size(), 1u);
    const Impact& impact = found.take.impacts[0];
    EXPECT_EQ(impact.body_a, 0);
    EXPECT_EQ(impact.body_b, 1);
    EXPECT_NEAR(impact.time, truth.time, 1e-5);
    EXPECT_LT(norm(impact.impulse - truth.impulse), 0.01 * norm(truth.impulse));
    EXPECT_NEAR(impact.closing_speed, truth.closing_speed, 0.02);
  }
}

TEST(FindImpacts, ARestingBarIsACarriedWeightAndNoImpact) {
  RigidSetup setup;
  setup.bodies = {bar({0.2, 0.02, 0.02}, 0.3, {0, 0.01, 0})};
  PoseFrames frames;
  frames.rounding = 5e-7;
  frames.poses.emplace_back(20, setup.bodies[0].pose);
  for (int k = 0; k < 20; ++k) frames.times.push_back(k / 60.0);
  const Take take = find_impacts(setup, frames).take;
  check(take, "take");
  EXPECT_TRUE(take.impacts.empty());
  ASSERT_EQ(take.contacts.size(), 2u);  // begin and end
  EXPECT_NEAR(take.contacts[0].normal_force, 0.3 * kG, 1e-5);
  EXPECT_EQ(take.contacts[0].state, ContactState::rest);
  EXPECT_TRUE(take.contacts[1].ends);
}

TEST(FindImpacts, ARollingBallRollsAndASlidingBarSlides) {
  RigidSetup setup;
  setup.bodies = {ball(0.03, 0.2, {0, 0.03, 0}), bar({0.1, 0.02, 0.02}, 0.3, {0, 0.01, 1})};
  PoseFrames frames;
  frames.rounding = 5e-7;
  frames.poses.resize(2);
  for (int k = 0; k < 30; ++k) {
    const double t = k / 60.0, x = 0.5 * t, y = 1.2 * t - 0.5 * 2.4 * t * t;
    frames.times.push_back(t);
    frames.poses[0].push_back({{x, 0.03, 0}, Quat::from_axis_angle({0, 0, 1}, -x / 0.03)});
    frames.poses[1].push_back({{y, 0.01, 1}, {}});
  }
  const Take take = find_impacts(setup, frames).take;
  EXPECT_TRUE(take.impacts.empty());
  int rolls = 0, slides = 0;
  for (const ContactSample& c : take.contacts) {
    if (c.ends || c.time > 0.4) continue;
    if (c.body_a == 0) {
      ++rolls;
      EXPECT_EQ(c.state, ContactState::roll) << c.time;
      EXPECT_NEAR(c.roll.x, 0.5, 0.01);
      EXPECT_LT(norm(c.slip), 0.01);
      EXPECT_NEAR(c.normal_force, 0.2 * kG, 0.02);
    } else {
      ++slides;
      EXPECT_EQ(c.state, ContactState::slide) << c.time;
      EXPECT_NEAR(c.slip.x, 1.2 - 2.4 * c.time, 0.02);
      EXPECT_NEAR(c.normal_force, 0.3 * kG, 0.05);
    }
  }
  EXPECT_GE(slides, 10);
  EXPECT_GE(rolls, 1);
}

TEST(FindImpacts, AJumpWithoutAnythingNearIsReportedNotExplained) {
  RigidSetup setup;
  setup.bodies = {ball(0.03, 0.2, {0, 1, 0})};
  setup.bodies[0].name = "ghost";
  PoseFrames frames;
  frames.rounding = 5e-7;
  frames.poses.emplace_back();
  for (int k = 0; k < 30; ++k) {
    const double t = k / 60.0;
    frames.times.push_back(t);
    frames.poses[0].push_back({{t < 0.25 ? t : 0.5 - t, 2 - 0.5 * kG * t * t, 0}, {}});
  }
  const FoundMotion found = find_impacts(setup, frames);
  EXPECT_TRUE(found.take.impacts.empty());
  EXPECT_GE(found.unexplained, 1);
  EXPECT_EQ(found.unexplained_body, "ghost");
  EXPECT_NEAR(found.first_unexplained, 0.25, 0.02);
}

}  // namespace
}  // namespace peal

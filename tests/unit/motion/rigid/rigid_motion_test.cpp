#include "motion/rigid/rigid_motion.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "validation/motion/rigid/rigid_bodies.h"

namespace peal {
namespace {

// Three bodies that hit the floor and each other for a while.
RigidSetup jumble() {
  RigidSetup setup;
  setup.bodies = {ball(0.02, 0.26, {0.03, 0.5, 0}), ball(0.015, 0.1, {0.035, 0.8, 0.002}),
                  bar({0.2, 0.01, 0.03}, 0.3, {0, 0.2, 0}, Quat::from_axis_angle({0, 0, 1}, 0.2))};
  for (auto& b : setup.bodies) b.restitution = 0.7;
  setup.floor_restitution = 0.7;
  return setup;
}

struct Recording {
  std::vector<Impact> impacts;
  std::vector<PoseTrack> tracks;
};

Recording run(const RigidSetup& setup, double block, double end) {
  RigidMotion motion(setup);
  Recording out;
  double begin = 0;
  for (int i = 1; begin < end; ++i) {
    const double until = std::min(end, i * block);
    const MotionBlock& b = motion.step(until);
    EXPECT_EQ(b.begin, begin);
    EXPECT_EQ(b.end, until);
    for (const Impact& hit : b.impacts) {
      EXPECT_GE(hit.time, begin);
      EXPECT_LT(hit.time, until);
      out.impacts.push_back(hit);
    }
    for (const PoseTrack& track : motion.tracks()) EXPECT_GE(track.knots().back().time, until);
    begin = until;
  }
  out.tracks = motion.tracks();
  return out;
}

std::string message_of(const RigidSetup& setup, double end = 0) {
  try {
    RigidMotion motion(setup);
    motion.step(end);
  } catch (const Error& e) {
    return e.what();
  }
  return {};
}

}  // namespace

TEST(RigidMotion, BlocksOfAnyLengthGiveTheSameImpactsAndKnots) {
  const Recording whole = run(jumble(), 1.0, 1.0);
  ASSERT_GT(whole.impacts.size(), 10u);
  for (const double block : {0.0003, 0.001, 0.00266, 0.01, 0.128, 0.5}) {
    const Recording parts = run(jumble(), block, 1.0);
    ASSERT_EQ(parts.impacts.size(), whole.impacts.size());
    for (std::size_t i = 0; i < whole.impacts.size(); ++i) {
      EXPECT_EQ(parts.impacts[i].time, whole.impacts[i].time);
      EXPECT_EQ(parts.impacts[i].impulse, whole.impacts[i].impulse);
      EXPECT_EQ(parts.impacts[i].point_a, whole.impacts[i].point_a);
    }
    for (std::size_t b = 0; b < whole.tracks.size(); ++b) {
      const auto &p = parts.tracks[b].knots(), &w = whole.tracks[b].knots();
      ASSERT_EQ(p.size(), w.size());
      for (std::size_t k = 0; k < w.size(); ++k) {
        ASSERT_EQ(p[k].time, w[k].time);
        ASSERT_EQ(p[k].pose.position, w[k].pose.position);
        ASSERT_EQ(p[k].pose.rotation, w[k].pose.rotation);
        ASSERT_EQ(p[k].velocity, w[k].velocity);
      }
    }
  }
}

TEST(RigidMotion, ImpactsAreInOrderAndWellFormed) {
  const Recording r = run(jumble(), 1.0, 1.0);
  double last = 0;
  bool pair = false;
  for (const Impact& hit : r.impacts) {
    EXPECT_GE(hit.time, last);
    last = hit.time;
    EXPECT_GT(hit.closing_speed, 0);
    EXPECT_GT(dot(hit.impulse, hit.normal), 0);
    EXPECT_NEAR(norm(hit.normal), 1, 1e-12);
    EXPECT_NE(hit.body_a, hit.body_b);
    pair = pair || hit.body_b != kFloor;
    // Both touching points are at one place.
    const Vec3 a = to_world(r.tracks[hit.body_a].pose_at(hit.time), hit.point_a);
    const Vec3 b = hit.body_b == kFloor
                       ? hit.point_b
                       : to_world(r.tracks[hit.body_b].pose_at(hit.time), hit.point_b);
    EXPECT_LT(norm(a - b), 2e-5);
  }
  EXPECT_TRUE(pair);
}

TEST(RigidMotion, ForgettingDoesNotChangeTheFuture) {
  RigidMotion motion(jumble());
  const Recording whole = run(jumble(), 1.0, 1.0);
  for (int i = 1; i <= 100; ++i) {
    motion.step(0.01 * i);
    motion.forget_before(0.01 * i);
  }
  EXPECT_LT(motion.tracks()[0].knots().size(), 10u);
  EXPECT_EQ(motion.tracks()[0].position_at(1.0), whole.tracks[0].position_at(1.0));
}

TEST(RigidMotion, ARestingBodyIsSilentAndExactlyStill) {
  RigidSetup setup;
  setup.min_closing_speed = 0;
  setup.bodies = {ball(0.02, 0.26, {0, 0.02, 0}), bar({0.2, 0.01, 0.03}, 0.3, {0.5, 0.005, 0})};
  RigidMotion motion(setup);
  EXPECT_TRUE(motion.step(2).impacts.empty());
  for (const PoseTrack& track : motion.tracks()) EXPECT_TRUE(track.still_between(0.5, 2));
  EXPECT_NEAR(motion.tracks()[0].position_at(2).y, 0.02, 1e-12);
}

TEST(RigidMotion, ASleepingBodyWakesWhenItIsHit) {
  RigidSetup setup;
  setup.bodies = {bar({0.2, 0.01, 0.03}, 0.3, {0, 0.005, 0}), ball(0.02, 0.26, {0.07, 3, 0})};
  RigidMotion motion(setup);
  motion.step(2);
  EXPECT_TRUE(motion.tracks()[0].still_between(0.3, 0.75));
  EXPECT_FALSE(motion.tracks()[0].still_between(0.75, 1));
}

TEST(RigidMotion, ABodyWhoseSupportIsStruckAwayFalls) {
  RigidSetup setup;
  setup.bodies = {ball(0.02, 0.5, {0, 0.02, 0}), ball(0.02, 0.05, {0, 0.06, 0}),
                  ball(0.02, 0.5, {-3, 0.02, 0}, {4, 0, 0})};
  for (auto& b : setup.bodies) b.friction = 0;
  RigidMotion motion(setup);
  motion.step(1.5);
  EXPECT_TRUE(motion.tracks()[1].still_between(0.4, 0.7)) << "balanced on the lower ball";
  EXPECT_NEAR(motion.tracks()[1].position_at(1.5).y, 0.02, 0.03);
  EXPECT_LT(motion.tracks()[1].position_at(1.5).y, 0.055);
}

TEST(RigidMotion, FixedBodiesStay) {
  RigidSetup setup;
  RigidBodySetup table = bar({0.5, 0.02, 0.5}, 1, {0, 0.5, 0});
  table.fixed = true;
  table.velocity = {1, 1, 1};
  setup.bodies = {table, ball(0.02, 0.26, {0, 0.8, 0})};
  RigidMotion motion(setup);
  const auto impacts = impacts_until(motion, 3);
  ASSERT_FALSE(impacts.empty());
  EXPECT_EQ(impacts[0].body_a, 0);
  EXPECT_EQ(impacts[0].body_b, 1);
  EXPECT_LT(impacts[0].normal.y, -0.999) << "from b, the ball, to a, the table";
  EXPECT_TRUE(motion.tracks()[0].still_between(0, 3));
  EXPECT_NEAR(motion.tracks()[1].position_at(3).y, 0.53, 1e-5);
}

TEST(RigidMotion, ErrorsNameTheBodyAndTheTime) {
  RigidSetup setup;
  setup.floor = false;
  setup.bodies = {ball(0.02, 0.26, {0, 1, 0}), ball(0.02, 0.26, {1, 1, 0})};
  setup.bodies[1].velocity = {0, -600, 0};
  const std::string far = message_of(setup, 60);
  EXPECT_NE(far.find("body 1"), std::string::npos) << far;
  EXPECT_NE(far.find(" s "), std::string::npos) << far;
  setup.bodies[1].velocity = {2000, 0, 0};
  EXPECT_NE(message_of(setup, 0.1).find("body 1 moves at 2e+03 m/s"), std::string::npos);
  setup.bodies[1].velocity = {0, std::nan(""), 0};
  EXPECT_NE(message_of(setup).find("body 1"), std::string::npos);
}

TEST(RigidMotion, ImpossibleSetupsAreErrors) {
  const auto with = [](auto change) {
    RigidSetup setup;
    setup.bodies = {ball(0.02, 0.26, {0, 1, 0}), bar({0.2, 0.01, 0.02}, 0.3, {1, 1, 0})};
    change(setup);
    return message_of(setup);
  };
  EXPECT_EQ(with([](RigidSetup&) {}), "");
  EXPECT_NE(with([](RigidSetup& s) { s.step = 0; }), "");
  EXPECT_NE(with([](RigidSetup& s) { s.step = 1; }), "");
  EXPECT_NE(with([](RigidSetup& s) { s.bodies[0].mass = -1; }).find("body 0"), std::string::npos);
  EXPECT_NE(with([](RigidSetup& s) { s.bodies[1].inertia_diagonal.x = 0; }).find("body 1"),
            std::string::npos);
  EXPECT_NE(with([](RigidSetup& s) { s.bodies[1].inertia_diagonal.x = 1; }).find("body 1"),
            std::string::npos);
  EXPECT_NE(with([](RigidSetup& s) { s.bodies[0].restitution = 1.5; }).find("body 0"),
            std::string::npos);
  EXPECT_NE(with([](RigidSetup& s) { s.bodies[0].friction = -0.1; }).find("body 0"),
            std::string::npos);
  EXPECT_NE(with([](RigidSetup& s) { s.bodies[0].shape = SphereShape{0}; }).find("body 0"),
            std::string::npos);
  EXPECT_NE(with([](RigidSetup& s) { s.floor_restitution = -1; }), "");
  EXPECT_NE(
      with([](RigidSetup& s) { s.bodies[0].pose.position.y = 0.01; }).find("inside the floor"),
      std::string::npos);
  EXPECT_NE(with([](RigidSetup& s) {
              s.bodies[1].pose.position = {0, 1, 0};
            }).find("inside body 1"),
            std::string::npos);
}

TEST(RigidMotion, TimeOnlyGoesForward) {
  RigidMotion motion(jumble());
  motion.step(0.5);
  EXPECT_TRUE(motion.step(0.5).impacts.empty());
  EXPECT_THROW(motion.step(0.4), Error);
  EXPECT_THROW(motion.step(std::nan("")), Error);
}

}  // namespace peal

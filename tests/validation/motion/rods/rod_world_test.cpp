// Rods beside rigid bodies: free fall, momentum of what collides, energy that never grows, weight
// of what lies, all over the world of a scene.
#include "motion/rods/rod_world.h"

#include <gtest/gtest.h>

#include <cmath>

#include "motion/rigid/rigid_motion.h"
#include "scene/load.h"

namespace peal {
namespace {

constexpr double kStep = 1e-3;  // [s] of the rigid bodies

/// A rod of steel, 0.3 m long and 6 mm thick, and what else the scene says.
Scene scene_with(const std::string& rod, const std::string& objects, const std::string& motion) {
  const std::string text = R"({"peal": 1, "duration": 1,
    "listeners": [{"name": "ear", "position": [0, 1, 1]}],
    "materials": {"hard": {"young": 2e11, "poisson": 0.3, "density": 7800, "restitution": 0.6,
                           "friction": 0.3, "loss_factor": 0}},
    "objects": [{"name": "rod", "body": "rod", "material": "hard", )" +
                           rod + R"(, "shape": {"kind": "rod", "points": 13,
      "section": {"kind": "circle", "radius": 0.003},
      "centreline": {"kind": "straight", "length": 0.3}}})" +
                           objects + R"(], "motion": )" + motion + "}";
  return parse_scene(text, "test", {}, {});
}

/// The two worlds, as WorldsMotion steps them.
struct Both {
  explicit Both(const Scene& of) : scene(of), rigid(rigid_setup(of)), rods(scene, {0}) {}

  void step() {
    const double t1 = rigid.coming();
    happened = {};
    rods.advance(t1, {rigid.world(), rigid.tracks_of_worlds()}, happened);
    rigid.step(t1);
  }
  Vec3 rod_momentum() const {
    Vec3 p;
    for (int i = 0; i < rods.rod(0).points(); ++i)
      p += rods.rod(0).mass(i) * rods.rod(0).velocity(i);
    return p;
  }
  double rod_mass() const {
    double m = 0;
    for (int i = 0; i < rods.rod(0).points(); ++i) m += rods.rod(0).mass(i);
    return m;
  }
  double rod_energy(double g) const {
    double e = rods.rod(0).energy().total();
    for (int i = 0; i < rods.rod(0).points(); ++i)
      e += rods.rod(0).mass(i) * g * rods.rod(0).point(i).y;
    return e;
  }

  const Scene& scene;
  RigidMotion rigid;
  RodWorld rods;
  MotionBlock happened;
};

TEST(RodWorld, FallsFreelyAsAStone) {
  const Scene scene =
      scene_with(R"("position": [0, 5, 0], "velocity": [1, 2, 0], "spin": [3, 0, 9])", "",
                 R"({"step": 0.001})");
  Both both(scene);
  for (int n = 0; n < 300; ++n) both.step();
  const PoseKnot& last = both.rigid.tracks()[0].knots().back();
  const double t = 300 * kStep;
  EXPECT_NEAR(last.pose.position.x, t, 1e-7);
  // The trapezoidal rule is exact for a parabola.
  EXPECT_NEAR(last.pose.position.y, 5 + 2 * t - 9.81 * t * t / 2, 1e-7);
  EXPECT_NEAR(both.rod_momentum().x, both.rod_mass(), 1e-9 * both.rod_mass());
  EXPECT_TRUE(both.happened.pushes.empty());
}

// Without gravity a ball flies into the rod: what one loses the other gets.
TEST(RodWorld, MomentumWithAFreeBodyIsExact) {
  const Scene scene = scene_with(
      R"("position": [0, 0, 0])",
      R"(, {"name": "ball", "shape": {"kind": "sphere", "radius": 0.02}, "material": "hard",
           "position": [0.05, 0.04, 0.001], "velocity": [0.3, -2, 0.1], "spin": [0, 0, 5]})",
      R"({"step": 0.001, "gravity": [0, 0, 0]})");
  Both both(scene);
  const double ball = 7800 * 4.0 / 3 * 3.14159265358979 * 8e-6;
  const auto momentum = [&] {
    return both.rod_momentum() + ball * both.rigid.tracks()[1].knots().back().velocity;
  };
  const Vec3 before = ball * Vec3{0.3, -2, 0.1};
  double touched = 0;
  for (int n = 0; n < 60; ++n) {
    both.step();
    for (const ShapePush& push : both.happened.pushes) touched += std::abs(push.impulse[1]);
    // A push at the very end of a step acts in the next one.
    const bool all_felt = both.happened.pushes.empty() ||
                          both.happened.pushes.back().time < both.rigid.world().time() - 1e-5;
    if (all_felt) {
      EXPECT_LT(norm(momentum() - before), 1e-9 * norm(before)) << n;
    }
  }
  EXPECT_GT(touched, 0.1) << "they must meet";
}

TEST(RodWorld, PushesOnWhatIsFixedAreTheChangeOfItsMomentum) {
  const Scene scene = scene_with(
      R"("position": [0, 0.16, 0], "rotation": {"axis": [0, 0, 1], "angle": 8})",
      R"(, {"name": "plate", "shape": {"kind": "box", "size": [0.5, 0.1, 0.3]}, "material": "hard",
           "position": [0, 0.05, 0], "static": true})",
      R"({"step": 0.001})");
  Both both(scene);
  const Vec3 before = both.rod_momentum();
  Vec3 received;
  std::size_t pushes = 0;
  std::int64_t steps = 0;
  for (int n = 0; n < 250; ++n) {
    both.step();
    for (const ShapePush& push : both.happened.pushes)
      received += Vec3{push.impulse[0], push.impulse[1], push.impulse[2]};
    pushes += both.happened.pushes.size();
    steps += both.happened.shapes[0].count;
  }
  EXPECT_GT(pushes, 10u);
  const Vec3 weight = both.rod_mass() * static_cast<double>(steps) / 88200 * Vec3{0, -9.81, 0};
  EXPECT_LT(norm(both.rod_momentum() - before + received - weight), 1e-9 * norm(weight));
}

TEST(RodWorld, EnergyNeverGrowsAndItComesToRestOnTheFloor) {
  const Scene scene = scene_with(
      R"("position": [0, 0.05, 0], "rotation": {"axis": [0, 0, 1], "angle": 12}, "rod": {"drag": 20})",
      "", R"({"step": 0.001, "floor": {"restitution": 0.3, "friction": 0.4}})");
  Both both(scene);
  double last = both.rod_energy(9.81);
  const double all = last;
  std::vector<double> pushes;  // [N s] in each millisecond that it is awake
  for (int n = 0; n < 800; ++n) {
    both.step();
    const double now = both.rod_energy(9.81);
    ASSERT_LT(now, last + 1e-6 * all) << n;
    last = now;
    if (both.rods.asleep()) continue;
    pushes.push_back(0);
    for (const ShapePush& p : both.happened.pushes) pushes.back() -= p.impulse[1];
  }
  // It lay, and then paused: its weight is what the floor has felt in the last 40 ms before.
  ASSERT_TRUE(both.rods.asleep());
  double push = 0;
  for (std::size_t n = pushes.size() - 40; n < pushes.size(); ++n) push += pushes[n];
  EXPECT_NEAR(push, both.rod_mass() * 9.81 * 0.04, 0.02 * both.rod_mass() * 9.81 * 0.04);
  for (int i = 0; i < both.rods.rod(0).points(); ++i)
    EXPECT_NEAR(both.rods.rod(0).point(i).y, 0.003, 3e-5) << i;
}

/// A wire of 1 mm in empty space that is not as it would like to be.
Scene wire(const std::string& line, const std::string& rest, double drag) {
  return parse_scene(R"({"peal": 1, "duration": 1,
    "listeners": [{"name": "ear", "position": [0, 1, 1]}],
    "materials": {"hard": {"young": 2e11, "poisson": 0.3, "density": 7800, "restitution": 0.6,
                           "friction": 0.3, "loss_factor": 0}},
    "objects": [{"name": "rod", "body": "rod", "material": "hard", "position": [0, 0, 0],
      "rod": {"drag": )" +
                         std::to_string(drag) +
                         R"(}, "shape": {"kind": "rod", "points": 31, "rest_curvature": )" + rest +
                         R"(, "section": {"kind": "circle", "radius": 0.001},
      "centreline": )" + line +
                         R"(}}], "motion": {"step": 0.001, "gravity": [0, 0, 0]}})",
                     "test", {}, {});
}
constexpr double kBending = 2e11 * 3.14159265358979 / 4 * 1e-12;  // E I [N m^2]

// Bent into an arc of radius R it holds E I L / 2 R^2 (of the 29 inner points of 31: 29/30 of it).
TEST(RodWorld, ANaturallyStraightWireSpringsOpen) {
  constexpr double kRadius = 0.2, kLength = kRadius * 3.14159265358979 / 3;
  const std::string arc = R"({"kind": "arc", "radius": 0.2, "angle": 60})";
  const Scene free = wire(arc, "[0, 0, 0]", 0), damped = wire(arc, "[0, 0, 0]", 3000);
  Both both(free), still(damped);
  const double stored = kBending * kLength / (2 * kRadius * kRadius) * 29 / 30;
  const double begun = both.rods.rod(0).energy().total();
  EXPECT_NEAR(begun, stored, 2e-3 * stored) << "chords of an arc";
  double fastest = 0;
  for (int n = 0; n < 20; ++n) {
    both.step();
    const RodEnergy e = both.rods.rod(0).energy();
    fastest = std::max(fastest, e.kinetic);
    EXPECT_NEAR(e.total(), begun, 2e-3 * stored) << n;
  }
  EXPECT_GT(fastest, 0.7 * stored);
  for (int n = 0; n < 200; ++n) still.step();
  const ElasticRod& rod = still.rods.rod(0);
  EXPECT_NEAR(norm(rod.point(30) - rod.point(0)), kLength, 1e-3 * kLength);
  EXPECT_LT(rod.energy().total(), 1e-4 * stored);
  const Scene as_it_lies = wire(arc, "[]", 0);
  EXPECT_LT(Both(as_it_lies).rods.rod(0).energy().total(), 1e-12 * stored);
}

TEST(RodWorld, AWireCurlsTowardsUpAsItsRestSays) {
  const Scene scene = wire(R"({"kind": "straight", "length": 0.2})", "[5, 0, 0]", 3000);
  Both both(scene);
  for (int n = 0; n < 200; ++n) both.step();
  const ElasticRod& rod = both.rods.rod(0);
  const double angle =
      5 * 0.2 / 2;  // half of what it spans; the half edges at its ends are straight
  EXPECT_NEAR(rod.point(0).y - rod.point(15).y, 0.2 * (1 - std::cos(angle)), 2e-4);
  EXPECT_NEAR(rod.point(30).y - rod.point(15).y, 0.2 * (1 - std::cos(angle)), 2e-4);
}

/// Struck in its middle within one step, with gravity off.
Scene struck(const std::string& impulse) {
  return scene_with(
      R"("position": [0, 1, 0], "rod": {"touches": false, "strikes": [{"at": 0.5, "time": 0.002,
      "duration": 1e-5, "direction": [0, 1, 0], "impulse": )" +
          impulse + "}]}",
      "", R"({"step": 0.001, "gravity": [0, 0, 0]})");
}

// Thrown faster than a step can follow, 1e4 and 1e6 m/s at one point, the rod keeps its momentum in
// parts of steps, and says so.
TEST(RodWorld, WhatCannotBeFollowedInWholeStepsIsTakenInParts) {
  const Scene calm = struck("0.01"), violent = struck("40"), absurd = struck("1e4");
  Both gentle(calm), wild(violent), mad(absurd);
  for (int n = 0; n < 10; ++n) gentle.step(), wild.step(), mad.step();
  EXPECT_TRUE(gentle.rods.warnings().empty());
  for (const auto& [both, impulse] : {std::pair{&wild, 40.0}, std::pair{&mad, 1e4}}) {
    ASSERT_EQ(both->rods.warnings().size(), 1u);
    EXPECT_NE(both->rods.warnings()[0].find("object 'rod'"), std::string::npos);
    EXPECT_NEAR(both->rod_momentum().y, impulse, 1e-9 * impulse);
  }
}

TEST(RodWorld, OverlapAtTheStartIsRefusedByName) {
  const Scene scene = scene_with(R"("position": [0, 0.002, 0])", "", R"({"floor": {}})");
  Both both(scene);
  try {
    both.step();
    FAIL() << "it lies in the floor";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("object 'rod' reaches 0.001 m into the floor"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace peal

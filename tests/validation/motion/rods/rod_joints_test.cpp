// Rods that are joined: two halves against one whole, momentum and energy of what swings, and a rod
// that hangs at rest from the start.
#include "motion/rods/rod_joints.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "motion/rigid/rigid_motion.h"
#include "motion/rods/rod_world.h"
#include "scene/load.h"
#include "support/error_of.h"

namespace peal {
namespace {

Scene scene_of(const std::string& objects, const std::string& gravity) {
  return parse_scene(R"({"peal": 1, "duration": 1,
    "listeners": [{"name": "ear", "position": [0, 1, 1]}],
    "materials": {"hard": {"young": 2e11, "poisson": 0.3, "density": 7800, "loss_factor": 0}},
    "objects": [)" + objects +
                         R"(], "motion": {"step": 0.001, "gravity": )" + gravity + "}}",
                     "test", {}, {});
}

std::string rod(const std::string& name, double x, double length, int points,
                const std::string& settings, double section = 0.0005) {
  return fmt::format(
      R"({{"name": "{}", "body": "rod", "material": "hard", "position": [{}, 0, 0], "rod": {{{}}},
      "shape": {{"kind": "rod", "points": {}, "section": {{"kind": "circle", "radius": {}}},
      "centreline": {{"kind": "straight", "length": {}}}}}}})",
      name, x, settings, points, section, length);
}

struct Joined {
  Joined(const Scene& of, int count)
      : scene(of), rigid(rigid_setup(of)), rods(scene, numbers(count)) {}
  static std::vector<int> numbers(int count) {
    std::vector<int> out;
    for (int i = 0; i < count; ++i) out.push_back(i);
    return out;
  }
  void step() {
    const double t1 = rigid.coming();
    happened = {};
    rods.advance(t1, {rigid.world(), rigid.tracks_of_worlds()}, happened);
    rigid.step(t1);
  }
  const Scene& scene;
  RigidMotion rigid;
  RodWorld rods;
  MotionBlock happened;
};

// A clamped wire lets go of its straight line and swings under its weight: of one piece, and of two
// that are welded together. The weld is as stiff as an edge cannot bend.
TEST(RodJoints, TwoWeldedHalvesAreOneRod) {
  const std::string clamp = R"("supports": [{"kind": "clamp", "at": 0}])";
  const Scene whole = scene_of(rod("a", 0.15, 0.3, 41, clamp), "[0, -9.81, 0]");
  const Scene halves =
      scene_of(rod("a", 0.075, 0.15, 21,
                   clamp + R"(, "joints": [{"kind": "rigid", "at": 1, "to": "b", "to_at": 0}])") +
                   "," + rod("b", 0.225, 0.15, 21, ""),
               "[0, -9.81, 0]");
  Joined one(whole, 1), two(halves, 2);
  double deepest = 0, worst = 0;
  for (int n = 0; n < 60; ++n) {
    one.step(), two.step();
    const Vec3 a = one.rods.rod(0).point(40), b = two.rods.rod(1).point(20);
    deepest = std::max(deepest, norm(a - Vec3{0.3, 0, 0}));
    worst = std::max(worst, norm(a - b));
  }
  EXPECT_GT(deepest, 0.01);
  EXPECT_LT(worst, 0.05 * deepest);
  EXPECT_LT(two.rods.joints().gap(), 1e-7);
  const Vec3 before = two.rods.rod(0).tangent(19), after = two.rods.rod(1).tangent(0);
  EXPECT_LT(norm(cross(before, after)), 1e-6);
}

TEST(RodJoints, PinnedRodsKeepMomentumAndEnergy) {
  const Scene scene = scene_of(
      rod("a", 0.1, 0.2, 11, R"("joints": [{"kind": "pin", "at": 1, "to": "b", "to_at": 0}],
          "strikes": [{"at": 0.2, "time": 0.001, "impulse": 0.002, "duration": 0.002,
                       "direction": [0, 1, 0.3]}])",
          0.002) +
          "," + rod("b", 0.3, 0.2, 11, "", 0.002),
      "[0, 0, 0]");
  Joined run(scene, 2);
  const auto energy = [&] {
    return run.rods.rod(0).energy().total() + run.rods.rod(1).energy().total();
  };
  const auto momentum = [&] { return run.rods.rod(0).momentum() + run.rods.rod(1).momentum(); };
  for (int n = 0; n < 5; ++n) run.step();
  const double start = energy();
  EXPECT_NEAR(norm(momentum()), 0.002, 1e-9);
  double most = 0, gap = 0;
  for (int n = 0; n < 200; ++n) {
    run.step();
    most = std::max(most, std::abs(energy() / start - 1));
    gap = std::max(gap, run.rods.joints().gap());
  }
  fmt::print("energy within {:.2g}, gap {:.2g} m\n", most, gap);
  EXPECT_NEAR(norm(momentum()), 0.002, 1e-9);
  EXPECT_LT(most, 1e-3);
  EXPECT_LT(gap, 1e-7);
  // They fold about the pin: it is none of the halves of a bar.
  EXPECT_GT(norm(cross(run.rods.rod(0).tangent(9), run.rods.rod(1).tangent(0))), 0.1);
}

// A stiff T in free flight: six rows of very different sizes, none of which may make energy.
TEST(RodJoints, AWeldedTKeepsEnergyAndItsAngle) {
  const Scene scene = scene_of(
      rod("a", 0.1, 0.2, 11, R"("joints": [{"kind": "rigid", "at": 1, "to": "b", "to_at": 0.5}],
          "strikes": [{"at": 0.2, "time": 0.001, "impulse": 0.002, "duration": 0.002,
                       "direction": [0.2, 1, 0.3]}])",
          0.002) +
          R"(, {"name": "b", "body": "rod", "material": "hard", "position": [0.2, 0, 0],
          "rotation": {"axis": [0, 1, 0], "angle": 90},
          "shape": {"kind": "rod", "points": 9, "section": {"kind": "circle", "radius": 0.002},
          "centreline": {"kind": "straight", "length": 0.2}}})",
      "[0, 0, 0]");
  Joined run(scene, 2);
  const ElasticRod &a = run.rods.rod(0), &b = run.rods.rod(1);
  const auto energy = [&] { return a.energy().total() + b.energy().total(); };
  for (int n = 0; n < 5; ++n) run.step();
  const double start = energy();
  double most = 0, turned = 0;
  for (int n = 0; n < 100; ++n) {
    run.step();
    most = std::max(most, std::abs(energy() / start - 1));
    turned = std::max(turned, std::abs(dot(a.tangent(9), b.tangent(4))));
  }
  fmt::print("energy within {:.2g}, angle within {:.2g}\n", most, turned);
  EXPECT_LT(most, 1e-3);
  EXPECT_LT(turned, 1e-6);
  EXPECT_NEAR(norm(a.momentum() + b.momentum()), 0.002, 1e-9);
}

// As if by a rod without mass, which is told.
TEST(RodJoints, PlacesThatAreApartStayApart) {
  const Scene scene = scene_of(
      rod("a", 0.1, 0.2, 11, R"("joints": [{"kind": "pin", "at": 1, "to": "b", "to_at": 0}],
          "strikes": [{"at": 0.2, "time": 0.001, "impulse": 0.002, "duration": 0.002,
                       "direction": [0, 1, 0.3]}])",
          0.002) +
          "," + rod("b", 0.31, 0.2, 11, "", 0.002),
      "[0, 0, 0]");
  std::string warnings;
  for (const std::string& warning : scene.warnings) warnings += warning + "\n";
  EXPECT_NE(warnings.find("'a': `rod.joints`: its place and that of 'b' are 0.01 m apart"),
            std::string::npos)
      << warnings;
  Joined run(scene, 2);
  for (int n = 0; n < 100; ++n) run.step();
  EXPECT_LT(run.rods.joints().gap(), 1e-7);
  EXPECT_NEAR(norm(run.rods.rod(0).point(10) - run.rods.rod(1).point(0)), 0.01, 1e-6);
  EXPECT_NEAR(norm(run.rods.rod(0).momentum() + run.rods.rod(1).momentum()), 0.002, 1e-9);
}

TEST(RodEquilibriumStart, WhatSagsDoesNotStir) {
  const Scene scene =
      scene_of(rod("a", 0, 0.8, 33, R"("equilibrium": true, "supports": [{"kind": "pin", "at": 0},
          {"kind": "clamp", "at": 1}])"),
               "[0, -9.81, 0]");
  Joined run(scene, 1);
  const Vec3 middle = run.rods.rod(0).point(16);
  EXPECT_LT(middle.y, -1e-4);
  double fastest = 0;
  for (int n = 0; n < 50; ++n) {
    run.step();
    for (int i = 0; i < 33; ++i) fastest = std::max(fastest, norm(run.rods.rod(0).velocity(i)));
  }
  EXPECT_LT(fastest, 1e-6);
  EXPECT_LT(norm(run.rods.rod(0).point(16) - middle), 1e-8);
}

TEST(RodEquilibriumStart, WhatNothingHoldsIsRefused) {
  const std::string error =
      error_of([] { scene_of(rod("a", 0, 0.8, 33, R"("equilibrium": true)"), "[0, -9.81, 0]"); });
  EXPECT_NE(error.find("rod.equilibrium"), std::string::npos) << error;
}

}  // namespace
}  // namespace peal

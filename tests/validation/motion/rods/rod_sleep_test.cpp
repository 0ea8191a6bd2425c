// Rods that nobody hears pause as they are: what lies does, what will be plucked does not, and a
// body that comes near finds them as if they had never paused.
#include <gtest/gtest.h>

#include <cmath>

#include "motion/rigid/rigid_motion.h"
#include "motion/rods/rod_world.h"
#include "scene/load.h"

namespace peal {
namespace {

constexpr double kGravity = 9.81;

struct Worlds {
  explicit Worlds(const std::string& text)
      : scene(parse_scene(text, "test", {}, {})), rigid(rigid_setup(scene)), rods(scene, {0}) {}

  void step() {
    happened = {};
    rods.advance(rigid.coming(), {rigid.world(), rigid.tracks_of_worlds()}, happened);
    rigid.step(rigid.coming());
  }
  double time() { return rigid.world().time(); }
  std::vector<Vec3> places() const {
    std::vector<Vec3> out;
    for (int i = 0; i < rods.rod(0).points(); ++i) out.push_back(rods.rod(0).point(i));
    return out;
  }
  /// [J] of rod and ball; the ball is the object 1.
  double energy(double ball) const {
    double e = rods.rod(0).energy().total() + rods.energy_of_contacts();
    for (int i = 0; i < rods.rod(0).points(); ++i)
      e += rods.rod(0).mass(i) * kGravity * rods.rod(0).point(i).y;
    const PoseKnot& knot = rigid.tracks()[1].knots().back();
    return e + ball * (0.5 * norm_squared(knot.velocity) + kGravity * knot.pose.position.y);
  }

  Scene scene;
  RigidMotion rigid;
  RodWorld rods;
  MotionBlock happened;
};

std::string dull_rod(const std::string& rod, const std::string& objects,
                     const std::string& motion) {
  return R"({"peal": 1, "duration": 1, "listeners": [{"name": "ear", "position": [0, 1, 1]}],
    "materials": {"dull": {"young": 2e11, "poisson": 0.3, "density": 7800, "restitution": 0.3,
                           "friction": 0.3, "loss_factor": 0.03}},
    "objects": [{"name": "rod", "body": "rod", "material": "dull", )" +
         rod + R"(, "shape": {"kind": "rod", "points": 9,
      "section": {"kind": "circle", "radius": 0.003},
      "centreline": {"kind": "straight", "length": 0.2}}})" +
         objects + R"(], "motion": )" + motion + "}";
}

TEST(RodSleep, WhatLiesPausesUntilABallComes) {
  Worlds worlds(dull_rod(
      R"("position": [0, 0.0032, 0])",
      R"(, {"name": "ball", "shape": {"kind": "sphere", "radius": 0.01}, "material": "dull",
           "position": [0.05, 3, 0]})",
      R"({"step": 0.001, "floor": {"material": "dull"}})"));
  const double ball = 7800 * 4.0 / 3 * 3.14159265358979 * 1e-6;
  const double arrives = std::sqrt(2 * (3 - 0.016) / kGravity);
  std::vector<Vec3> lay;
  int paused = 0;
  while (worlds.time() < arrives - 0.05) {
    worlds.step();
    if (!worlds.rods.asleep()) {
      lay.clear();
      continue;
    }
    if (lay.empty()) {  // it may have paused within this step
      lay = worlds.places();
      continue;
    }
    ++paused;
    for (std::size_t i = 0; i < lay.size(); ++i) EXPECT_EQ(norm(worlds.places()[i] - lay[i]), 0);
    for (const float a : worlds.happened.shapes[0].acceleration) ASSERT_EQ(a, 0);
    for (const auto& knot : worlds.happened.shapes[0].knots) ASSERT_EQ(norm(knot.velocity), 0);
    EXPECT_TRUE(worlds.happened.pushes.empty());
  }
  EXPECT_GT(paused, 300) << "0.3 s";
  // The ball loses to the rod what the rod and its springs have at most.
  double before = worlds.energy(ball), impulse = 0;
  while (worlds.time() < arrives + 0.02) {
    worlds.step();
    for (const ShapePush& push : worlds.happened.pushes)
      if (push.object == 1) impulse += push.impulse[1];
    const double now = worlds.energy(ball);
    EXPECT_LT(now, before + 1e-6 * ball * kGravity * 3) << worlds.time();
    before = now;
  }
  EXPECT_FALSE(worlds.rods.asleep());
  EXPECT_GT(impulse, ball * std::sqrt(2 * kGravity * 2.98)) << "it stopped and bounced";
}

TEST(RodSleep, WhatWillBePluckedDoesNotPause) {
  Worlds worlds(dull_rod(
      R"("position": [0, 0, 0], "rod": {"drag": 400, "supports": [{"kind": "clamp", "at": 0}],
         "plucks": [{"at": 1, "time": 0.05, "pull": 0.03, "offset": [0, 0.001, 0]},
                    {"at": 1, "time": 0.6, "pull": 0.03, "offset": [0, 0.001, 0]}]})",
      "", R"({"step": 0.001, "gravity": [0, 0, 0]})"));
  double first = 0, second = 0;
  while (worlds.time() < 0.62) {
    worlds.step();
    EXPECT_FALSE(worlds.rods.asleep()) << worlds.time();
    const double speed = norm(worlds.rods.rod(0).velocity(8));
    if (worlds.time() > 0.05 && worlds.time() < 0.07) first = std::max(first, speed);
    if (worlds.time() > 0.6) second = std::max(second, speed);
  }
  EXPECT_NEAR(second / first, 1, 0.05);
  while (worlds.time() < 1.2) worlds.step();
  EXPECT_TRUE(worlds.rods.asleep()) << "it has rung out";
}

}  // namespace
}  // namespace peal

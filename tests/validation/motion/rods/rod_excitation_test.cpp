// Rods that a scene strikes, plucks, draws taut and moves by their supports: impulses, statics,
// tones and prescribed ways, all in closed form.
#include "motion/rods/rod_excitation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/constants.h"
#include "motion/rigid/rigid_motion.h"
#include "motion/rods/rod_world.h"
#include "scene/load.h"

namespace peal {
namespace {

/// Along x, without gravity; `rod` are the settings, `shape` further fields of the shape.
Scene excited_scene(const std::string& rod, int points = 31, double loss = 0) {
  const std::string text =
      R"({"peal": 1, "duration": 1, "listeners": [{"name": "ear", "position": [0, 1, 1]}],
    "materials": {"hard": {"young": 2e11, "poisson": 0.3, "density": 8000, "loss_factor": )" +
      std::to_string(loss) + R"(}},
    "objects": [{"name": "rod", "body": "rod", "material": "hard", "position": [0, 0, 0],
      "rotation": {"axis": [0, 1, 0], "angle": 90}, "rod": )" +
      rod + R"(, "shape": {"kind": "rod", "points": )" + std::to_string(points) + R"(,
      "section": {"kind": "circle", "radius": 0.002},
      "centreline": {"kind": "straight", "length": 0.5}}}],
    "motion": {"step": 0.001, "gravity": [0, 0, 0]}})";
  return parse_scene(text, "test", {}, {});
}

struct Running {
  explicit Running(const Scene& of) : rigid(rigid_setup(of)), rods(of, {0}) {}
  void step() {
    happened = {};
    const double t1 = rigid.coming();
    rods.advance(t1, {rigid.world(), rigid.tracks_of_worlds()}, happened);
    rigid.step(t1);
  }
  void until(double time) {
    while (rigid.world().time() < time - 1e-9) step();
  }
  const ElasticRod& rod() const { return rods.rod(0); }
  Vec3 momentum() const {
    Vec3 p;
    for (int i = 0; i < rod().points(); ++i) p += rod().mass(i) * rod().velocity(i);
    return p;
  }
  RigidMotion rigid;
  RodWorld rods;
  MotionBlock happened;
};

TEST(RodExcitation, AllOfAnImpulseArrivesHoweverShortTheBlow) {
  // The object is turned by 90 degrees about y: its x is the world's -z.
  const Scene scene = excited_scene(R"({"strikes": [
    {"at": 0.31, "time": 0.0100031, "impulse": 0.02, "duration": 1e-6, "direction": [0, -1, 0]},
    {"at": 0.77, "time": 0.0100031, "impulse": 0.03, "duration": 3.7e-4, "direction": [0, -1, 0]},
    {"at": 1, "time": 0.02, "impulse": 0.01, "duration": 0.005, "direction": [1, 0, 0]}]})");
  Running run(scene);
  run.until(0.01);
  EXPECT_EQ(norm(run.momentum()), 0);
  run.until(0.019);
  EXPECT_LT(norm(run.momentum() - Vec3{0, -0.05, 0}), 1e-12);
  run.until(0.03);
  EXPECT_LT(norm(run.momentum() - Vec3{0, -0.05, -0.01}), 1e-12);
}

// Held at both ends and drawn aside in the middle: the force of a clamped bar, 192 E I d / l^3,
// then it swings around its straight line at the frequency of its first mode.
TEST(RodExcitation, AClampedBarIsPluckedAndSings) {
  const double d = 1e-5;
  const Scene scene = excited_scene(R"({"supports": [{"kind": "clamp", "at": 0}, {"kind": "clamp",
    "at": 1}], "plucks": [{"at": 0.5, "time": 0.4, "pull": 0.3999, "slip": 1e-4,
    "offset": [0, 1e-5, 0]}], "drag": 60})",
                                    61);
  Running run(scene);
  run.until(0.399);
  const int middle = 30;
  const double length = 0.5 * 59 / 60;  // from the middle of the first edge to that of the last
  EXPECT_NEAR(run.rod().point(middle).y, d, 1e-4 * d);
  // The shape of a bar with a force in its middle: y = d (3 - 4 s) s^2 4 up to the middle.
  for (const int i : {8, 15, 22}) {
    const double s = (0.5 / 60 * (i - 0.5)) / length;
    EXPECT_NEAR(run.rod().point(i).y, d * 4 * s * s * (3 - 4 * s), 3e-3 * d) << i;
  }
  // After it has been let go: crossings of zero.
  run.until(0.4005);
  double last = run.rod().point(middle).y, first_crossing = 0, crossings = 0, end = 0;
  for (int n = 0; n < 200; ++n) {
    run.step();
    const double now = run.rod().point(middle).y;
    if (last > 0 && now <= 0) {
      const double t = run.rigid.world().time() - 1e-3 * now / (now - last);
      if (first_crossing == 0)
        first_crossing = t;
      else
        end = t, ++crossings;
    }
    last = now;
  }
  const double EI = 2e11 * kPi / 4 * std::pow(0.002, 4), mass = 8000 * kPi * 4e-6;
  const double exact = 22.3733 / (2 * kPi * length * length) * std::sqrt(EI / mass);
  EXPECT_GT(crossings, 5);
  EXPECT_NEAR(crossings / (end - first_crossing), exact, 0.01 * exact);
}

// A force F = E A (stretch - 1) draws it; its waves go along with sqrt(F / mass of a metre).
TEST(RodExcitation, AStretchedWireSingsHigher) {
  // Thin against its length: 0.5 m at 1 % is a string of 2.5e4 N with some stiffness.
  const Scene scene = excited_scene(R"({"stretch": 1.01, "supports": [{"kind": "pin", "at": 0},
    {"kind": "pin", "at": 1}], "plucks": [{"at": 0.5, "time": 0.03, "pull": 0.0299, "slip": 1e-3,
    "offset": [0, 1e-5, 0]}], "drag": 20})",
                                    41);
  Running run(scene);
  EXPECT_NEAR(run.rod().energy().stretch, 0.5 * 2e11 * kPi * 4e-6 * 1e-4 * 0.5 / 1.01, 1e-6);
  run.until(0.035);
  const double rest = 0.5 / 1.01;
  const double force = 2e11 * kPi * 4e-6 * 0.01, mass = 8000 * kPi * 4e-6 * rest / 0.5;
  // Pinned ends: f^2 = (T / mu) / (4 l^2) + (pi / (2 l^2))^2 E I / mu. Bending is along the length
  // as it lies, its moments those of the rest lengths: E I / rest.
  const double EI = 2e11 * kPi / 4 * std::pow(0.002, 4) * 0.5 / rest;
  const double exact =
      std::sqrt(force / mass / (4 * 0.25) + std::pow(kPi / (2 * 0.25), 2) * EI / mass);
  std::vector<double> sound;
  for (int n = 0; n < 60; ++n) {
    run.step();
    const ShapeSamples& s = run.happened.shapes[0];
    for (int k = 0; k < s.count; ++k) sound.push_back(s.acceleration_of(20, 1)[k]);
  }
  // Correlate with the tone near what is expected: the strongest frequency.
  double best = 0, best_f = 0;
  for (double f = 0.9 * exact; f < 1.1 * exact; f *= 1.0005) {
    double re = 0, im = 0;
    for (std::size_t k = 0; k < sound.size(); ++k) {
      const double window = std::pow(std::sin(kPi * double(k) / double(sound.size())), 2);
      re += window * sound[k] * std::cos(2 * kPi * f * double(k) / 88200);
      im += window * sound[k] * std::sin(2 * kPi * f * double(k) / 88200);
    }
    if (std::hypot(re, im) > best) best = std::hypot(re, im), best_f = f;
  }
  EXPECT_NEAR(best_f, exact, 0.004 * exact);
}

TEST(RodExcitation, AClampIsMovedAlongItsPathFromRestToRest) {
  const Scene scene = excited_scene(R"({"supports": [{"kind": "clamp", "at": 0, "path": [
    {"time": 0.01, "offset": [0, 0, 0]}, {"time": 0.06, "offset": [0, 0.004, 0.002]}]}],
    "drag": 400})");
  Running run(scene);
  const Vec3 home = run.rod().point(0), next = run.rod().point(1);
  run.until(0.01);
  EXPECT_EQ(run.rod().point(0), home);
  run.until(0.035);  // half of the way in half of the time
  EXPECT_LT(norm(run.rod().point(0) - home - Vec3{0, 0.002, 0.001}), 3e-6);
  EXPECT_LT(norm(run.rod().point(1) - next - Vec3{0, 0.002, 0.001}), 3e-6);
  run.until(0.6);
  for (int i = 0; i < run.rod().points(); ++i)
    EXPECT_LT(
        norm(run.rod().point(i) - (home + (double(i)) * (next - home)) - Vec3{0, 0.004, 0.002}),
        2e-5)
        << i;
}

TEST(RodExcitation, WhatCannotBeIsNamed) {
  const auto says = [](const char* rod, const char* sentence) {
    try {
      const Scene scene = excited_scene(rod);
      Running run(scene);
      FAIL() << rod;
    } catch (const SceneError& error) {
      EXPECT_NE(error.messages().at(0).find(sentence), std::string::npos) << error.messages()[0];
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(sentence), std::string::npos) << error.what();
    }
  };
  says(R"({"supports": [{"kind": "clamp", "at": 0}],
           "plucks": [{"at": 0, "time": 0.1, "offset": [0, 0.001, 0]}]})",
       "object 'rod': rod/plucks/0: a support holds this place");
  says(R"({"plucks": [{"at": 0.5, "time": 0.1, "offset": [0, 0.001, 0]},
                      {"at": 0.5, "time": 0.12, "offset": [0, 0.001, 0]}]})",
       "rod/plucks/1: point 15 is held by pluck 0 at that time");
  says(R"({"supports": [{"kind": "spring", "at": 0, "path": [{"time": 0, "offset": [0, 0, 0]}]}]})",
       "/objects/0/rod/supports/0/path: only pins and clamps can be moved");
  says(R"({"supports": [{"kind": "pin", "at": 0, "path": [{"time": 0, "offset": [0, 1, 0]}]}]})",
       "/objects/0/rod/supports/0/path/0/offset: expected [0, 0, 0]");
}

}  // namespace
}  // namespace peal

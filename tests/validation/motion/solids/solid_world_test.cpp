// Sheets beside rigid bodies, over the world of a scene: free fall, momentum of blows and of the
// floor, energy that never grows, states that go on with the same bits.
#include "motion/solids/solid_world.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "base/state_bytes.h"
#include "motion/rigid/rigid_motion.h"
#include "motion/rigid/scene_motion.h"
#include "scene/load.h"

namespace peal {
namespace {

/// A steel plate of 120 x 90 x 1 mm and what else the scene says.
Scene sheet_scene(const std::string& object, const std::string& motion) {
  const std::string text = R"({"peal": 1, "duration": 1,
    "listeners": [{"name": "ear", "position": [0, 1, 1]}],
    "materials": {"hard": {"young": 2e11, "poisson": 0.3, "density": 7800, "restitution": 0.6,
                           "friction": 0.3, "loss_factor": 0}},
    "objects": [{"name": "sheet", "body": "solid", "material": "hard", )" +
                           object + R"(,
      "shape": {"kind": "plate", "length": 0.12, "width": 0.09, "thickness": 0.001}}],
    "motion": )" + motion + "}";
  return parse_scene(text, "test", {}, {});
}

struct SheetRun {
  explicit SheetRun(const Scene& of) : scene(of), rigid(rigid_setup(of)), solids(scene, {0}) {}

  void until(double time) {
    while (rigid.world().time() < time - 1e-9) {
      const double t1 = rigid.coming();
      happened.shapes.clear();
      solids.advance(t1, {rigid.world(), rigid.tracks_of_worlds()}, happened);
      rigid.step(t1);
    }
  }
  Vec3 momentum() {
    Vec3 p;
    for (int n = 0; n < body().nodes(); ++n) p += body().mass(n) * body().velocity(n);
    return p;
  }
  double mass() {
    double m = 0;
    for (int n = 0; n < body().nodes(); ++n) m += body().mass(n);
    return m;
  }
  double energy(double g) {
    double e = body().energy().total();
    for (int n = 0; n < body().nodes(); ++n) e += body().mass(n) * g * body().position(n).y;
    return e;
  }
  ExplicitBody& body() { return solids.body(0); }

  const Scene& scene;
  RigidMotion rigid;
  SolidWorld solids;
  MotionBlock happened;
};

TEST(SolidWorld, FallsAsItShould) {
  const Scene scene =
      sheet_scene(R"("position": [0, 1, 0], "velocity": [0.5, 0, 0], "solid": {"cells": 8})", "{}");
  SheetRun run(scene);
  EXPECT_NEAR(run.mass(), 0.12 * 0.09 * 0.001 * 7800, 1e-12);
  run.until(0.2);
  const ShapeSamples& s = run.happened.shapes.at(0);
  ASSERT_GT(s.count, 0);
  for (int n = 0; n < s.points; ++n) {
    EXPECT_NEAR(s.acceleration_of(n, 1)[0], -9.81, 1e-3);
    EXPECT_NEAR(s.acceleration_of(n, 0)[0], 0, 1e-3);  // rounding at 1 m
  }
  const PoseTrack& track = run.rigid.tracks_of_worlds()[0];
  const Pose pose = track.pose_at(0.2);
  EXPECT_NEAR(pose.position.y, 1 - 0.5 * 9.81 * 0.2 * 0.2, 2e-5);
  EXPECT_NEAR(pose.position.x, 0.1, 1e-6);
}

TEST(SolidWorld, BlowsGiveTheirImpulse) {
  const Scene scene = sheet_scene(
      R"("position": [0, 1, 0], "rotation": {"axis": [1, 0, 0], "angle": 90},
         "solid": {"cells": 8, "strikes": [
           {"point": [0.03, 0, 0.01], "time": 0.01, "impulse": 0.02, "duration": 1e-5},
           {"point": [-0.04, 0, 0], "time": 0.02, "impulse": 0.01, "duration": 0.003,
            "direction": [1, 0, 0]}]})",
      R"({"gravity": [0, 0, 0]})");
  SheetRun run(scene);
  run.until(0.05);
  // -y of the shape is -z of the world.
  EXPECT_NEAR(run.momentum().z, -0.02, 1e-12);
  EXPECT_NEAR(run.momentum().x, 0.01, 1e-12);
  EXPECT_GT(run.body().energy().elastic, 1e-4);
}

TEST(SolidWorld, FloorTakesMomentumAndGivesNoEnergy) {
  const Scene scene = sheet_scene(
      R"("position": [0, 0.05, 0], "rotation": {"axis": [0, 0, 1], "angle": 20},
         "solid": {"cells": 8})",
      R"({"floor": {"material": "hard"}})");
  SheetRun run(scene);
  const double before = run.energy(9.81), scale = before - run.mass() * 9.81 * 5e-4;
  double last = before;
  for (double t = 0.01; t < 0.4; t += 0.01) {
    run.until(t);
    const double now = run.energy(9.81);
    EXPECT_LT(now, last + 1e-4 * scale) << t;
    last = now;
  }
  Vec3 pushed;
  for (const ShapePush& push : run.happened.pushes) {
    EXPECT_EQ(push.object, kFloor);
    EXPECT_NEAR(push.point[1], 0, 2e-3);
    pushed += Vec3{push.impulse[0], push.impulse[1], push.impulse[2]};
  }
  EXPECT_GT(run.happened.pushes.size(), 100u);
  // Up to the start of its first sample, half a sample off.
  const double weight = run.mass() * 9.81;
  const double lasted = run.rigid.world().time() + scene.motion.preroll;
  EXPECT_NEAR(-pushed.y, run.momentum().y + weight * lasted, 2e-4 * weight);
  EXPECT_LT(last, before);
}

TEST(SolidWorld, GoesOnWithTheSameBits) {
  const Scene scene = sheet_scene(
      R"("position": [0, 0.01, 0], "rotation": {"axis": [0, 0, 1], "angle": 5},
         "solid": {"cells": 8, "strikes": [{"time": 0.02, "impulse": 0.01}]})",
      R"({"floor": {"material": "hard"}})");
  SheetRun whole(scene), first(scene), second(scene);
  whole.until(0.06);
  first.until(0.021);
  StateWriter out, rigid_out;
  first.solids.save(out), first.rigid.save(rigid_out);
  StateReader in(out.bytes(), "solids"), rigid_in(rigid_out.bytes(), "rigid");
  second.solids.load(in), second.rigid.load(rigid_in);
  second.until(0.06);
  for (int n = 0; n < whole.body().nodes(); ++n)
    EXPECT_TRUE(whole.body().position(n) == second.body().position(n));
}

TEST(SolidWorld, RefusesWhatItCannotDo) {
  const auto error_of = [](const std::string& object, const std::string& motion) -> std::string {
    try {
      const Scene scene = sheet_scene(object, motion);
      SolidWorld world(scene, {0});
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_NE(error_of(R"("position": [0, 0.1, 0], "solid": {"cells": 8, "viscous": 0.5})", "{}")
                .find("steps per sample"),
            std::string::npos);
  EXPECT_NE(
      error_of(
          R"("position": [0, 0.1, 0], "solid": {"held": [{"min": [0, 0.01, 0], "max": [1, 1, 1]}]})",
          "{}")
          .find("solid.held"),
      std::string::npos);
  EXPECT_NE(error_of(R"("position": [0, 0.1, 0], "static": true)", "{}").find("solid.held"),
            std::string::npos);
  EXPECT_NE(error_of(R"("position": [0, 0.02, 0], "rotation": {"axis": [0, 0, 1], "angle": 45})",
                     R"({"floor": {"material": "hard"}})")
                .find("floor"),
            std::string::npos);
}

}  // namespace
}  // namespace peal

// Solids of a scene that touch rigid bodies and each other: balls on plates (Zener), momentum and
// angular momentum of both sides together, energy that never grows, friction on a slope, rest.
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "base/parallel.h"
#include "base/state_bytes.h"
#include "motion/rigid/rigid_motion.h"
#include "motion/rigid/scene_motion.h"
#include "motion/solids/solid_world.h"
#include "scene/load.h"

namespace peal {
namespace {

Scene contact_scene(const std::string& objects, const std::string& motion) {
  return parse_scene(R"({"peal": 1, "duration": 1,
    "listeners": [{"name": "ear", "position": [0, 1, 1]}],
    "materials": {
      "steel2": {"young": 2e11, "poisson": 0.3, "density": 7850, "restitution": 1, "friction": 0,
                 "loss_factor": 0},
      "soft": {"young": 1e6, "poisson": 0.45, "density": 1000, "restitution": 0.9, "friction": 0.4,
               "loss_factor": 0.1}},
    "objects": [)" + objects +
                         R"(], "motion": )" + motion + "}",
                     "test", {}, {});
}

struct ContactRun {
  explicit ContactRun(const Scene& of)
      : scene(of), rigid(rigid_setup(of)), solids(scene, which()) {}

  std::vector<int> which() const {
    std::vector<int> out;
    for (std::size_t i = 0; i < scene.objects.size(); ++i)
      if (scene.objects[i].body == BodyKind::solid) out.push_back(int(i));
    return out;
  }
  void until(double time) {
    while (rigid.world().time() < time - 1e-9) {
      const double t1 = rigid.coming();
      happened.shapes.clear();
      solids.advance(t1, {rigid.world(), rigid.tracks_of_worlds()}, happened);
      rigid.step(t1);
    }
  }
  RigidState state(int object) { return rigid.world().state(object, rigid.world().time()); }
  double mass(int object) const {
    const ObjectSpec& o = scene.objects[object];
    return o.geometry->solid.mass * scene.material(o.material).density;
  }
  struct Sum {
    Vec3 linear, angular;
    double mass = 0, kinetic = 0;
  };
  Sum of_solid(std::size_t i) {
    Sum s;
    ExplicitBody& b = solids.body(i);
    for (int n = 0; n < b.nodes(); ++n) {
      s.linear += b.mass(n) * b.velocity(n), s.mass += b.mass(n);
      s.angular += b.mass(n) * cross(b.position(n), b.velocity(n));
    }
    s.kinetic = b.energy().total();
    return s;
  }
  Sum of_rigid(int object) {
    const RigidState s = state(object);
    const double m = mass(object);
    return {m * s.velocity, s.angular_momentum + m * cross(s.pose.position, s.velocity), m,
            0.5 * m * norm_squared(s.velocity) + 0.5 * dot(s.spin, s.angular_momentum)};
  }

  const Scene& scene;
  RigidMotion rigid;
  SolidWorld solids;
  MotionBlock happened;
};

/// The ball starts 2 mm above the plate's skin. @return its speed after over before.
double rebound(int cells) {
  const Scene scene = contact_scene(
      R"({"name": "plate", "body": "solid", "material": "steel2", "position": [0, 0, 0],
          "shape": {"kind": "plate", "length": 0.12, "width": 0.12, "thickness": 0.004},
          "solid": {"cells": )" +
          std::to_string(cells) + R"(}},
         {"name": "ball", "material": "steel2", "position": [0.001, 0.0075, 0.0005],
          "velocity": [0, -1, 0], "shape": {"kind": "sphere", "radius": 0.005}})",
      R"({"gravity": [0, 0, 0], "step": 0.001})");
  ContactRun run(scene);
  const double m = run.mass(1);
  run.until(0.0012);
  const auto plate = run.of_solid(0), ball = run.of_rigid(1);
  EXPECT_NEAR(plate.linear.y + ball.linear.y, -m, 1e-9 * m);
  EXPECT_NEAR(norm(plate.angular + ball.angular - m * cross(Vec3{0.001, 0, 0.0005}, {0, -1, 0})), 0,
              3e-6 * m);
  EXPECT_LT(plate.kinetic + ball.kinetic, 0.5 * m * 1.001);
  EXPECT_GT(plate.kinetic + ball.kinetic, 0.5 * m * 0.99);
  return ball.linear.y / m;
}

TEST(SolidContacts, BallLeavesAPlateAsZenerSays) {
  // Steel 4 mm, R = 5 mm, 1 m/s: 0.6635 (Hertz and an infinite plate).
  const double e = rebound(31);
  std::printf("  restitution %.4f\n", e);
  EXPECT_NEAR(e, 0.6635, 0.015);
}

TEST(SolidContacts, MomentumStaysWithBothSides) {
  // A rigid box, turning, hits a soft block with a corner and an edge.
  const Scene scene = contact_scene(
      R"({"name": "block", "body": "solid", "material": "soft", "position": [0, 0, 0],
          "shape": {"kind": "box", "size": [0.1, 0.04, 0.1]}, "solid": {"cells": 8, "viscous": 0}},
         {"name": "box", "material": "soft", "position": [0.01, 0.062, 0.005],
          "rotation": {"axis": [1, 0, 0.5], "angle": 25}, "spin": [3, 2, -4],
          "velocity": [0.3, -1.5, 0.1], "shape": {"kind": "box", "size": [0.03, 0.03, 0.05]}})",
      R"({"gravity": [0, 0, 0]})");
  ContactRun run(scene);
  const auto before = run.of_rigid(1);
  double last = before.kinetic;
  for (double t = 0.002; t < 0.05; t += 0.002) {
    run.until(t);
    const auto a = run.of_solid(0), b = run.of_rigid(1);
    EXPECT_NEAR(norm(a.linear + b.linear - before.linear), 0, 1e-9 * norm(before.linear)) << t;
    EXPECT_NEAR(norm(a.angular + b.angular - before.angular), 0, 2e-4 * norm(before.linear) * 0.1)
        << t;
    EXPECT_LT(a.kinetic + b.kinetic, last * 1.002) << t;
    last = a.kinetic + b.kinetic;
  }
  EXPECT_GT(run.of_rigid(1).linear.y, 0);
  EXPECT_GT(last, 0.5 * before.kinetic);
}

TEST(SolidContacts, SolidsPushEachOther) {
  const Scene scene = contact_scene(
      R"({"name": "below", "body": "solid", "material": "soft", "position": [0, 0, 0],
          "shape": {"kind": "box", "size": [0.1, 0.04, 0.1]}, "solid": {"cells": 6, "viscous": 0}},
         {"name": "above", "body": "solid", "material": "soft", "position": [0.012, 0.05, 0.017],
          "velocity": [0, -1, 0], "rotation": {"axis": [0, 1, 0], "angle": 30},
          "shape": {"kind": "box", "size": [0.04, 0.04, 0.06]},
          "solid": {"cells": 4, "viscous": 0}})",
      R"({"gravity": [0, 0, 0]})");
  ContactRun run(scene);
  const auto before = run.of_solid(1);
  run.until(0.06);
  const auto a = run.of_solid(0), b = run.of_solid(1);
  EXPECT_NEAR(norm(a.linear + b.linear - before.linear), 0, 1e-9 * norm(before.linear));
  // Places of touch are apart by the gap, which a step closes at most.
  EXPECT_NEAR(norm(a.angular + b.angular - before.angular), 0, 1e-3 * norm(before.linear) * 0.1);
  EXPECT_LT(a.kinetic + b.kinetic, before.kinetic);
  EXPECT_GT(b.linear.y, before.linear.y + 0.5 * norm(before.linear));
}

TEST(SolidContacts, SheetLiesStillOnATable) {
  const Scene scene = contact_scene(
      R"({"name": "sheet", "body": "solid", "material": "soft", "position": [0, 0.0012, 0],
          "shape": {"kind": "plate", "length": 0.06, "width": 0.04, "thickness": 0.002},
          "solid": {"cells": 6, "drag": 60}},
         {"name": "table", "material": "steel2", "position": [0, -0.05, 0], "static": true,
          "shape": {"kind": "box", "size": [0.2, 0.1, 0.2]}})",
      R"({"step": 0.001})");
  ContactRun run(scene);
  run.until(0.3);
  double fastest = 0, lowest = 1;
  ExplicitBody& sheet = run.solids.body(0);
  for (int n = 0; n < sheet.nodes(); ++n) {
    fastest = std::max(fastest, norm(sheet.velocity(n)));
    lowest = std::min(lowest, sheet.position(n).y);
  }
  EXPECT_LT(fastest, 1e-6);
  EXPECT_NEAR(lowest, 0.001, 1e-6);
  Vec3 pushed;
  for (const ShapePush& p : run.happened.pushes)
    if (p.time > 0.25) pushed += Vec3{p.impulse[0], p.impulse[1], p.impulse[2]};
  EXPECT_NEAR(-pushed.y / (0.05 * 9.81 * run.of_solid(0).mass), 1, 2e-3);
}

TEST(SolidContacts, BlockSlidesDownASlopeByCoulombsLaw) {
  // tan 30 = 0.577, mu = sqrt(0.4 * 0.4): a = g (sin - mu cos).
  const Scene scene = contact_scene(
      R"({"name": "block", "body": "solid", "material": "soft",
          "position": [0, 0.0101, 0],
          "shape": {"kind": "box", "size": [0.04, 0.02, 0.04]}, "solid": {"cells": 4, "drag": 0}},
         {"name": "table", "material": "soft", "position": [0, -0.05, 0], "static": true,
          "shape": {"kind": "box", "size": [0.6, 0.1, 0.2]}})",
      R"({"step": 0.001, "gravity": [4.905, -8.4957, 0]})");
  ContactRun run(scene);
  run.until(0.05);
  const double before = run.of_solid(0).linear.x;
  run.until(0.15);
  const double a = (run.of_solid(0).linear.x - before) / (0.1 * run.of_solid(0).mass);
  EXPECT_NEAR(a, 4.905 - 0.4 * 8.4957, 0.02 * 1.5);
}

TEST(SolidContacts, GoOnWithTheSameBits) {
  const Scene scene = contact_scene(
      R"({"name": "block", "body": "solid", "material": "soft", "position": [0, 0, 0],
          "shape": {"kind": "box", "size": [0.1, 0.04, 0.1]}, "solid": {"cells": 4}},
         {"name": "ball", "material": "soft", "position": [0.01, 0.032, 0.005],
          "velocity": [0.3, -1.5, 0.1], "shape": {"kind": "sphere", "radius": 0.01}})",
      R"({"gravity": [0, 0, 0]})");
  ContactRun whole(scene), first(scene), second(scene);
  whole.until(0.02);
  first.until(0.007);
  StateWriter out, rigid_out;
  first.solids.save(out), first.rigid.save(rigid_out);
  StateReader in(out.bytes(), "solids"), rigid_in(rigid_out.bytes(), "rigid");
  second.solids.load(in), second.rigid.load(rigid_in);
  second.until(0.02);
  for (int n = 0; n < whole.solids.body(0).nodes(); ++n)
    EXPECT_TRUE(whole.solids.body(0).position(n) == second.solids.body(0).position(n));
  EXPECT_TRUE(whole.state(1).velocity == second.state(1).velocity);
  EXPECT_GT(whole.state(1).velocity.y, -1.4);
}

TEST(SolidContacts, AnyNumberOfThreadsGivesTheSameBits) {
  const Scene scene = contact_scene(
      R"({"name": "below", "body": "solid", "material": "soft", "position": [0, 0, 0],
          "shape": {"kind": "box", "size": [0.1, 0.04, 0.1]}, "solid": {"cells": 4}},
         {"name": "above", "body": "solid", "material": "soft", "position": [0.012, 0.05, 0.017],
          "velocity": [0, -1, 0], "shape": {"kind": "box", "size": [0.04, 0.04, 0.06]},
          "solid": {"cells": 4}},
         {"name": "far", "body": "solid", "material": "soft", "position": [1, 0, 0],
          "spin": [10, 0, 5], "shape": {"kind": "box", "size": [0.04, 0.04, 0.06]},
          "solid": {"cells": 4}})",
      R"({"gravity": [0, 0, 0]})");
  const int before = thread_limit();
  set_thread_limit(1);
  ContactRun one(scene);
  one.until(0.02);
  set_thread_limit(3);
  ContactRun three(scene);
  three.until(0.02);
  set_thread_limit(before);
  for (std::size_t i = 0; i < 3; ++i)
    for (int n = 0; n < one.solids.body(i).nodes(); ++n)
      EXPECT_TRUE(one.solids.body(i).position(n) == three.solids.body(i).position(n));
}

TEST(SolidContacts, SayWhatIsWrong) {
  const Scene inside = contact_scene(
      R"({"name": "block", "body": "solid", "material": "soft", "position": [0, 0, 0],
          "shape": {"kind": "box", "size": [0.1, 0.04, 0.1]}, "solid": {"cells": 4}},
         {"name": "ball", "material": "soft", "position": [0.01, 0.02, 0.005],
          "shape": {"kind": "sphere", "radius": 0.01}})",
      "{}");
  try {
    ContactRun run(inside);
    run.until(0.01);
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("move them apart"), std::string::npos) << e.what();
  }
  const Scene coarse = contact_scene(
      R"({"name": "plate", "body": "solid", "material": "steel2", "position": [0, 0, 0],
          "shape": {"kind": "plate", "length": 0.25, "width": 0.25, "thickness": 0.001},
          "solid": {"cells": 16}},
         {"name": "ball", "material": "steel2", "position": [0.001, 0.1, 0.0005],
          "shape": {"kind": "sphere", "radius": 0.0025}})",
      "{}");
  ContactRun run(coarse);
  ASSERT_EQ(run.solids.warnings().size(), 1u);
  EXPECT_NE(run.solids.warnings()[0].find("solid.cells"), std::string::npos);
}

}  // namespace
}  // namespace peal

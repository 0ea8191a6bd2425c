// Grains of a scene: into a cup whose true surface holds them, poured one after the other; momentum
// by what the cup feels, energy that never grows.
#include "motion/grains/crowd_world.h"

#include <gtest/gtest.h>

#include <cmath>

#include "motion/rigid/rigid_motion.h"
#include "motion/rigid/scene_motion.h"
#include "scene/load.h"

namespace peal {
namespace {

Scene cup_with(const std::string& grains) {
  return parse_scene(R"({"peal": 1, "duration": 1,
    "listeners": [{"name": "ear", "position": [0, 1, 1]}],
    "objects": [{"name": "cup", "shape": {"kind": "cup"}, "material": "porcelain",
                 "position": [0, 0, 0], "static": true}],
    "motion": {"floor": {}}, "grains": [)" +
                         grains + "]}",
                     "test", {}, {});
}

struct Poured {
  explicit Poured(const Scene& scene) : rigid(rigid_setup(scene)), crowd(scene) {}
  void step() {
    const double t1 = rigid.coming();
    happened = {};
    crowd.advance(t1, {rigid.world(), rigid.tracks_of_worlds()}, happened);
    rigid.step(t1);
  }
  RigidMotion rigid;
  CrowdWorld crowd;
  MotionBlock happened;
};

TEST(CrowdWorld, BeadsStayInTheCupAndLoseEnergy) {
  const Scene scene = cup_with(
      R"({"name": "beads", "material": "glass", "count": 200, "radius": 0.0025,
          "region": "cylinder", "position": [0, 0.12, 0], "size": [0.03, 0.05, 0.03]})");
  Poured poured(scene);
  double last = poured.crowd.world().energy();
  const double all = last;
  Vec3 given;
  std::size_t pairs = 0, walls = 0;
  for (int n = 0; n < 700; ++n) {
    poured.step();
    const double now = poured.crowd.world().energy();
    ASSERT_LE(now, last + 1e-9 * all) << n;
    last = now;
    for (const GrainHit& hit : poured.happened.crowds[0].hits) {
      ASSERT_LT(hit.time, (n + 1) * 1e-3 + 1e-12);
      (hit.on_wall() ? walls : pairs) += 1;
      if (hit.on_wall()) {
        ASSERT_EQ(object_of(hit), 0) << "nobody reaches the floor outside";
      }
    }
  }
  EXPECT_GT(pairs, 1000u);
  EXPECT_GT(walls, 300u);
  EXPECT_EQ(poured.crowd.world().escapes().count, 0);
  for (int i = 0; i < 200; ++i) {
    const Vec3 p = poured.crowd.world().motion(i).place;
    EXPECT_LT(std::hypot(p.x, p.z), 0.035) << i;
    EXPECT_GT(p.y, 0.003) << i;
  }
}

TEST(CrowdWorld, PouredGrainsComeOneByOne) {
  const Scene scene = cup_with(
      R"({"name": "sugar", "material": "glass", "count": 300, "radius": 0.001, "rate": 1000,
          "region": "cylinder", "position": [0, 0.1, 0], "size": [0.02, 0.004, 0.02]})");
  Poured poured(scene);
  for (int n = 0; n < 100; ++n) poured.step();
  EXPECT_NEAR(poured.crowd.world().grains(), 100, 1);
  for (int n = 0; n < 300; ++n) poured.step();
  EXPECT_EQ(poured.crowd.world().grains(), 300);
}

TEST(CrowdWorld, SpreadRadiiAreSpread) {
  const Scene scene = cup_with(
      R"({"name": "sand", "material": "glass", "count": 1000, "radius": 0.0005,
          "radius_to": 0.001, "position": [0, 0.2, 0], "size": [0.03, 0.05, 0.03]})");
  const GrainRoster roster(scene);
  ASSERT_EQ(roster.kinds.size(), 8u);
  std::vector<int> counts(8, 0);
  for (const int kind : roster.kind_of) ++counts[kind];
  for (const int count : counts) EXPECT_NEAR(count, 125, 50);
  EXPECT_DOUBLE_EQ(roster.kinds.front().radius, 0.0005);
  EXPECT_DOUBLE_EQ(roster.kinds.back().radius, 0.001);
}

/// Beads that fly in empty space into a block that floats there and turns.
Scene block_with(const std::string& density, const std::string& restitution) {
  return parse_scene(R"({"peal": 1, "duration": 1,
    "listeners": [{"name": "ear", "position": [0, 1, 1]}],
    "materials": {"stuff": {"young": 2e11, "poisson": 0.3, "density": )" +
                         density + R"(, "restitution": )" + restitution + R"(, "friction": 0.3}},
    "objects": [{"name": "block", "shape": {"kind": "box", "size": [0.06, 0.02, 0.05]},
                 "material": "stuff", "position": [0.003, 0, 0], "spin": [1, 5, 2]}],
    "motion": {"gravity": [0, 0, 0]}, "grains": [
      {"name": "beads", "material": "stuff", "count": 80, "radius": 0.002, "radius_to": 0.003,
       "position": [0, 0.06, 0], "size": [0.03, 0.06, 0.03], "velocity": [0.2, -2, 0.1],
       "velocity_jitter": [0.2, 0.5, 0.2]}]})",
                     "test", {}, {});
}

struct Ledger {
  Vec3 momentum, turn;
  double energy = 0;
};

Ledger ledger_of(const Scene& scene, Poured& poured) {
  Ledger out;
  const auto add = [&](double m, const Vec3& x, const Vec3& v) {
    out.momentum += m * v, out.turn += m * cross(x, v), out.energy += 0.5 * m * norm_squared(v);
  };
  const GrainWorld& world = poured.crowd.world();
  for (int i = 0; i < world.grains(); ++i)
    add(world.kind(i).mass(), world.motion(i).place, world.motion(i).velocity);
  const MassProperties& solid = scene.objects[0].geometry->solid;
  const double density = scene.material("stuff").density;
  const RigidState s = poured.rigid.world().state(0, poured.rigid.world().time());
  add(density * solid.mass, s.pose.position, s.velocity);
  out.turn += s.angular_momentum;
  out.energy += 0.5 * dot(s.spin, s.angular_momentum);
  return out;
}

// What the beads lose the block gets, also the angular momentum; light blocks and heavy ones.
TEST(CrowdWorld, BeadsPushAFreeBlockAndAllMomentumIsKept) {
  for (const std::string density : {"200", "7800"}) {
    const Scene scene = block_with(density, "1");
    Poured poured(scene);
    poured.step();
    const Ledger before = ledger_of(scene, poured);
    double moved = 0;
    std::size_t hits = 0;
    for (int n = 0; n < 80; ++n) {
      const Vec3 was = poured.rigid.world().state(0, poured.rigid.world().time()).velocity;
      poured.step();
      moved += norm(poured.rigid.world().state(0, poured.rigid.world().time()).velocity - was);
      for (const GrainHit& hit : poured.happened.crowds[0].hits) hits += hit.on_wall();
      const Ledger now = ledger_of(scene, poured);
      ASSERT_LT(norm(now.momentum - before.momentum), 1e-9 * norm(before.momentum)) << n;
      ASSERT_LT(norm(now.turn - before.turn), 1e-9 * norm(before.momentum) * 0.1) << n;
      ASSERT_NEAR(now.energy, before.energy, 2e-3 * before.energy) << n;
    }
    EXPECT_GT(hits, 50u);
    EXPECT_GT(moved, 0.05) << density;
  }
}

}  // namespace
}  // namespace peal

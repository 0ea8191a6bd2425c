// Rods that touch rods and themselves: momentum, energy, weight of what lies on each other, chains
// of closed links, fast rods that must not pass through each other.
#include "motion/rods/rod_pairs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "base/constants.h"
#include "base/error.h"
#include "base/parallel.h"
#include "motion/rigid/rigid_motion.h"
#include "motion/rods/rod_world.h"
#include "scene/load.h"

namespace peal {
namespace {

/// Objects of steel wire.
Scene wires(const std::string& objects, const std::string& motion, const std::string& loss = "0",
            const std::string& restitution = "1", const std::string& friction = "0.3") {
  return parse_scene(
      R"({"peal": 1, "duration": 1, "listeners": [{"name": "ear", "position": [0, 1, 1]}],
    "materials": {"hard": {"young": 2e11, "poisson": 0.3, "density": 7800, "restitution": )" +
          restitution + R"(, "friction": )" + friction + R"(, "loss_factor": )" + loss +
          R"(}}, "objects": [)" + objects + R"(], "motion": )" + motion + "}",
      "test", {}, {});
}

std::string straight(const std::string& name, const std::string& more, double length = 0.1,
                     double radius = 0.001, int points = 11) {
  return fmt::format(
      R"({{"name": "{}", "body": "rod", "material": "hard", {}, "shape": {{"kind": "rod", "points": {},
      "section": {{"kind": "circle", "radius": {}}},
      "centreline": {{"kind": "straight", "length": {}}}}}}})",
      name, more, points, radius, length);
}

std::string ring(const std::string& name, const std::string& more, double around, double radius,
                 int points) {
  return fmt::format(
      R"({{"name": "{}", "body": "rod", "material": "hard", {}, "shape": {{"kind": "rod", "points": {},
      "section": {{"kind": "circle", "radius": {}}},
      "centreline": {{"kind": "arc", "radius": {}}}}}}})",
      name, more, points, radius, around);
}

const char* const kFree = R"({"step": 0.001, "gravity": [0, 0, 0]})";

struct Wires {
  explicit Wires(const Scene& of) : scene(of), rigid(rigid_setup(of)), rods(scene, all_rods(of)) {}

  static std::vector<int> all_rods(const Scene& scene) {
    std::vector<int> out;
    for (std::size_t i = 0; i < scene.objects.size(); ++i)
      if (scene.objects[i].body == BodyKind::rod) out.push_back(static_cast<int>(i));
    return out;
  }
  int count() const { return static_cast<int>(all_rods(scene).size()); }
  void step() {
    const double t1 = rigid.coming();
    happened = {};
    rods.advance(t1, {rigid.world(), rigid.tracks_of_worlds()}, happened);
    rigid.step(t1);
  }
  Vec3 momentum() const {
    Vec3 p;
    for (int r = 0; r < count(); ++r) p += rods.rod(r).momentum();
    return p;
  }
  Vec3 angular_momentum() const {
    Vec3 l;
    for (int r = 0; r < count(); ++r) {
      const ElasticRod& rod = rods.rod(r);
      for (int i = 0; i < rod.points(); ++i)
        l += rod.mass(i) * cross(rod.point(i), rod.velocity(i));
      for (int j = 0; j < rod.edges(); ++j)
        l += rod.twist_inertia(j) * rod.twist_rate(j) * rod.tangent(j);
    }
    return l;
  }
  double energy() const {
    double e = rods.energy_of_contacts();
    for (int r = 0; r < count(); ++r) {
      const ElasticRod& rod = rods.rod(r);
      e += rod.energy().total();
      for (int i = 0; i < rod.points(); ++i)
        e -= rod.mass(i) * dot(scene.motion.gravity, rod.point(i));
    }
    return e;
  }
  double mass() const {
    double m = 0;
    for (int r = 0; r < count(); ++r)
      for (int i = 0; i < rods.rod(r).points(); ++i) m += rods.rod(r).mass(i);
    return m;
  }
  /// [m/s] root of the mean square.
  double speed() const {
    double sum = 0;
    for (int r = 0; r < count(); ++r)
      for (int i = 0; i < rods.rod(r).points(); ++i)
        sum += rods.rod(r).mass(i) * norm_squared(rods.rod(r).velocity(i));
    return std::sqrt(sum / mass());
  }

  /// [m/s^2] root of the mean square over points and samples of the last step, of what can be
  /// heard: the rule of trapezoids turns what is far beyond the rate into its Nyquist frequency,
  /// which means of four samples leave out.
  double jolt() const {
    double sum = 0, count = 0;
    for (const ShapeSamples& shape : happened.shapes)
      for (int row = 0; row < 3 * shape.points; ++row) {
        const float* a = &shape.acceleration[static_cast<std::size_t>(row) * shape.count];
        for (int n = 0; n + 3 < shape.count; ++n, ++count) {
          const double mean = 0.125 * (a[n] + 3.0 * a[n + 1] + 3.0 * a[n + 2] + a[n + 3]);
          sum += mean * mean;
        }
      }
    return std::sqrt(sum / std::max(count, 1.0));
  }

  const Scene& scene;
  RigidMotion rigid;
  RodWorld rods;
  MotionBlock happened;
};

// Of equal cylinders that cross at right angles Hertz has a ball's law.
TEST(RodPairs, StiffnessOfCrossedCylindersIsHertz) {
  EXPECT_NEAR(crossing_stiffness(0.002, 0.002, 1, 1e11), 4.0 / 3 * std::sqrt(0.002) * 1e11,
              1e-10 * 1e10);
  // At 30 degrees and equal radii R'/R'' = (1 + cos 30)/(1 - cos 30) = 13.93. Compression under a
  // load by elliptic integrals: delta / (9 F^2/16 E*^2 R_e)^(1/3) = F2 with
  //   F2 = 2/pi (b/a)^(1/2) K(e) / F1, b/a and F1 of Johnson's equations 4.28 to 4.32.
  const double r = 0.002, sine = 0.5, k = crossing_stiffness(r, r, sine, 1e11);
  // Solved here with the complete integrals of the ratio b/a that makes R'/R'' right.
  const auto integrals = [](double e2) {
    double a = 1, g = std::sqrt(1 - e2), c2 = e2, sum = c2 / 2, power = 0.5;
    for (int n = 0; n < 30 && std::fabs(a - g) > 1e-16; ++n) {
      const double next = (a + g) / 2, c = (a - g) / 2;
      g = std::sqrt(a * g), a = next, power *= 2, sum += power * c * c;
    }
    const double kk = kPi / (2 * a);
    return std::pair{kk, kk * (1 - sum)};
  };
  const double wanted = (1 + std::cos(kPi / 6)) / (1 - std::cos(kPi / 6));
  double low = 1e-3, high = 1;
  for (int n = 0; n < 100; ++n) {
    const double q = (low + high) / 2;  // b/a
    const auto [kk, ee] = integrals(1 - q * q);
    const double ratio = (ee / (q * q) - kk) / (kk - ee);
    (ratio > wanted ? low : high) = q;
  }
  const auto [kk, ee] = integrals(1 - low * low);
  const double e2 = 1 - low * low;
  const double f1 = std::cbrt(4 / (kPi * e2) * std::pow(low, 1.5) *
                              std::sqrt((ee / (low * low) - kk) * (kk - ee)));
  const double f2 = 2 / kPi * std::sqrt(low) * kk / f1;
  const double re = std::sqrt((r / (1 + std::cos(kPi / 6))) * (r / (1 - std::cos(kPi / 6))));
  EXPECT_NEAR(k / (4.0 / 3 * 1e11 * std::sqrt(re) / std::pow(f2, 1.5)), 1, 0.01);
}

TEST(RodPairs, MomentumOfRodsThatCollideIsExact) {
  const Scene scene = wires(
      straight("one", R"("position": [0, 0, 0], "velocity": [0.1, 0.5, 0], "spin": [0, 3, 2])") +
          "," + straight("two", R"("position": [0.013, 0.0041, 0.007], "velocity": [0, -1, 0.3],
                   "rotation": {"axis": [0, 1, 0], "angle": 70})"),
      kFree);
  Wires both(scene);
  const Vec3 before = both.momentum(), turning = both.angular_momentum();
  const Vec3 one = both.rods.rod(0).momentum();
  const double energy = both.energy();
  int touched = 0;
  double most = 0;
  for (int n = 0; n < 40; ++n) {
    both.step();
    touched += !both.rods.last_pairs().empty();
    EXPECT_LT(norm(both.momentum() - before), 1e-12 * norm(before)) << n;
    EXPECT_LT(norm(both.angular_momentum() - turning), 0.02 * norm(turning)) << n;
    most = std::max(most, both.energy());
  }
  EXPECT_GT(norm(both.rods.rod(0).momentum() - one), 0.3 * norm(one)) << "they must meet";
  EXPECT_LT(most, energy * (1 + 1e-4));
}

// Along the line through their middles, without friction: what one loses the other has, and energy
// stays.
TEST(RodPairs, LosslessCollisionKeepsEnergy) {
  const Scene scene =
      wires(straight("one", R"("position": [0, 0, 0])", 0.02, 0.002, 5) + "," +
                straight("two", R"("position": [0.0013, 0.0043, 0.0017], "velocity": [0, -0.4, 0],
                   "rotation": {"axis": [0, 1, 0], "angle": 90})",
                         0.02, 0.002, 5),
            R"({"step": 0.001, "gravity": [0, 0, 0], "rod_rate": 352800})", "0", "1", "0");
  Wires both(scene);
  const double energy = both.energy();
  for (int n = 0; n < 30; ++n) {
    both.step();
    EXPECT_NEAR(both.energy(), energy, 5e-4 * energy) << n;
  }
  EXPECT_LT(both.rods.rod(0).momentum().y, 0.5 * both.momentum().y) << "the other has most of it";
}

TEST(RodPairs, NothingPassesThroughAtTwentyMetresPerSecond) {
  int passed = 0;
  for (int k = 0; k < 12; ++k) {
    const double along = 0.031 * std::sin(1.7 * k), angle = 20 + 14 * k;
    const Scene scene = wires(
        straight("one", R"("position": [0, 0, 0], "rod": {"supports": [{"kind": "clamp", "at": 0},
                 {"kind": "clamp", "at": 1}]})",
                 0.1, 0.0004, 15) +
            "," +
            straight("two",
                     fmt::format(R"("position": [{}, 0.011, 0.002], "velocity": [0, -20, 0],
                   "rotation": {{"axis": [0, 1, 0], "angle": {}}})",
                                 along, angle),
                     0.08, 0.0004, 13),
        kFree, "1e-3", "0.5");
    Wires both(scene);
    int met = 0;
    for (int n = 0; n < 4; ++n) both.step(), met += !both.rods.last_pairs().empty();
    // Where both lie over each other, seen from above, the second is still above.
    const ElasticRod &one = both.rods.rod(0), &two = both.rods.rod(1);
    for (int i = 0; i < one.edges(); ++i)
      for (int j = 0; j < two.edges(); ++j) {
        const Vec3 a = one.point(i), e = one.point(i + 1) - a, b = two.point(j),
                   f = two.point(j + 1) - b;
        const double d = e.x * f.z - e.z * f.x;
        const double s = ((b.x - a.x) * f.z - (b.z - a.z) * f.x) / d,
                     t = ((b.x - a.x) * e.z - (b.z - a.z) * e.x) / d;
        if (s < 0 || s > 1 || t < 0 || t > 1) continue;
        passed += b.y + t * f.y < a.y + s * e.y;
      }
  }
  EXPECT_EQ(passed, 0);
}

// Five rods across each other on the floor: it carries all of them, and nothing is heard.
TEST(RodPairs, StackLiesStill) {
  std::string objects;
  for (int k = 0; k < 6; ++k) {
    const double y = 0.004 + 0.005 * (k / 2), side = k % 2 ? 0.03 : -0.03;
    objects +=
        (k > 0 ? "," : "") +
        straight(fmt::format("rod{}", k),
                 fmt::format(R"("position": [{}, {}, {}], "rotation": {{"axis": [0, 1, 0],
                          "angle": {}}})",
                             k / 2 % 2 ? side : 0.0, y, k / 2 % 2 ? 0.0 : side, k / 2 % 2 ? 90 : 0),
                 0.1, 0.002, 11);
  }
  const Scene scene =
      wires(objects, R"({"step": 0.001, "rod_rate": 44100, "floor": {"material": "hard"}})", "1e-2",
            "0.4");
  Wires stack(scene);
  double loud = 0, late = 0, lasted = 0;
  Vec3 given;
  for (int n = 0; n < 250; ++n) {
    stack.step();
    if (n < 100) loud = std::max(loud, stack.jolt());
    if (n < 100 || stack.rods.asleep()) continue;
    late = n < 150 ? 0 : std::max(late, stack.jolt());
    lasted += 1e-3;
    for (const ShapePush& push : stack.happened.pushes) given.y -= push.impulse[1];
  }
  EXPECT_NEAR(given.y / lasted, 9.81 * stack.mass(), 0.02 * 9.81 * stack.mass());
  EXPECT_GT(stack.rods.last_pairs().size(), 7u);
  EXPECT_LT(late, 1e-4 * loud) << "-80 dB";
}

// Links of a chain, the first one held: the others hang on it.
TEST(RodPairs, ChainOfClosedLinksHangs) {
  std::string objects;
  const double wire = 0.0012, around = 0.008;
  const std::string held = R"(, "rod": {"supports": [{"kind": "pin", "at": 0},
    {"kind": "pin", "at": 0.25}, {"kind": "pin", "at": 0.5}, {"kind": "pin", "at": 0.75}]})";
  for (int k = 0; k < 4; ++k) {
    const double y = -k * (2 * around - 2 * wire - 2e-4);
    objects += (k > 0 ? "," : "") +
               ring(fmt::format("link{}", k),
                    fmt::format(
                        R"("position": [0, {}, 0], "rotation": {{"axis": [{}], "angle": 90}}{})", y,
                        k % 2 ? "0, 0, 1" : "1, 0, 0", k == 0 ? held : R"(, "rod": {"drag": 20})"),
                    around, wire, 26);
  }
  const Scene scene = wires(objects, R"({"step": 0.001, "rod_rate": 44100})", "1e-2", "0.4");
  Wires chain(scene);
  chain.step();
  double before = chain.energy(), loud = 0, late = 0;
  for (int n = 1; n < 250; ++n) {
    chain.step();
    ASSERT_LT(chain.energy(), before + 1e-9) << n;
    before = chain.energy();
    (n < 50 ? loud : late) = std::max(n < 50 ? loud : n < 200 ? 0.0 : late, chain.jolt());
  }
  EXPECT_GE(chain.rods.last_pairs().size(), 3u);
  EXPECT_LT(chain.speed(), 2e-4);
  EXPECT_LT(late, 1e-4 * loud) << "-80 dB";
  for (int k = 1; k < 4; ++k) {
    Vec3 centre;
    for (int i = 0; i < 26; ++i) centre += chain.rods.rod(k).point(i) / 26;
    // The links are polygons, whose middles of edges lie nearer to their centres.
    EXPECT_NEAR(centre.y, -k * (2 * around - 2 * wire), k * 2 * around * (1 - std::cos(kPi / 26)))
        << k;
  }
}

// Two layers of wires across each other: 900 crossings, more than are solved one after the other.
TEST(RodPairs, BytesDoNotDependOnThreads) {
  std::string objects;
  for (int k = 0; k < 60; ++k) {
    const bool upper = k >= 30;
    const double side = 0.0034 * (k % 30 - 14.5);
    objects += (k > 0 ? "," : "") +
               straight(fmt::format("wire{}", k),
                        fmt::format(R"("position": [{}, {}, {}], "velocity": [0, {}, 0],
                          "rotation": {{"axis": [0, 1, 0], "angle": {}}})",
                                    upper ? side : 0, upper ? 0.002005 : 0, upper ? 0 : side,
                                    upper ? -0.1 : 0, upper ? 90 : 0),
                        0.11, 0.001, 21);
  }
  const Scene scene = wires(objects, R"({"step": 0.001, "gravity": [0, 0, 0]})", "1e-3", "0.7");
  const int before = thread_limit();
  std::vector<double> found[2];
  for (const int threads : {1, 2}) {
    set_thread_limit(threads);
    Wires layers(scene);
    std::int64_t most = 0;
    layers.step();
    most = layers.rods.pair_count().most;
    EXPECT_GT(most, 768);
    for (int r = 0; r < 60; ++r)
      for (int i = 0; i < 21; ++i)
        for (int k = 0; k < 3; ++k) found[threads - 1].push_back(layers.rods.rod(r).velocity(i)[k]);
  }
  set_thread_limit(before);
  EXPECT_EQ(found[0], found[1]);
}

// Straws in each other: a little is mended with a sentence, much is refused with both names.
TEST(RodPairs, OverlapAtTheStartIsMendedOrRefused) {
  const auto crossed = [](double height) {
    return wires(straight("one", R"("position": [0, 0, 0])") + "," +
                     straight("two", fmt::format(R"("position": [0.003, {}, 0.002],
                       "rotation": {{"axis": [0, 1, 0], "angle": 80}})",
                                                 height)),
                 kFree);
  };
  const Scene slightly = crossed(0.0019), deeply = crossed(0.0005);
  Wires mended(slightly);
  mended.step();
  ASSERT_EQ(mended.rods.warnings().size(), 1u);
  EXPECT_NE(mended.rods.warnings()[0].find("'one' and 'two' overlapped"), std::string::npos);
  EXPECT_LT(mended.speed(), 1e-3) << "nothing flies apart";
  Wires refused(deeply);
  try {
    refused.step();
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("'one' and 'two' overlap by 0.0015 m"),
              std::string::npos)
        << error.what();
  }
}

// Hard contacts: a collision within a step keeps momentum and, lossless, energy.
TEST(RodPairs, HardContactsKeepMomentum) {
  const Scene scene =
      wires(straight("one", R"("position": [0, 0, 0])") + "," +
                straight("two", R"("position": [0.013, 0.0041, 0.007], "velocity": [0, -1, 0.3],
                   "rotation": {"axis": [0, 1, 0], "angle": 70})"),
            R"({"step": 0.001, "gravity": [0, 0, 0], "rod_contacts": "hard"})", "1e-3", "0.5");
  Wires both(scene);
  const Vec3 before = both.momentum();
  double energy = both.energy();
  for (int n = 0; n < 20; ++n) {
    both.step();
    EXPECT_LT(norm(both.momentum() - before), 1e-12 * norm(before)) << n;
    EXPECT_LT(both.energy(), energy * (1 + 1e-4)) << n;
  }
  EXPECT_LT(both.rods.rod(0).momentum().y, both.rods.rod(1).momentum().y) << "they must meet";
}

// A spring that lies drawn together under its own weight: its loops stay in order.
TEST(RodPairs, LoopsOfASpringStayOnEachOther) {
  const std::string spring = R"({"name": "spring", "body": "rod", "material": "hard",
    "position": [0, 0.012, 0], "shape": {"kind": "rod", "points": 193,
      "section": {"kind": "rectangle", "width": 0.00095, "height": 0.00038}, "up": [1, 0, 0],
      "centreline": {"kind": "helix", "radius": 0.0325, "pitch": 0.0008, "turns": 4}}})";
  const Scene scene =
      wires(spring, R"({"step": 0.001, "rod_rate": 44100, "floor": {"material": "hard"}})", "1e-2",
            "0.3");
  Wires one(scene);
  std::size_t most = 0;
  for (int n = 0; n < 120; ++n) {
    one.step();
    most = std::max(most, one.rods.last_pairs().size());
    const ElasticRod& rod = one.rods.rod(0);
    for (int i = 0; i + 48 < 193; ++i)  // a point lies above that of the loop below
      ASSERT_GT(rod.point(i + 48).y, rod.point(i).y) << n << ' ' << i;
  }
  EXPECT_GT(most, 10u) << "loops must touch";
}

}  // namespace
}  // namespace peal

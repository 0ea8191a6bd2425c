// What friction sources write down at the rate of the sound, held against Helmholtz' string, a
// brake's and a door's known pitches, and against two bodies of modes stepped sample by sample.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "io/data/hdf5_file.h"
#include "support/friction_scenes.h"
#include "support/rendered.h"

namespace peal {
namespace {

struct RubRecord {
  double rate = 0;
  std::vector<double> force, velocity, bristle, exciter_velocity, exciter_position,
      resonator_velocity, resonator_position;
};

RubRecord read_record(const std::filesystem::path& path) {
  const Hdf5Reader in(path);
  std::vector<std::size_t> shape;
  const auto samples = [&](const char* name) { return in.doubles(name, shape, 1); };
  return {in.number("rate"),
          samples("force"),
          samples("velocity"),
          samples("bristle"),
          samples("exciter_velocity"),
          samples("exciter_position"),
          samples("resonator_velocity"),
          samples("resonator_position")};
}

/// Renders without sound files kept; the records of the objects named.
std::vector<RubRecord> records_of(Scene scene, const std::vector<std::string>& objects) {
  const test::TemporaryFolder folder;
  RenderOptions options;
  options.folder = folder.path();
  options.pictures = false, options.quiet = true;
  render(scene, options);
  std::vector<RubRecord> out;
  for (const std::string& object : objects)
    out.push_back(read_record(folder.path() / ("friction-" + object + ".h5")));
  return out;
}

Scene shipped(const std::string& name) {
  return load_scene(PEAL_SOURCE_DIR "/scenes/" + name + ".json", source_declarations());
}

TEST(FrictionRecord, ABowedStringSticksAndSlipsOnceInAPeriodAsHelmholtzSaw) {
  // Bowed at b of its length the string goes with the bow for 1 - b of each period, and
  // slips back once, so that its mean velocity over the period is zero.
  Scene scene = shipped("bowed_string");
  scene.duration = 2.1;
  const RubRecord r = records_of(scene, {"string"})[0];
  const double first = std::sqrt(50 / 0.00136) / (2 * 0.325), place = 0.115;
  const test::Stretch late{r.resonator_velocity, r.rate, 1.5, 2.0};
  EXPECT_NEAR(late.pitch(), first, 0.01 * first);
  int stuck = 0, slips = 0, count = 0;
  bool slipping = false;
  double bow = 0;
  for (int n = late.begin(); n < late.end(); ++n, ++count) {
    const double v = r.velocity[n];
    bow += r.exciter_velocity[n];
    stuck += std::abs(v) < 0.3;
    if (!slipping && v < -0.6) ++slips, slipping = true;
    if (slipping && v > -0.3) slipping = false;
  }
  bow /= count;
  EXPECT_NEAR(bow, 0.29, 0.02);
  const double periods = 0.5 * first;
  EXPECT_NEAR(slips, periods, 2);
  EXPECT_NEAR(static_cast<double>(stuck) / count, 1 - place, 0.05);
  EXPECT_LT(std::abs(late.mean()), 0.05 * bow);
}

TEST(FrictionRecord, BothLeavesOfTheDoorCreakAtTheirOwnPitch) {
  const std::vector<RubRecord> leaves = records_of(shipped("door"), {"left_leaf", "right_leaf"});
  const auto pitch = [&](int leaf, double from) {
    return test::Stretch{leaves[leaf].resonator_velocity, leaves[leaf].rate, from, from + 0.1}
        .pitch();
  };
  EXPECT_NEAR(pitch(0, 1.45), 461, 0.03 * 461);
  // The right one follows: it is highest in the middle of its own way, and always below the left.
  EXPECT_GT(pitch(1, 2.1), 1.2 * pitch(1, 1.3));
  EXPECT_GT(pitch(1, 2.1), 1.2 * pitch(1, 2.5));
  EXPECT_LT(pitch(1, 2.1), 0.9 * pitch(0, 1.45));
}

// A singing glass under a rod that has modes too, some with a shape below zero.
const char* const kRod = R"({
  "peal": 1, "duration": 0.25, "name": "rod",
  "listeners": [{"name": "mic", "kind": "mono", "position": [0, 0, 1]}],
  "objects": [{"name": "glass", "shape": {"kind": "sphere", "radius": 0.04}, "material": "glass",
               "position": [0, 0, 0], "static": true, "sound": "none"}],
  "sources": [{"kind": "friction", "object": "glass", "record": true,
    "resonator": {"kind": "modes", "area": 0.01, "modes": [
      {"frequency": 548, "decay": 6.9, "mass": 0.01}, {"frequency": 1370, "decay": 11.5, "mass": 0.01}]},
    "exciter": {"mass": 0.05, "damping": 200, "area": 0.01, "modes": [
      {"frequency": 820, "decay": 30, "mass": 0.02}, {"frequency": 2100, "decay": 60, "mass": 0.03, "shape": -0.5}]},
    "force": 1.5, "normal_force": 1,
    "law": {"stiffness": 1e4, "damping": 1, "viscosity": 0.2, "static_friction": 0.6,
            "dynamic_friction": 0.25, "stribeck_speed": 0.1}}]})";

TEST(FrictionRecord, AnExciterThatRingsMovesAsTwoBodiesOfModesStepByStep) {
  const Scene scene = test::scene_from(kRod);
  const RubRecord r = records_of(scene, {"glass"})[0];
  const FrictionLaw law{1e4, 1, 0.2, 1, 0.6, 0.25, 0.1, 0.7};
  FrictionPair pair(law, {{0, 200, 0.05}, {820, 30, 0.02}, {2100, 60, 0.03, -0.5}},
                    {{548, 6.9, 0.01}, {1370, 11.5, 0.01}}, r.rate, FrictionPair::Scheme::exact);
  double force = 0, way = 0, resonator = 0, worst = 0, ringing = 0;
  const auto most = static_cast<std::size_t>(0.2 * r.rate);
  for (std::size_t n = 0; n < most; ++n) {
    pair.step(1.5, 1);
    force = std::max(force, std::abs(pair.force()));
    way = std::max(way, std::abs(pair.exciter_position()));
    resonator = std::max(resonator, std::abs(pair.resonator_position()));
    worst = std::max(worst, std::abs(pair.force() - r.force[n]) / force);
    worst = std::max(worst, std::abs(pair.exciter_position() - r.exciter_position[n]) / way);
    worst = std::max(worst, std::abs(pair.resonator_position() - r.resonator_position[n]) /
                                std::max(resonator, 1e-9));
    ringing = std::max(ringing, std::abs(pair.bend() - r.bristle[n]));
  }
  EXPECT_LT(worst, 1e-5);
  EXPECT_LT(ringing, 1e-8);
}

TEST(FrictionRecord, AnExciterThatRingsIsHeard) {
  Scene with = test::scene_from(kRod);
  std::string text = kRod;
  text.replace(text.find("\"area\": 0.01, \"modes\": [\n      {\"frequency\": 820"), 12,
               "\"area\": 1e-8");
  const test::Rendered loud = test::render_text(kRod), quiet = test::render_text(text);
  const auto at = [](const test::Rendered& r) {
    return test::amplitude_at(r.sounds[0].channels[0], r.sounds[0].rate, 820, 0.05, 0.25);
  };
  EXPECT_GT(at(loud), 1.5 * at(quiet));
}

TEST(FrictionRecord, AForceOnTheResonatorBendsItAsItsStiffnessSays) {
  std::string text = kRod;
  const auto replace = [&](const std::string& from, const std::string& to) {
    ASSERT_NE(text.find(from), std::string::npos);
    text.replace(text.find(from), from.size(), to);
  };
  replace("\"normal_force\": 1", "\"normal_force\": 0, \"resonator_force\": [[0, 0], [0.05, 2]]");
  replace("\"decay\": 6.9", "\"decay\": 400");
  replace("\"decay\": 11.5", "\"decay\": 400");
  const RubRecord r = records_of(test::scene_from(text), {"glass"})[0];
  const auto stiffness = [](double f) { return 0.01 * std::pow(2 * kPi * f, 2); };
  const double expected = 2 / stiffness(548) + 2 / stiffness(1370);
  const auto n = static_cast<std::size_t>(0.2 * r.rate);
  EXPECT_NEAR(r.resonator_position[n], expected, 1e-4 * expected);
  EXPECT_EQ(r.force[n], 0);
  // The exciter runs freely: m v' + m g v = 1.5 N.
  const double t = static_cast<double>(n + 1) / r.rate;
  const double gone = 1.5 / (0.05 * 200) * (t - (1 - std::exp(-200 * t)) / 200);
  EXPECT_NEAR(r.exciter_position[n], gone, 1e-3 * gone);
}

}  // namespace
}  // namespace peal

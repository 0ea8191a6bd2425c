// What rods and grains did is on a tape beside the take: heard again it gives the same bytes, moved
// microphones need no simulation, a killed simulation goes on, a tape that was cut off is not used.
#include <gtest/gtest.h>

#include "motion/take/scene_take.h"
#include "motion/take/take_file.h"
#include "render/take_stage.h"
#include "sources/rebound.h"
#include "support/rendered.h"

namespace peal {
namespace {

const char* const kBoth = R"({
  "peal": 1, "name": "both", "duration": 0.3,
  "listeners": [{"name": "ear", "kind": "mono", "position": [0, 0.4, 0.4]}],
  "objects": [
    {"name": "plate", "shape": {"kind": "plate"}, "material": "steel", "position": [0, 0.05, 0],
     "static": true},
    {"name": "rod", "body": "rod", "material": "brass", "position": [0, 0.08, 0],
     "rotation": {"axis": [0, 0, 1], "angle": 5},
     "shape": {"kind": "rod", "points": 10, "section": {"kind": "circle", "radius": 0.002},
               "centreline": {"kind": "straight", "length": 0.15}}}],
  "grains": [{"name": "beads", "material": "glass", "count": 30, "radius": 0.002,
              "position": [0, 0.12, 0.03], "size": [0.02, 0.02, 0.02]}],
  "motion": {"floor": {}}, "quality": "draft",
  "sources": [{"kind": "rod"}, {"kind": "grain"}]
})";

class Tapes : public testing::Test {
 protected:
  RenderReport run(const Scene& scene) {
    RenderOptions options;
    options.folder = folder_.path();
    options.pictures = false, options.quiet = true;
    return render(scene, options);
  }
  std::string sound() { return test::read_bytes(folder_.path() / "ear.wav"); }

  test::TemporaryFolder folder_;
};

TEST_F(Tapes, HeardAgainGiveTheSameBytes) {
  const Scene scene = test::scene_from(kBoth);
  const RenderReport first = run(scene);
  const std::string bytes = sound();
  EXPECT_EQ(first.motion, "simulated");
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / kTapeName));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / ".motion.tape"));
  const RenderReport second = run(scene);
  EXPECT_NE(second.motion, "simulated");
  EXPECT_TRUE(sound() == bytes);
}

TEST_F(Tapes, MovedMicrophonesNeedNoSimulation) {
  Scene scene = test::scene_from(kBoth);
  run(scene);
  scene.listeners[0].position = {0, 1, 0};
  EXPECT_NE(run(scene).motion, "simulated");
  const std::string moved = sound();
  const test::TemporaryFolder fresh;
  RenderOptions options;
  options.folder = fresh.path();
  options.pictures = false, options.quiet = true;
  EXPECT_EQ(render(scene, options).motion, "simulated");
  EXPECT_TRUE(test::read_bytes(fresh.path() / "ear.wav") == moved);
}

TEST_F(Tapes, WhatIsTooLargeIsNotKeptAndSoundsTheSame) {
  Scene scene = test::scene_from(kBoth);
  run(scene);
  const std::string kept = sound();
  scene.motion.keep_limit = 0;
  const test::TemporaryFolder fresh;
  RenderOptions options;
  options.folder = fresh.path();
  options.pictures = false, options.quiet = true;
  render(scene, options);
  EXPECT_TRUE(test::read_bytes(fresh.path() / "ear.wav") == kept);
  for (const char* name : {kTapeName, kTakeName, ".motion.tape", ".motion.checkpoint"})
    EXPECT_FALSE(std::filesystem::exists(fresh.path() / name)) << name;
}

TEST_F(Tapes, ThatWereCutOffAreSimulatedAnewWithASentence) {
  const Scene scene = test::scene_from(kBoth);
  run(scene);
  const std::string bytes = sound();
  std::filesystem::resize_file(folder_.path() / kTapeName,
                               std::filesystem::file_size(folder_.path() / kTapeName) / 2);
  const RenderReport again = run(scene);
  EXPECT_EQ(again.motion, "simulated");
  ASSERT_FALSE(again.warnings.empty());
  EXPECT_NE(again.warnings.front().find("motion.tape"), std::string::npos) << again.warnings[0];
  EXPECT_TRUE(sound() == bytes);
}

// Checkpoints at every block; the one that is killed leaves one, the next goes on from it.
TEST_F(Tapes, AKilledSimulationGoesOnFromItsCheckpoint) {
  const Scene scene = test::scene_from(kBoth);
  run(scene);
  const std::string bytes = sound();
  const test::TemporaryFolder fresh;
  const auto recording = [&] {
    Recording out;
    out.tape = fresh.path() / ".motion.tape";
    out.checkpoint = fresh.path() / ".motion.checkpoint";
    out.every = 0;
    out.writers = radiators(scene);
    return out;
  };
  ModesLibrary library;
  const auto law = rebound_of_bodies(scene, library);
  struct Killed {};
  EXPECT_THROW(simulate_take(
                   scene,
                   [](double part) {
                     if (part > 0.5) throw Killed();
                   },
                   law, recording()),
               Killed);
  ASSERT_TRUE(std::filesystem::exists(fresh.path() / ".motion.checkpoint"));
  double first = -1;
  const Take take = simulate_take(
      scene, [&](double part) { first = first < 0 ? part : first; }, law, recording());
  EXPECT_GT(first, 0.4) << "it began where the other had stopped";
  const Take whole = read_take_file(folder_.path() / kTakeName);
  EXPECT_EQ(take.tape_bytes, whole.tape_bytes);
  EXPECT_TRUE(test::read_bytes(fresh.path() / ".motion.tape") ==
              test::read_bytes(folder_.path() / kTapeName));
}

}  // namespace
}  // namespace peal

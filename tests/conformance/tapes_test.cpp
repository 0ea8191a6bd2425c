// What rods and grains did is on a tape beside the take: heard again it gives the same bytes, moved
// microphones need no simulation, a killed simulation goes on, a tape that was cut off is not used.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "motion/take/live_motion.h"
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
  const std::string events = test::read_bytes(folder_.path() / "events.csv"),
                    shown = test::read_bytes(folder_.path() / "motion.glb");
  // From the beginning, and from the middle on.
  for (const double limit : {0.0, 2e-3}) {
    scene.motion.keep_limit = limit;
    const test::TemporaryFolder fresh;
    RenderOptions options;
    options.folder = fresh.path();
    options.pictures = false, options.quiet = true;
    EXPECT_EQ(render(scene, options).motion, "simulated");
    EXPECT_TRUE(test::read_bytes(fresh.path() / "ear.wav") == kept) << limit;
    EXPECT_TRUE(test::read_bytes(fresh.path() / "events.csv") == events) << limit;
    EXPECT_TRUE(test::read_bytes(fresh.path() / "motion.glb") == shown) << limit;
    for (const char* name : {kTapeName, kTakeName, ".motion.tape", ".motion.checkpoint"})
      EXPECT_FALSE(std::filesystem::exists(fresh.path() / name)) << name;
  }
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

// What has been heard leaves the disk; what the checkpoint counts on stays.
TEST_F(Tapes, WhatIsTooLargeNeedsNoMoreRoomTheLongerItIs) {
  const Scene scene = test::scene_from(R"({
    "peal": 1, "name": "tongue", "duration": 0.6,
    "listeners": [{"name": "ear", "kind": "mono", "position": [0, 0.4, 0.4]}],
    "objects": [{"name": "tongue", "body": "rod", "material": "steel", "position": [0, 0, 0],
      "rod": {"supports": [{"kind": "clamp", "at": 0}], "strikes": [
                {"at": 1, "time": 0.01, "impulse": 0.01}]},
      "shape": {"kind": "rod", "points": 10, "section": {"kind": "circle", "radius": 0.002},
                "centreline": {"kind": "straight", "length": 0.15}}}],
    "sources": [{"kind": "rod"}]})");
  const auto run_live = [&](double limit, const auto& look) {
    Recording recording;
    recording.tape = folder_.path() / "live.tape";
    recording.checkpoint = folder_.path() / "live.checkpoint";
    recording.writers = radiators(scene);
    recording.most_bytes = limit;
    auto simulation = std::make_unique<Simulation>(scene, nullptr, std::move(recording));
    ASSERT_FALSE(simulation->run({}));
    LiveMotion motion(std::move(simulation));
    for (double t = 0; t < 0.6; t += 0.02) {
      motion.step(t);
      motion.forget_before(t - 0.04);
      look(t);
    }
  };
  const auto room = [&] {
    struct stat status {};
    ::stat((folder_.path() / "live.tape").c_str(), &status);
    return 512.0 * static_cast<double>(status.st_blocks);
  };
  double early = 0, late = 0, limited = 0;
  run_live(0,
           [&](double t) { (t < 0.3 ? early : late) = std::max(t < 0.3 ? early : late, room()); });
  const auto length = static_cast<double>(std::filesystem::file_size(folder_.path() / "live.tape"));
  EXPECT_LT(late, 0.35 * length);
  EXPECT_LT(late, 2 * early);
  run_live(0.4 * length, [&](double) { limited = std::max(limited, room()); });
  EXPECT_LT(limited, 0.75 * length);
  // Killed after that, it goes on from where the limit was reached.
  EXPECT_EQ(ChunkFile::open(folder_.path() / "live.tape").chunks_of(kPushTrack).front(), 0);
  Recording again;
  again.tape = folder_.path() / "live.tape", again.checkpoint = folder_.path() / "live.checkpoint";
  again.writers = radiators(scene);
  double first = -1;
  Simulation resumed(scene, nullptr, std::move(again));
  resumed.run([&](double part) { first = first < 0 ? part : first; });
  EXPECT_GT(first, 0.2);
  const Take straight = simulate_take(scene, {}, nullptr, [&] {
    Recording recording;
    recording.tape = folder_.path() / "straight.tape";
    recording.writers = radiators(scene);
    return recording;
  }());
  EXPECT_TRUE(test::read_bytes(folder_.path() / "live.tape") ==
              test::read_bytes(folder_.path() / "straight.tape"));
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

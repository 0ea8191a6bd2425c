// Takes as users meet them: simulated once, heard in many ways, never half written.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <set>
#include <thread>

#include "scenes.h"

namespace peal::test {
namespace {

/// Two bars fall on the floor.
Json falling_scene() {
  return Json::parse(R"({
    "peal": 1, "name": "falling", "duration": 0.5,
    "listeners": [{"name": "main", "kind": "mono", "position": [0, 0.3, 0.5]}],
    "objects": [
      {"name": "rod", "shape": {"kind": "bar", "size": [0.1, 0.01, 0.01]}, "material": "brass",
       "position": [0.1, 0.08, 0]},
      {"name": "bar", "shape": {"kind": "bar", "size": [0.15, 0.01, 0.02]}, "material": "aluminium",
       "position": [-0.1, 0.06, 0], "rotation": {"axis": [0, 0, 1], "angle": 10}}],
    "motion": {"floor": {"material": "concrete"}},
    "sources": [{"kind": "impact"},
                {"kind": "strike", "object": "bar", "time": 0.3, "point": [0.07, 0, 0]}]
  })");
}

std::string motion_of(const Rendering& r) { return r.report["motion"]; }

}  // namespace

TEST(Takes, TheSecondRenderOfAMotionIsNotSimulated) {
  const Folder folder;
  Json scene = falling_scene();
  const Rendering first = render_in(folder, scene);
  ASSERT_EQ(first.outcome.code, 0) << first.outcome.all();
  EXPECT_EQ(motion_of(first), "simulated");
  for (const char* name : {"motion.take", "motion.glb", "events.csv"})
    EXPECT_TRUE(std::filesystem::exists(folder / ("out/" + std::string(name)))) << name;
  const Rendering second = render_in(folder, scene);
  EXPECT_EQ(motion_of(second), "out/motion.take");
  EXPECT_EQ(first.sounds[0].samples, second.sounds[0].samples);

  // What does not decide the motion: microphone, mix, damping, quality.
  scene["listeners"][0]["position"] = {1, 0.3, 0.5};
  scene["mix"] = {{"objects", {{"rod", {{"gain_db", -6}}}}}};
  scene["materials"] = {{"dull", {{"like", "aluminium"}, {"t60", {{1000, 0.1}}}}}};
  scene["objects"][1]["material"] = "dull";
  scene["quality"] = "draft";
  const Rendering moved = render_in(folder, scene);
  ASSERT_EQ(moved.outcome.code, 0) << moved.outcome.all();
  EXPECT_EQ(motion_of(moved), "out/motion.take");
  EXPECT_NE(moved.sounds[0].samples, first.sounds[0].samples);

  // What does: friction of the floor; or the wish of the user.
  scene["motion"]["floor"]["friction"] = 0.9;
  EXPECT_EQ(motion_of(render_in(folder, scene)), "simulated");
  EXPECT_EQ(motion_of(render_in(folder, scene, {"-q", "--no-pictures", "--simulate"})),
            "simulated");
}

TEST(Takes, ADamagedTakeIsSimulatedAnewWithAWarning) {
  const Folder folder;
  const Rendering first = render_in(folder, falling_scene());
  ASSERT_EQ(first.outcome.code, 0);
  std::string bytes = read_bytes(folder / "out/motion.take");
  bytes.resize(bytes.size() / 2);
  folder.file("out/motion.take", bytes);
  const Rendering second = render_in(folder, falling_scene());
  ASSERT_EQ(second.outcome.code, 0) << second.outcome.all();
  EXPECT_EQ(motion_of(second), "simulated");
  EXPECT_NE(second.outcome.err.find("motion.take"), std::string::npos) << second.outcome.err;
  EXPECT_EQ(first.sounds[0].samples, second.sounds[0].samples);
}

TEST(Takes, SimulateWritesATakeThatSoundsTheSame) {
  const Folder folder;
  const Rendering whole = render_in(folder, falling_scene());
  ASSERT_EQ(whole.outcome.code, 0);
  RunOptions options;
  options.folder = folder.path();
  const Outcome alone =
      run({"simulate", "scene.json", "-o", "x.take", "--events", "e.csv", "--glb", "x.glb", "-q"},
          options);
  ASSERT_EQ(alone.code, 0) << alone.all();
  Json scene = falling_scene();
  scene["motion"]["take"] = "x.take";
  const Folder& same = folder;
  const Rendering played = render_in(same, scene, {"-q", "--no-pictures"});
  ASSERT_EQ(played.outcome.code, 0) << played.outcome.all();
  EXPECT_EQ(motion_of(played), "x.take");
  EXPECT_EQ(whole.sounds[0].samples, played.sounds[0].samples);
  EXPECT_EQ(read_bytes(folder / "e.csv").substr(0, 22), "time,kind,body_a,body_");
}

TEST(Takes, AnotherScenesTakeIsRefusedOrDoubted) {
  const Folder folder;
  ASSERT_EQ(render_in(folder, falling_scene()).outcome.code, 0);
  std::filesystem::rename(folder / "out/motion.take", folder / "x.take");
  Json other = falling_scene();
  other["motion"]["take"] = "x.take";
  other["objects"][0]["name"] = "bowl", other["objects"][1]["name"] = "cup";
  other["sources"].erase(1);
  const Rendering none = render_in(folder, other);
  EXPECT_EQ(none.outcome.code, 1);
  EXPECT_NE(none.outcome.err.find("matched by name"), std::string::npos) << none.outcome.err;

  other = falling_scene();
  other["motion"]["take"] = "x.take";
  other["objects"][0]["material"] = "oak";
  const Rendering light = render_in(folder, other);
  EXPECT_EQ(light.outcome.code, 0) << light.outcome.all();
  EXPECT_NE(light.outcome.err.find("weighs"), std::string::npos) << light.outcome.err;
}

TEST(Takes, AKilledRenderLeavesTheOldFilesOrTheNewOnes) {
  const Folder folder;
  ASSERT_EQ(render_in(folder, falling_scene()).outcome.code, 0);
  const std::string old_take = read_bytes(folder / "out/motion.take");
  const std::string old_sound = read_bytes(folder / "out/main.wav");
  Json scene = falling_scene();
  scene["objects"][0]["position"][1] = 0.09;
  const Folder finished;
  ASSERT_EQ(render_in(finished, scene).outcome.code, 0);
  const std::string new_take = read_bytes(finished / "out/motion.take");
  const std::string new_sound = read_bytes(finished / "out/main.wav");
  folder.file("scene.json", scene.dump());
  for (int k = 0; k < 12; ++k) {
    RunOptions options;
    options.folder = folder.path();
    options.seconds = 0.01 + 0.03 * k;  // then it is killed
    run({"render", "scene.json", "-o", "out", "-q", "--no-pictures"}, options);
    const std::string take = read_bytes(folder / "out/motion.take");
    const std::string sound = read_bytes(folder / "out/main.wav");
    EXPECT_TRUE(take == old_take || take == new_take) << k;
    EXPECT_TRUE(sound == old_sound || sound == new_sound) << k;
  }
}

/// Takes a few seconds to simulate: a rod on a plate, beads that are poured onto both and a cube.
Json rod_and_beads() {
  return Json::parse(R"({
    "peal": 1, "name": "matter", "duration": 0.3,
    "listeners": [{"name": "main", "kind": "mono", "position": [0, 0.4, 0.3]}],
    "objects": [
      {"name": "plate", "shape": {"kind": "plate", "length": 0.2, "width": 0.15, "thickness": 0.004},
       "material": "steel", "position": [0, 0.02, 0], "static": true, "quality": "draft"},
      {"name": "cube", "shape": {"kind": "box", "size": [0.02, 0.02, 0.02]}, "material": "oak",
       "position": [0.05, 0.06, 0.03], "sound": "none"},
      {"name": "rod", "body": "rod", "material": "brass", "position": [0, 0.05, 0],
       "rotation": {"axis": [0, 0, 1], "angle": 6},
       "shape": {"kind": "rod", "points": 16, "section": {"kind": "circle", "radius": 0.002},
                 "centreline": {"kind": "straight", "length": 0.15}}}],
    "grains": [{"name": "beads", "material": "glass", "count": 100, "radius": 0.002, "rate": 600,
                "position": [0.05, 0.12, 0.03], "size": [0.02, 0.02, 0.02]}],
    "motion": {"floor": {}},
    "sources": [{"kind": "rod"}, {"kind": "grain"}, {"kind": "impact"}]})");
}

// kill -9 wherever it is, again and again; what it ends with is what an undisturbed one gives.
TEST(Takes, AKilledSimulationOfRodsAndGrainsGoesOnToTheSameBytes) {
  const Folder whole, killed;
  const std::vector<std::string> more{"-q", "--no-pictures", "--checkpoint", "0.02"};
  ASSERT_EQ(render_in(whole, rod_and_beads(), more).outcome.code, 0);
  killed.file("scene.json", rod_and_beads().dump());
  RunOptions options;
  options.folder = killed.path();
  std::vector<std::string> arguments{"render", "scene.json", "-o", "out"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const auto checkpoint = killed / "out/.motion.checkpoint";
  std::set<std::string> states;
  Outcome last;
  for (int k = 0; k < 4; ++k) {
    Running running(arguments, options);
    const std::string before =
        std::filesystem::exists(checkpoint) ? read_bytes(checkpoint) : std::string();
    for (int n = 0; n < 3000; ++n) {  // until it has come further than before
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      if (std::filesystem::exists(checkpoint) && read_bytes(checkpoint) != before) break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5 * k));
    running.send(SIGKILL);
    last = running.wait();
    if (last.signal != SIGKILL) break;  // it was at its end before it was killed
    EXPECT_FALSE(std::filesystem::exists(killed / "out/main.wav"));
    if (std::filesystem::exists(checkpoint)) states.insert(read_bytes(checkpoint));
  }
  EXPECT_GE(states.size(), 2u) << "each goes on where the last was killed";
  if (last.signal == SIGKILL) last = run(arguments, options);
  ASSERT_EQ(last.code, 0) << last.all();
  for (const char* file : {"main.wav", "motion.take", "motion.tape", "events.csv"})
    EXPECT_TRUE(read_bytes(killed / (std::string("out/") + file)) ==
                read_bytes(whole / (std::string("out/") + file)))
        << file;
  EXPECT_FALSE(std::filesystem::exists(checkpoint));
}

TEST(Takes, AFullDiskEndsInASentenceAndLeavesNothing) {
  const Folder folder;
  folder.file("scene.json", falling_scene().dump());
  RunOptions options;
  options.folder = folder.path();
  options.largest_file = 4000;
  const Outcome outcome = run({"simulate", "scene.json", "-o", "x.take", "-q"}, options);
  EXPECT_EQ(outcome.code, 1) << outcome.all();
  EXPECT_EQ(outcome.signal, 0) << outcome.all();
  EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"scene.json"});
}

TEST(Takes, WhatHappenedLongBeforeTheStartIsNotHeard) {
  const Folder folder;
  Json scene = falling_scene();
  scene["objects"][0]["copies"] = {{"count", 12}, {"spacing", {0, 0.02, 0}}};  // many impacts
  scene["sources"].erase(1);
  ASSERT_EQ(render_in(folder, scene).outcome.code, 0);
  std::filesystem::rename(folder / "out/motion.take", folder / "x.take");
  scene["motion"]["take"] = "x.take";
  scene["motion"]["take_offset"] = 100;
  const Rendering late = render_in(folder, scene);
  ASSERT_EQ(late.outcome.code, 0) << late.outcome.all();
  EXPECT_LT(late.sounds[0].peak(), 20e-6);
}

TEST(Stems, AddUpToTheWhole) {
  for (const char* kind : {"objects", "mechanisms"}) {
    const Folder folder;
    Json scene = falling_scene();
    scene["output"] = {{"stems", kind}};
    const Rendering whole = render_in(folder, scene);
    ASSERT_EQ(whole.outcome.code, 0) << whole.outcome.all();
    const Json files = whole.report["listeners"][0]["stems"];
    ASSERT_EQ(files.size(), 2u) << files;
    std::vector<double> sum(whole.sounds[0].samples.size());
    for (const Json& file : files) {
      const SoundFile stem = read_wav(folder / ("out/" + std::string(file)));
      ASSERT_EQ(stem.samples.size(), sum.size());
      EXPECT_GT(stem.peak(), 0.01 * whole.sounds[0].peak()) << file;
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += stem.samples[i];
    }
    double worst = 0;
    for (std::size_t i = 0; i < sum.size(); ++i)
      worst = std::max(worst, std::abs(sum[i] - whole.sounds[0].samples[i]));
    EXPECT_LT(worst, 2e-6 * whole.sounds[0].peak()) << kind;
  }
}

TEST(Mix, PairsAndMechanismsCanBeMuted) {
  const Folder folder;
  Json scene = falling_scene();
  scene["objects"].erase(1);
  scene["sources"].erase(1);
  const double whole = render_in(folder, scene).sounds.at(0).peak();
  scene["mix"] = {{"pairs", {{{"a", "rod"}, {"b", "floor"}, {"gain_db", -20}}}}};
  EXPECT_NEAR(render_in(folder, scene).sounds.at(0).peak() / whole, 0.1, 1e-5);
  scene["mix"] = {{"mechanisms", {{"impact", {{"mute", true}}}}}};
  EXPECT_EQ(render_in(folder, scene).sounds.at(0).peak(), 0);
}

TEST(Plates, AStackOfTwentyAtRestIsSilent) {
  const Folder folder;
  const Rendering r = render_in(folder, Json::parse(R"({
    "peal": 1, "name": "stack", "duration": 5, "quality": "draft",
    "listeners": [{"name": "main", "kind": "mono", "position": [0, 0.1, 1]}],
    "objects": [{"name": "plate", "material": "porcelain", "position": [0, 0.003, 0],
                 "shape": {"kind": "plate", "length": 0.2, "width": 0.2, "thickness": 0.006},
                 "max_modes": 10, "copies": {"count": 20, "spacing": [0, 0.006, 0]}}],
    "motion": {"floor": {"material": "granite"}},
    "sources": [{"kind": "impact"}]
  })"));
  ASSERT_EQ(r.outcome.code, 0) << r.outcome.all();
  double sum = 0;
  for (const float s : r.sounds[0].samples) sum += double(s) * s;
  const double pascals = std::sqrt(sum / double(r.sounds[0].samples.size()));
  EXPECT_LT(pascals, 20e-6);  // 0 dB SPL
  EXPECT_EQ(r.report["impacts"], 0);
}

}  // namespace peal::test

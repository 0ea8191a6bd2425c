// peal modes: shapes and materials by name, the numbers in its outputs, files that are whole or not
// there, the cache, and sentences for what is wrong.
#include <gtest/gtest.h>
#include <signal.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "meshes.h"
#include "program.h"
#include "sound_file.h"

namespace peal::test {
namespace {

using Json = nlohmann::json;

const std::string kBar = "bar:size=0.2x0.01x0.02";

std::vector<std::string> modes_words(const std::vector<std::string>& first,
                                     const std::vector<std::string>& more) {
  std::vector<std::string> all{"modes"};
  all.insert(all.end(), first.begin(), first.end());
  all.insert(all.end(), {"--quality", "draft", "-q", "--no-cache"});
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

Json modes_of(const std::string& body, const std::vector<std::string>& more = {"-n", "5"}) {
  auto arguments = modes_words({body}, more);
  arguments.insert(arguments.end(), {"--json", "-"});
  const Outcome outcome = run(arguments);
  EXPECT_EQ(outcome.code, 0) << outcome.all();
  EXPECT_EQ(outcome.err, "");
  return outcome.code == 0 ? Json::parse(outcome.out) : Json();
}

class ModesOfShape : public testing::TestWithParam<const char*> {};

// Every shape has everyday sizes, so that its name alone is enough.
TEST_P(ModesOfShape, ByNameAlone) {
  const Json study = modes_of(GetParam(), {"-n", "12", "--to", "192000"});
  ASSERT_EQ(study["modes"].size(), 12u) << study;
  EXPECT_EQ(study["shape"], GetParam());
  EXPECT_GT(study["mass_kg"], 0.001);
  double before = 0;
  for (const Json& mode : study["modes"]) {
    EXPECT_GE(mode["frequency_hz"], before);
    before = mode["frequency_hz"];
    EXPECT_LT(mode["residual"], 1e-4);
  }
  // Struck where it rings best, something is heard, and no louder than a gun.
  double loudest = -300;
  for (const Json& mode : study["modes"])
    loudest = std::max(loudest, mode["level_db_spl"].get<double>());
  EXPECT_GT(loudest, 20);
  EXPECT_LT(loudest, 140);
}

INSTANTIATE_TEST_SUITE_P(All, ModesOfShape,
                         testing::Values("sphere", "ellipsoid", "bar", "box", "plate", "die",
                                         "coin", "key", "ring", "tube", "undercut_bar", "table_top",
                                         "bowl", "cup", "mug", "wineglass", "funnel", "bell"),
                         [](const auto& shape) { return std::string(shape.param); });

TEST(Modes, SizesAreTakenFromWordsAndFromJson) {
  const Json bar = modes_of(kBar), other = modes_of(R"({"kind":"bar","size":[0.2,0.01,0.02]})");
  EXPECT_EQ(bar["modes"], other["modes"]);
  // Euler and Bernoulli: f1 = 1.0279 h / L^2 sqrt(E / rho); shear lowers it by less than a percent.
  const double f = 1.0279 * 0.01 / 0.04 * std::sqrt(200e9 / 7850);
  EXPECT_NEAR(bar["modes"][0]["frequency_hz"], f, 0.012 * f);
  EXPECT_NEAR(bar["mass_kg"], 7850 * 0.2 * 0.01 * 0.02, 1e-6);
  EXPECT_NEAR(modes_of("bowl:radius=0.1,height=0.05")["mass_kg"], 0.84, 0.08);
}

TEST(Modes, OwnMaterialScalesTheFrequencies) {
  const Json steel =
      modes_of(kBar, {"-n", "3", "-m", R"({"young": 200e9, "poisson": 0.29, "density": 7850})"});
  const Json soft =
      modes_of(kBar, {"-n", "3", "-m", R"({"young": 50e9, "poisson": 0.29, "density": 7850})"});
  EXPECT_EQ(steel["material"]["name"], "own material");
  for (int i = 0; i < 3; ++i)
    EXPECT_NEAR(steel["modes"][i]["frequency_hz"].get<double>(),
                2 * soft["modes"][i]["frequency_hz"].get<double>(), 1e-3);
}

TEST(Modes, StrikeDecidesWhichModesAreHeard) {
  const auto level = [](const std::vector<std::string>& more) {
    auto all = more;
    all.insert(all.end(), {"-n", "1", "--listener", "0,1,0"});
    return modes_of(kBar, all)["modes"][0]["level_db_spl"].get<double>();
  };
  const double end = level({"--strike", "0.1,0.005,0", "--direction", "0,-1,0"});
  EXPECT_NEAR(level({"--strike", "0.1,0.005,0", "--direction", "0,-1,0", "--impulse", "0.02"}),
              end + 20 * std::log10(2.0), 1e-3);
  // 0.224 L from the end the first mode has a node; along the bar it is not driven.
  EXPECT_LT(level({"--strike", "0.0552,0.005,0", "--direction", "0,-1,0"}), end - 25);
  EXPECT_LT(level({"--strike", "0.1,0,0", "--direction", "-1,0,0"}), end - 40);
}

// Struck at the best place a bell sounds with its low modes, not with its crown alone.
TEST(Modes, BestPlaceOfABellIsNotItsCrown) {
  const Json bell = modes_of("bell", {"-n", "20", "-m", "bell-bronze"});
  EXPECT_LT(bell["strike"]["point_m"][1], 0.14);
  double hum = -300;
  for (int i = 0; i < 2; ++i) hum = std::max(hum, bell["modes"][i]["level_db_spl"].get<double>());
  EXPECT_GT(hum, 40);
}

TEST(Modes, ClampedEndMakesACantilever) {
  const Json free = modes_of(kBar, {"-n", "2"});
  const Json clamped = modes_of(kBar, {"-n", "2", "--fixed", "-0.1,-1,-1,-0.1,1,1"});
  const double f = 0.1615 * 0.01 / 0.04 * std::sqrt(200e9 / 7850);
  EXPECT_NEAR(clamped["modes"][0]["frequency_hz"], f, 0.02 * f);
  EXPECT_GT(free["modes"][0]["frequency_hz"], 5 * f);
}

struct Wrong {
  std::vector<std::string> arguments;
  int code;
  std::string said;
};

TEST(Modes, WhatIsWrongAndTheWayOut) {
  const std::vector<Wrong> all{
      {{"bowl:radius=-1"}, 1, "the shape 'bowl':/radius: expected >= 0.0001 m, got -1\n"},
      {{"bowl:foo=1"}, 1, "unknown field; known: kind, radius, height, thickness, foot_radius\n"},
      {{"bowl:radius"}, 1, "expected field=value after the name of the shape, got 'radius'\n"},
      {{"bowl:radius="}, 1, "peal: radius: expected a number, got ''\n"},
      {{"bowl:radius=nan"}, 1, "peal: radius: expected a number, got 'nan'\n"},
      {{"bowl:radius=0.1,radius=0.2"}, 1, "the field 'radius' is given twice\n"},
      {{"bar:size=0.2x0.01"}, 1, "/size: expected an array of 3 numbers [m], got an array of 2"},
      {{"boul"}, 1, "unknown kind 'boul'; did you mean 'bowl'?\n"},
      {{"nothing"}, 1, "unknown kind 'nothing'; known: sphere, "},
      {{"nothing.obj"}, 1, "peal: nothing.obj: no such file\n"},
      {{"."}, 1, "peal: .: is a folder, not a mesh file\n"},
      {{"{"}, 1, "the shape:1:1: syntax error"},
      {{R"({"kind":"bar"})"}, 1, "the shape 'bar': the required field 'size' is missing\n"},
      {{kBar, "-m", "stele"}, 1, "there is no material 'stele'; did you mean 'steel'?"},
      {{kBar, "-m", R"({"young":1e9})"}, 1, "--material: the required field 'density' is missing"},
      {{kBar, "--strike", "0,0"}, 1, "peal: --strike: expected 3 numbers with commas between"},
      {{kBar, "--strike", "0,0,nan"}, 1, "peal: --strike: expected a number, got 'nan'\n"},
      {{kBar, "--strike", "1e300,0,0"}, 1, "peal: --strike: expected -100 to 100, got 1e+300\n"},
      {{kBar, "--direction", "0,0,0"}, 1, "--direction: expected a vector that is not zero"},
      {{kBar, "--listener", "1e9,0,0"}, 1, "--listener: expected -100000 to 100000"},
      {{kBar, "--fixed", "5,5,5,6,6,6"}, 1, "the fixed region holds no point of the body"},
      {{kBar, "--fixed", "-1,-1,-1,1,1,1"}, 1, "every node of the mesh is fixed"},
      {{kBar, "--fixed", "0,0,0"}, 1, "--fixed: expected 6 numbers"},
      {{kBar, "--to", "nan"}, 1, "peal: --to: expected 20 to 192000, got nan\n"},
      {{kBar, "--to", "inf"}, 1, "--to: expected 20 to 192000, got inf\n"},
      {{kBar, "--to", "1e300"}, 1, "--to: expected 20 to 192000"},
      {{kBar, "--to", "-5"}, 1, "--to: expected 20 to 192000, got -5\n"},
      {{kBar, "--from", "nan"}, 1, "--from: expected 0 to 20000 Hz, got nan\n"},
      {{kBar, "--from", "30000"}, 1, "--from: expected 0 to 20000 Hz, got 30000\n"},
      {{kBar, "--impulse", "1e300"}, 1, "--impulse: expected 1e-12 to 10000"},
      {{kBar, "--duration", "0"}, 1, "--duration: expected 1e-06 to 0.1, got 0\n"},
      {{kBar, "--seconds", "nan"}, 1, "--seconds: expected 0 to 3600, got nan\n"},
      {{kBar, "--scale", "2"}, 1, "belong to mesh files; 'bar' is a shape\n"},
      {{kBar, "-n", "0"}, 2, "--count: Value 0 not in range 1 to 5000\n"},
      {{kBar, "--quality", "best"}, 2, "--quality"},
      {{kBar, "--wav", "x.mp3"}, 1, "--wav: expected a file name ending in .wav, got 'x.mp3'\n"},
      {{kBar, "--picture", "p.jpg"}, 1, "--picture: expected a file name ending in .png"},
      {{kBar, "--json", "-", "--csv", "-"}, 1, "cannot both go to standard output\n"},
      {{kBar, "--wav", "a.wav", "--picture", "a.png"},
       1,
       "--picture and the picture of --wav would both be 'a.png'; choose another name\n"},
      {{"sphere", "--picture", "p.png"}, 1, "no modes to draw; the lowest of sphere is at 2"},
      {{"sphere", "--wav", "s.wav"}, 1, "--wav: it would be silent: the lowest mode of sphere"},
  };
  const Folder folder;
  RunOptions there;
  there.folder = folder.path();
  for (const Wrong& wrong : all) {
    const Outcome outcome = run(modes_words(wrong.arguments, {}), there);
    EXPECT_EQ(outcome.code, wrong.code) << wrong.arguments.back() << "\n" << outcome.all();
    EXPECT_NE(outcome.err.find(wrong.said), std::string::npos) << wrong.said << outcome.all();
  }
  EXPECT_TRUE(names_in(folder.path()).empty());
}

TEST(Modes, FarStrikeIsMentioned) {
  const Outcome outcome = run(modes_words({kBar}, {"-n", "2", "--strike", "5,5,5"}));
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err,
            "note: --strike is 8.59 m from the surface; its nearest point is struck\n");
}

TEST(Modes, FileInMillimetresIsDoubted) {
  const Folder folder;
  const std::string file = folder.file("mm.obj", obj_box({100, 50, 20}).text());
  const Outcome outcome = run(modes_words({file}, {"-n", "1"}));
  EXPECT_EQ(outcome.code, 0) << outcome.all();
  EXPECT_EQ(outcome.err,
            "note: it is 100 m long; if its file is in millimetres its scale should be 0.001\n");
  const Outcome scaled = run(modes_words({file, "--scale", "0.001"}, {"-n", "1"}));
  EXPECT_EQ(scaled.err, "");
  EXPECT_TRUE(scaled.out.starts_with("mm of steel: mass 0.785 kg")) << scaled.out;
}

// Air enclosed in a body is heard by nobody; its wall must not disturb the sound outside.
TEST(Modes, SealedCavityDoesNotRadiate) {
  const Folder folder;
  const ObjMesh box = obj_box();
  const ObjMesh cavity = obj_box({0.05, 0.02, 0.01}, {0.025, 0.015, 0.005}).reversed();
  const std::vector<std::string> strike{"-n",          "1",      "--strike",   "0,0,0.02",
                                        "--direction", "1,1,-2", "--listener", "-0.4,-0.4,0.8"};
  const auto level = [&](const ObjMesh& mesh) {
    return modes_of(folder.file("body.obj", mesh.text()), strike)["modes"][0]["level_db_spl"]
        .get<double>();
  };
  EXPECT_NEAR(level(box.and_also(cavity)), level(box), 1);
}

TEST(Modes, StandardOutputHoldsNothingElse) {
  const Folder folder;
  RunOptions there;
  there.folder = folder.path();
  const Outcome csv =
      run(modes_words({kBar}, {"-n", "3", "--csv", "-", "--wav", "a.wav", "--seconds", "0.1",
                               "--picture", "b.png", "-o", "c.modes"}),
          there);
  ASSERT_EQ(csv.code, 0) << csv.all();
  const auto lines = lines_of(csv.out);
  ASSERT_EQ(lines.size(), 4u) << csv.out;
  EXPECT_EQ(lines[0], "mode,frequency_hz,t60_s,residual,level_db_spl");
  EXPECT_TRUE(lines[3].starts_with("3,")) << lines[3];
  EXPECT_EQ(names_in(folder.path()),
            (std::vector<std::string>{"a.png", "a.wav", "b.png", "c.modes"}));
  EXPECT_NE(read_bytes(folder / "c.modes").find("mesh_to_body"), std::string::npos);
  const SoundFile sound = read_wav(folder / "a.wav");
  EXPECT_EQ(sound.frames, 4800);
  EXPECT_NEAR(sound.peak(), std::pow(10, -3.0 / 20), 0.01);
}

TEST(Modes, FailureLeavesOlderFilesWhole) {
  const Folder folder;
  RunOptions there;
  there.folder = folder.path();
  folder.file("a.wav", "old sound");
  there.largest_file = 3000;  // the disk is full
  const Outcome outcome =
      run(modes_words({kBar}, {"-n", "3", "--wav", "a.wav", "--seconds", "0.5"}), there);
  EXPECT_NE(outcome.code, 0) << outcome.all();
  EXPECT_EQ(read_bytes(folder / "a.wav"), "old sound");
  std::filesystem::create_directory(folder / "b.wav.parts");
  EXPECT_NE(
      run(modes_words({kBar}, {"--wav", "b.wav"}), there).err.find("'b.wav.parts' is in the way"),
      std::string::npos);
  EXPECT_TRUE(std::filesystem::exists(folder / "b.wav.parts"));
}

TEST(Modes, InterruptLeavesNothingBehind) {
  const Folder folder;
  RunOptions there;
  there.folder = folder.path();
  for (const bool in_sound : {false, true}) {
    Running running(
        in_sound ? std::vector<std::string>{"modes", kBar, "--quality", "draft", "--no-cache",
                                            "--wav", "a.wav", "--seconds", "3600"}
                 : std::vector<std::string>{"modes", "wineglass", "--quality", "fine", "--no-cache",
                                            "--wav", "a.wav"},
        there);
    ASSERT_TRUE(running.wait_for(in_sound ? "sound: started" : "modes of wineglass"));
    running.send(SIGINT);
    const Outcome outcome = running.wait();
    EXPECT_EQ(outcome.code, 130) << outcome.all();
    EXPECT_LT(outcome.seconds, 30);
    EXPECT_TRUE(names_in(folder.path()).empty()) << names_in(folder.path())[0];
  }
}

TEST(Modes, CacheServesTheSecondTimeAndSurvivesDamage) {
  const Folder folder;
  const CacheFolder cache((folder / "cache").string());
  const std::vector<std::string> table{"modes", kBar, "--quality", "draft", "-q", "-n", "4"};
  auto csv = table;
  csv.insert(csv.end(), {"--csv", "-"});
  const std::string first = run(csv).out;
  const auto stored = [&] { return run(table).out.find("from stored modes") != std::string::npos; };
  EXPECT_TRUE(stored());
  EXPECT_EQ(run(csv).out, first);

  const auto names = names_in(folder / "cache/modes");
  ASSERT_EQ(names.size(), 1u);
  const auto file = folder / ("cache/modes/" + names[0]);
  const std::string good = read_bytes(file);
  for (const std::size_t length : {std::size_t(0), std::size_t(1000), good.size() / 2}) {
    std::ofstream(file, std::ios::binary) << good.substr(0, length);
    EXPECT_EQ(run(csv).out, first) << length;
    EXPECT_TRUE(stored());
  }
  std::string damaged = good;
  for (std::size_t i = damaged.size() / 2; i < damaged.size() / 2 + 64; ++i) damaged[i] ^= 0x55;
  std::ofstream(file, std::ios::binary) << damaged;
  EXPECT_EQ(run(csv).out, first);
}

TEST(Modes, CacheThatCannotBeUsedIsNoTrouble) {
  const Folder folder;
  folder.file("taken", "not a folder");
  for (const std::string& place :
       {(folder / "taken").string(), std::string("/proc/peal"), std::string("/dev/null")}) {
    const CacheFolder cache(place);
    const Outcome outcome = run({"modes", kBar, "--quality", "draft", "-q", "-n", "3"});
    EXPECT_EQ(outcome.code, 0) << outcome.all();
    EXPECT_EQ(outcome.err, "");
  }
  EXPECT_EQ(read_bytes(folder / "taken"), "not a folder");
}

TEST(Modes, ProcessesShareOneCache) {
  const Folder folder;
  const CacheFolder cache((folder / "cache").string());
  const std::vector<std::string> arguments{"modes", "ring", "--quality", "draft", "-q",
                                           "-n",    "8",    "--csv",     "-"};
  Running a(arguments), b(arguments), c(arguments);
  const Outcome first = a.wait(), second = b.wait(), third = c.wait();
  EXPECT_EQ(first.code, 0) << first.all();
  EXPECT_EQ(first.out, second.out);
  EXPECT_EQ(first.out, third.out);
  EXPECT_EQ(names_in(folder / "cache/modes").size(), 1u);
}

}  // namespace
}  // namespace peal::test

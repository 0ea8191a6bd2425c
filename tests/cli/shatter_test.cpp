// `peal shatter`: a scene and its meshes, the same ones every time.
#include <gtest/gtest.h>

#include "scenes.h"

namespace peal::test {
namespace {

Outcome shatter(const Folder& folder, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "shatter");
  RunOptions options;
  options.folder = folder.path();
  return run(arguments, options);
}

constexpr const char* kCeramic =
    R"({"like": "porcelain", "young": 7.2e10, "poisson": 0.19, "density": 2700, "restitution": 0.65})";
constexpr const char* kGlass =
    R"({"like": "glass", "young": 6.2e10, "poisson": 0.2, "density": 2600})";

/// Scene and meshes as in scenes/chadwick2012, but for the comment and the floor.
void expect_shipped(const Folder& folder, const std::string& name) {
  const std::string shipped = PEAL_SOURCE_DIR "/scenes/chadwick2012/";
  const Json made = Json::parse(read_bytes(folder / (name + ".json")));
  const Json there = Json::parse(read_bytes(shipped + name + ".json"));
  for (const char* part : {"objects", "materials", "sources", "output", "listeners", "duration"})
    EXPECT_EQ(made[part], there[part]) << part;
  const std::vector<std::string> meshes = names_in(shipped + name);
  EXPECT_EQ(meshes, names_in(folder / name));
  EXPECT_EQ(meshes.size(), made["objects"].size());
  for (const std::string& mesh : meshes)
    EXPECT_EQ(read_bytes(folder / (name + "/" + mesh)), read_bytes(shipped + name + "/" + mesh));
}

}  // namespace

TEST(ShatterCommand, MakesThePiecesOfThePapersPlate) {
  const Folder folder;
  const Outcome made = shatter(folder, {"--plate",    "0.0926x0.00676",
                                        "--pieces",   "11",
                                        "--blow",     "0.03,0.02",
                                        "-m",         kCeramic,
                                        "--position", "0,0.03,0",
                                        "--rotation", "0.5,0,-1,8",
                                        "--velocity", "0.2,-3.1,0",
                                        "--spread",   "0.15",
                                        "--release",  "0.2",
                                        "--duration", "2",
                                        "-o",         "plate_fracture.json"});
  ASSERT_EQ(made.code, 0) << made.all();
  EXPECT_NE(made.out.find("11 pieces"), std::string::npos) << made.out;
  expect_shipped(folder, "plate_fracture");
}

TEST(ShatterCommand, MakesThePiecesOfThePapersPane) {
  const Folder folder;
  const Outcome made = shatter(folder, {"--pane",     "0.4x0.6x0.004",
                                        "--pieces",   "71",
                                        "--blow",     "0.03,-0.05",
                                        "-m",         kGlass,
                                        "--position", "0,0.6,0",
                                        "--rotation", "1,0,0,90",
                                        "--spread",   "0.5",
                                        "--push",     "2.5",
                                        "--release",  "0.2",
                                        "--duration", "2.2",
                                        "-o",         "pane_fracture.json"});
  ASSERT_EQ(made.code, 0) << made.all();
  expect_shipped(folder, "pane_fracture");
}

TEST(ShatterCommand, MakesASceneThatMoves) {
  const Folder folder;
  const Outcome made = shatter(folder, {"--pane", "0.1x0.1x0.005", "--pieces", "4", "--position",
                                        "0,0.02,0", "--duration", "0.2", "-o", "sub/tile.json"});
  ASSERT_EQ(made.code, 0) << made.all();
  RunOptions options;
  options.folder = folder.path();
  const Outcome moved = run({"simulate", "sub/tile.json", "--events", "e.csv", "-q"}, options);
  ASSERT_EQ(moved.code, 0) << moved.all();
  EXPECT_EQ(moved.err, "");  // no warnings: the pieces do not overlap at the start
  const std::string events = read_bytes(folder / "e.csv");
  for (const char* piece : {"piece.01", "piece.02", "piece.03", "piece.04"})
    EXPECT_NE(events.find(piece), std::string::npos);
}

TEST(ShatterCommand, ReleasedPiecesHangBefore) {
  const Folder folder;
  const auto first_impact = [&](const std::string& release) {
    const Outcome made =
        shatter(folder, {"--pane", "0.1x0.1x0.005", "--pieces", "4", "--position", "0,0.02,0",
                         "--duration", "0.3", "--release", release, "-o", "tile.json"});
    EXPECT_EQ(made.code, 0) << made.all();
    RunOptions options;
    options.folder = folder.path();
    EXPECT_EQ(run({"simulate", "tile.json", "--events", "e.csv", "-q"}, options).code, 0);
    return std::stod(lines_of(read_bytes(folder / "e.csv")).at(1));
  };
  const double at_once = first_impact("0"), later = first_impact("0.125");
  EXPECT_GT(at_once, 0.03);  // a fall of nearly 2 cm
  EXPECT_NEAR(later, at_once + 0.125, 1e-8);
}

TEST(ShatterCommand, RemovesPiecesOfAnEarlierRun) {
  const Folder folder;
  const auto pieces = [&](const std::string& count) {
    const Outcome made =
        shatter(folder, {"--plate", "0.2x0.01", "--pieces", count, "-o", "disc.json"});
    EXPECT_EQ(made.code, 0) << made.all();
    return names_in(folder / "disc");
  };
  EXPECT_EQ(pieces("101").size(), 101u);  // piece_001.obj ...
  for (const char* own : {"piece_1.obj", "piece_.obj", "piece_05b.obj", "piece_00005.obj"})
    folder.file(std::string("disc/") + own, "mine");
  EXPECT_EQ(pieces("3"), (std::vector<std::string>{"piece_.obj", "piece_00005.obj", "piece_01.obj",
                                                   "piece_02.obj", "piece_03.obj", "piece_05b.obj",
                                                   "piece_1.obj"}));
}

TEST(ShatterCommand, ExplainsMistakes) {
  const Folder folder;
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{}, "expected --pane LENGTHxWIDTHxTHICKNESS or --plate"},
      {{"--pane", "1x1x0.01", "--plate", "1x0.01"}, "expected --pane"},
      {{"--pane", "0.4x0.6"},
       "--pane: expected LENGTHxWIDTHxTHICKNESS in metres, 3 numbers with x between, got "
       "'0.4x0.6'"},
      {{"--pane", "0.4x0.6x0.004x1"}, "got '0.4x0.6x0.004x1'"},
      {{"--pane", "0.4xx0.004"}, "--pane: expected a number, got ''"},
      {{"--plate", "0.1"}, "--plate: expected RADIUSxTHICKNESS in metres, 2 numbers"},
      {{"--plate", "0x0.01"}, "--plate: expected sizes of 10 um to 100 m, got 0 m"},
      {{"--pane", "1x-1x0.01"}, "--pane: expected sizes"},
      {{"--plate", "1xtwox3"}, "--plate"},
      {{"--plate", "0.1xnan"}, "--plate"},
      {{"--plate", "0.1x0.01", "--pieces", "0"}, "--pieces: expected 2 to 2000 pieces, got 0"},
      {{"--plate", "0.1x0.01", "--pieces", "-5"}, "--pieces: expected 2 to 2000 pieces, got -5"},
      {{"--plate", "0.1x0.01", "--pieces", "1000000000"}, "--pieces: expected 2 to 2000"},
      {{"--plate", "0.1x0.01", "--gap", "-1"}, "--gap: expected 1e-06 to 1 m, got -1"},
      {{"--plate", "0.1x0.01", "--velocity", "1e300,0,0"},
       "--velocity: expected 0 to 300 m/s, got 1e+300"},
      {{"--plate", "0.1x0.01", "--position", "0,1e300,0"},
       "--position: expected -100000 to 100000 m"},
      {{"--plate", "0.1x0.01", "--blow", "0.2,0"}, "does not lie inside"},
      {{"--plate", "0.1x0.01", "--gap", "0.09"}, "smaller gap"},
      {{"--plate", "0.1x0.01", "-m", "glas"}, "did you mean 'glass'"},
      {{"--plate", "0.1x0.01", "--rotation", "0,0,0,1"}, "--rotation"},
      {{"--plate", "0.1x0.01", "--spread", "nan"}, "--spread"},
      {{"--plate", "0.1x0.01", "--release", "-1"}, "--release: expected 0 to 3600 s, got -1"},
      {{"--plate", "0.1x0.01", "-o", "out"}, "ends in .json"},
      {{"--plate", "0.1x0.01", "-o", "my plate.json"}, "got 'my plate'"},
      {{"--plate", "0.1x0.01", "-o", "file/x.json"}, "file/x"}};
  folder.file("file", "in the way");
  for (const auto& [arguments, sentence] : cases) {
    const Outcome outcome = shatter(folder, arguments);
    EXPECT_EQ(outcome.code, 1) << outcome.all();
    EXPECT_NE(outcome.err.find(sentence), std::string::npos) << outcome.all();
  }
  for (const auto& [option, number] : {std::pair{"--seed", "-1"}, {"--pieces", "2.5"}}) {
    const Outcome outcome = shatter(folder, {"--plate", "0.1x0.01", option, number});
    EXPECT_EQ(outcome.code, 2) << outcome.all();
    EXPECT_NE(outcome.err.find(option), std::string::npos) << outcome.all();
    EXPECT_NE(outcome.err.find(number), std::string::npos) << outcome.all();
  }
  EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"file"});
}

}  // namespace peal::test

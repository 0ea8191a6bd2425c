// Wrong scene files: tests/bad/*.json, each with the lines that `peal check` has to say about it in
// a file .expected beside it; and files too hostile to be kept.
#include <gtest/gtest.h>

#include "scenes.h"

namespace peal::test {
namespace {

const std::filesystem::path kBad = PEAL_SOURCE_DIR "/tests/bad";

std::vector<std::string> bad_scenes() {
  std::vector<std::string> names;
  for (const std::string& name : names_in(kBad))
    if (name.ends_with(".json")) names.push_back(name.substr(0, name.size() - 5));
  return names;
}

class BadScene : public testing::TestWithParam<std::string> {};

TEST_P(BadScene, EveryMistakeIsListed) {
  RunOptions there;
  there.folder = kBad;
  const Outcome outcome = run({"check", GetParam() + ".json"}, there);
  EXPECT_EQ(outcome.code, 1) << outcome.all();
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, read_bytes(kBad / (GetParam() + ".expected")));
}

INSTANTIATE_TEST_SUITE_P(All, BadScene, testing::ValuesIn(bad_scenes()),
                         [](const auto& scene) { return scene.param; });

TEST(Check, RenderSaysTheSameAndWritesNothing) {
  const Folder folder;
  RunOptions there;
  there.folder = kBad;
  const Outcome outcome = run({"render", "ranges.json", "-o", (folder / "out").string()}, there);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err, read_bytes(kBad / "ranges.expected"));
  EXPECT_FALSE(std::filesystem::exists(folder / "out"));
}

TEST(Check, SeveralFilesAreAllLookedAt) {
  RunOptions there;
  there.folder = kBad;
  const std::string good = PEAL_SOURCE_DIR "/scenes/drop.json";
  const Outcome outcome = run({"check", "empty.json", good, "nan.json", "nowhere.json"}, there);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out, good + ": good: 2 objects, 2 sources, 1 listener, 4 s\n");
  EXPECT_EQ(outcome.err, read_bytes(kBad / "empty.expected") + read_bytes(kBad / "nan.expected") +
                             "nowhere.json: there is no such file\n");
}

TEST(Check, EverySceneOfTheProjectIsGood) {
  std::vector<std::string> arguments{"check"};
  for (const std::string& name : names_in(PEAL_SOURCE_DIR "/scenes"))
    if (name.ends_with(".json")) arguments.push_back(PEAL_SOURCE_DIR "/scenes/" + name);
  ASSERT_GT(arguments.size(), 1u);
  const Outcome outcome = run(arguments);
  EXPECT_EQ(outcome.code, 0) << outcome.all();
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(lines_of(outcome.out).size(), arguments.size() - 1);
}

/// What `check` says about a file of this content, named scene.json.
std::string said_about(const std::string& content) {
  const Folder folder;
  folder.file("scene.json", content);
  RunOptions there;
  there.folder = folder.path();
  there.seconds = 20;
  const Outcome outcome = run({"check", "scene.json"}, there);
  EXPECT_EQ(outcome.code, 1) << outcome.all();
  return outcome.err;
}

TEST(Check, HostileFiles) {
  EXPECT_EQ(said_about(std::string(200'000, '[')),
            "scene.json: values are nested deeper than 64 levels\n");
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "{\"a\":";
  EXPECT_EQ(said_about(deep), "scene.json: values are nested deeper than 64 levels\n");
  EXPECT_EQ(said_about(std::string(300, '\0') + "\x7f"
                                                "ELF"),
            "scene.json: this is not a text file (byte 0 is zero); a JSON file in UTF-8 is "
            "expected\n");
  const std::string random = said_about("\x89PNG\r\n\x1a\n\xff\xfe\x01\x02");
  EXPECT_TRUE(random.starts_with("scene.json:1:1: ")) << random;
  std::string wide = R"({"peal": 1, "comment": ")" + std::string(1'000'000, 'x') + "\"}";
  EXPECT_NE(said_about(wide).find("scene.json:/comment: "), std::string::npos);
  EXPECT_NE(said_about(R"({"peal": 1, "listeners": [], "\u001b[31mred": 1})").find("\\u001b"),
            std::string::npos)
      << "control characters of a file must not reach the terminal";
}

TEST(Check, FilesThatAreNoFiles) {
  const Folder folder;
  RunOptions there;
  there.folder = folder.path();
  there.seconds = 20;
  std::filesystem::create_directory(folder / "dir.json");
  folder.file("large.json", "{}");
  std::filesystem::resize_file(folder / "large.json", 100'000'000);
  EXPECT_EQ(run({"check", "dir.json"}, there).err,
            "dir.json: this is a folder; a JSON file is expected\n");
  EXPECT_EQ(run({"check", "large.json"}, there).err, "large.json: the file is larger than 64 MB\n");
  for (const std::string device : {"/dev/zero", "/dev/null"})
    EXPECT_EQ(run({"check", device}, there).err,
              device +
                  ": this is not a regular file but a pipe or a device; copy its content into "
                  "a file\n");
  EXPECT_EQ(run({"check", "no/such.json"}, there).err, "no/such.json: there is no such file\n");
  EXPECT_EQ(run({"render", "dir.json"}, there).err,
            "dir.json: this is a folder; a JSON file is expected\n");
}

TEST(Check, WarningsAreNoMistakes) {
  const Folder folder;
  RunOptions there;
  there.folder = folder.path();
  folder.file("scene.json", R"({"peal": 1, "listeners": [{"name": "ear", "position": [0, 1, 0]}],
    "objects": [{"name": "ball", "shape": {"kind": "sphere", "radius": 0.1}, "material": "oak",
                 "position": [0, 1, 0]}]})");
  const Outcome outcome = run({"check", "scene.json"}, there);
  EXPECT_EQ(outcome.code, 0) << outcome.all();
  EXPECT_EQ(
      outcome.out,
      "warning: scene.json:/listeners/0/position: listener 'ear' is inside object 'ball' at the "
      "start\n"
      "warning: scene.json:/sources: there are no sources; the sound will be silent\n"
      "scene.json: good: 1 object, 0 sources, 1 listener, 4 s\n");
}

// A ball on a ball joint, one on a string, one free, and a hinge that two bodies share.
TEST(Check, BodiesOnJointsThatClickAreNamedOnceEach) {
  const Folder folder;
  RunOptions there;
  there.folder = folder.path();
  Json scene = Json::parse(R"({
    "peal": 1, "name": "held", "duration": 0.05, "quality": "draft",
    "listeners": [{"name": "mic", "position": [0, 0.3, 1]}],
    "motion": {"joints": [
      {"kind": "ball", "a": "swing", "at": [0, 1.05, 0]},
      {"kind": "string", "a": "kite", "at": [1, 1.01, 0], "to": [1, 1.5, 0]},
      {"kind": "hinge", "a": "door", "b": "frame", "at": [2, 1, 0]},
      {"kind": "ball", "a": "door", "at": [2.1, 1, 0]}]},
    "sources": [{"kind": "click"}]})");
  const auto add = [&](const char* name, double x) {
    scene["objects"].push_back({{"name", name},
                                {"shape", {{"kind", "box"}, {"size", {0.1, 0.1, 0.1}}}},
                                {"material", "oak"},
                                {"position", {x, 1, 0}}});
  };
  add("swing", 0), add("kite", 1), add("door", 2), add("frame", 2.2), add("free", 3);
  scene["objects"][3]["static"] = true;  // it does not give way, so it does not click
  folder.file("scene.json", scene.dump());
  const auto line = [](const std::string& name) {
    return "object '" + name +
           "' is held by a joint, yet clicks like a free body: the impulse of the joint is left "
           "out "
           "of its click\n";
  };
  const Outcome checked = run({"check", "scene.json"}, there);
  EXPECT_EQ(checked.code, 0) << checked.all();
  EXPECT_EQ(checked.out, "warning: scene.json: " + line("swing") +
                             "warning: scene.json: " + line("door") +
                             "scene.json: good: 5 objects, 1 source, 1 listener, 0.05 s\n");
  const Outcome rendered = run({"render", "scene.json", "-q", "--no-pictures", "-o", "out"}, there);
  EXPECT_EQ(rendered.code, 0) << rendered.all();
  EXPECT_TRUE(rendered.err.starts_with("warning: " + line("swing") + "warning: " + line("door")))
      << rendered.err;
  EXPECT_EQ(rendered.err.rfind("held by a joint"),
            rendered.err.find("held by a joint, yet clicks", rendered.err.find('\n')));
}

}  // namespace
}  // namespace peal::test

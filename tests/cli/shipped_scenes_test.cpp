// Scenes by their names: `peal scenes`, `peal render drop` from any folder, your own file before
// Peal's, and what is said about a name that is none.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "program.h"
#include "scenes.h"

namespace peal::test {
namespace {

namespace fs = std::filesystem;
const fs::path kScenes = PEAL_SOURCE_DIR "/scenes";

/// name => comment of every scene in the tree, read without Peal.
std::map<std::string, std::string> comments() {
  std::map<std::string, std::string> all;
  for (const auto& entry : fs::recursive_directory_iterator(kScenes))
    if (entry.path().extension() == ".json")
      all[entry.path().lexically_relative(kScenes).replace_extension().string()] =
          Json::parse(read_bytes(entry.path())).at("comment");
  return all;
}

class ShippedSceneNames : public testing::Test {
 protected:
  Outcome peal(const std::vector<std::string>& arguments, int code = 0) {
    RunOptions there;
    there.folder = folder_.path();
    const Outcome outcome = run(arguments, there);
    EXPECT_EQ(outcome.code, code) << outcome.all();
    return outcome;
  }
  Folder folder_;
};

TEST_F(ShippedSceneNames, AreListedWithASentenceEach) {
  const auto all = comments();
  const std::vector<std::string> lines = lines_of(peal({"scenes"}).out);
  ASSERT_EQ(lines.size(), all.size());
  for (const std::string& line : lines) {
    const std::string name = line.substr(0, line.find(' '));
    ASSERT_TRUE(all.contains(name)) << line;
    const std::string sentence = line.substr(line.find_first_not_of(' ', name.size()));
    EXPECT_TRUE(all.at(name).starts_with(sentence)) << line;
    EXPECT_TRUE(sentence.ends_with('.')) << line;
    EXPECT_EQ(sentence.find(". "), std::string::npos) << line;
    EXPECT_LE(sentence.size(), 180u) << line;
  }
  EXPECT_TRUE(lines[0].starts_with("ball_bearings "));
  EXPECT_TRUE(lines.back().starts_with("schweickart2017/"));
  const std::string one = peal({"scenes", "chadwick2012/ball_drop"}).out;
  EXPECT_NE(one.find("/scenes/chadwick2012/ball_drop.json\n"), std::string::npos) << one;
  EXPECT_NE(one.find(all.at("chadwick2012/ball_drop")), std::string::npos) << one;
}

TEST_F(ShippedSceneNames, RenderTheSameSoundAsTheirFilesFromAnyFolder) {
  // The door reads a table that lies beside its scene.
  const std::vector<std::string> fast{"-q", "--no-pictures", "--quality", "draft"};
  const auto render = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "render");
    arguments.insert(arguments.end(), fast.begin(), fast.end());
    peal(arguments);
  };
  render({"door"});
  render({(kScenes / "door.json").string(), "-o", "file"});
  const std::string sound = read_bytes(folder_ / "out/door/main.wav");
  EXPECT_GT(sound.size(), 100000u);
  EXPECT_EQ(sound, read_bytes(folder_ / "file/main.wav"));
}

TEST_F(ShippedSceneNames, AreTakenWhereverASceneIsTaken) {
  EXPECT_NE(peal({"check", "drop", "chadwick2012/plates"}).out.find("plates.json: good"),
            std::string::npos);
  peal({"simulate", "drop", "-q"});
  EXPECT_EQ(names_in(folder_ / "out/drop"), std::vector<std::string>{"motion.take"});
  // Two scenes are called plates: their results do not meet.
  peal({"simulate", "chadwick2012/plate_fracture", "-q"});
  EXPECT_TRUE(fs::exists(folder_ / "out/chadwick2012/plate_fracture/motion.take"));
  peal({"bake", "dice", "--dry-run", "--cache", "cache"});
  peal({"pack", "drop", "--dry-run"});
  peal({"transfer", "drop", "--object", "bar", "--dry-run", "--quality", "draft", "--no-cache"});
  // Without an object a shape is meant: a scene, too, is called bowl.
  EXPECT_NE(peal({"transfer", "bowl", "--object", "rim", "--dry-run"}, 1).err.find("bowl.json"),
            std::string::npos);
}

TEST_F(ShippedSceneNames, AFileOfYoursWins) {
  Json own = tone_scene();
  own["name"] = "mine";
  folder_.file("drop.json", own.dump());
  const Outcome noted = peal({"check", "drop"});
  EXPECT_EQ(noted.out, "drop.json: good: 0 objects, 1 source, 1 listener, 0.1 s\n");
  EXPECT_EQ(noted.err,
            "note: this is your file drop.json, not the scene 'drop' that comes with Peal\n");
  folder_.file("drop", own.dump());
  const Outcome exact = peal({"check", "drop"});
  EXPECT_EQ(exact.out, "drop: good: 0 objects, 1 source, 1 listener, 0.1 s\n");
  EXPECT_EQ(exact.err, "");
  // A folder is no scene.
  fs::create_directory(folder_ / "door");
  EXPECT_NE(peal({"check", "door"}).out.find("scenes/door.json: good"), std::string::npos);
}

TEST_F(ShippedSceneNames, ASlipIsNamed) {
  const auto says = [&](const char* name, const std::string& sentence) {
    const Outcome outcome = peal({"render", name}, 1);
    EXPECT_EQ(outcome.err, sentence + "\n");
    EXPECT_EQ(outcome.out, "");
    EXPECT_FALSE(fs::exists(folder_ / "out"));
  };
  const std::string list = "; `peal scenes` lists those that come with Peal";
  says("dorp",
       "dorp: there is no such file and no scene of this name; did you mean 'drop'?" + list);
  says("dice_tabel",
       "dice_tabel: there is no such file and no scene of this name; did you mean "
       "'chadwick2012/dice_table'?" +
           list);
  says("dice_table",
       "dice_table: there is no such file and no scene of this name; did you mean "
       "'chadwick2012/dice_table'?" +
           list);
  says("xylophone_solo", "xylophone_solo: there is no such file and no scene of this name" + list);
  says("../drop",
       "../drop: there is no such file and no scene of this name; did you mean 'drop'?" + list);
  // As the README has it, typed outside the source tree.
  says("scenes/drop.json",
       "scenes/drop.json: there is no such file; the scene that comes with Peal is 'drop'");
  says("mine.json", "mine.json: there is no such file");
  EXPECT_EQ(peal({"scenes", "dorp"}, 1).err,
            "peal: there is no scene 'dorp'; did you mean 'drop'?; `peal scenes` lists them\n");
}

}  // namespace
}  // namespace peal::test

// The results of a render are those of one render: of the last one, or of the one before it.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cmath>
#include <map>

#include "scenes.h"

namespace peal::test {
namespace {

using Files = std::map<std::string, std::string>;

/// Two struck bars with stems, so that there are many files; `time` tells two renders apart.
Json stems_scene(double time) {
  Json scene = struck_scene();
  scene["output"]["stems"] = "objects";
  scene["sources"][0]["time"] = time;
  scene["duration"] = 0.3;
  return scene;
}

/// A folder with the results of a render and a file of the user, and what another would replace.
class ResultSet : public testing::Test {
 protected:
  void SetUp() override {
    there_.folder = folder_.path();
    folder_.file("old.json", stems_scene(0.001).dump());
    folder_.file("new.json", stems_scene(0.002).dump());
    ASSERT_EQ(run({"render", "old.json", "-o", "out", "-q"}, there_).code, 0);
    folder_.file("out/notes.txt", "mine");
    const Outcome outcome = run({"render", "new.json", "-o", "new"}, there_);
    ASSERT_EQ(outcome.code, 0);
    seconds_ = outcome.seconds;
    old_ = files("out"), new_ = files("new");
    ASSERT_EQ(new_.size(), 7u);  // sound, two stems, their pictures, report
  }

  Files files(const std::string& folder) const {
    Files all;
    for (const std::string& name : names_in(folder_ / folder)) {
      const auto path = folder_ / (folder + "/" + name);
      all[name] = std::filesystem::is_directory(path) ? "" : read_bytes(path);
    }
    return all;
  }

  /// True: the new set; false: the old one. Reports say how long each render took.
  bool is_new() const {
    Files now = files("out");
    if (now == old_) return false;
    EXPECT_EQ(now.at("notes.txt"), "mine");
    now.erase("notes.txt");
    EXPECT_NE(now.at("report.json"), old_.at("report.json"));
    for (const auto& [name, bytes] : new_)
      if (name != "report.json") {
        EXPECT_TRUE(now.contains(name) && now.at(name) == bytes) << name << " is not the new one";
      }
    EXPECT_EQ(now.size(), new_.size()) << "something was left behind";
    return true;
  }

  const Folder folder_;
  RunOptions there_;
  double seconds_ = 0;  // that the new render takes
  Files old_, new_;
};

TEST_F(ResultSet, ControlCAtAnyMoment) {
  constexpr int kMoments = 8;
  for (int k = 0; k < kMoments; ++k) {
    Running running({"render", "new.json", "-o", "out", "-q"}, there_);
    // More moments late in the render, when files are written.
    ::usleep(static_cast<useconds_t>(1e6 * seconds_ * std::sqrt((k + 0.5) / kMoments)));
    running.send(SIGINT);
    const Outcome outcome = running.wait();
    const bool replaced = is_new();
    EXPECT_EQ(replaced, outcome.code == 0) << outcome.all();
    EXPECT_EQ(replaced, outcome.err.find("nothing was overwritten") == std::string::npos &&
                            outcome.signal == 0)
        << outcome.all();
    if (replaced) {
      ASSERT_EQ(run({"render", "old.json", "-o", "out", "-q"}, there_).code, 0);
    }
    old_ = files("out");
  }
}

TEST_F(ResultSet, ControlCWhileStemsAreWritten) {
  Running running({"render", "new.json", "-o", "out"}, there_);
  ASSERT_TRUE(running.wait_for("stems"));  // the whole sound is written
  running.send(SIGINT);
  const Outcome outcome = running.wait();
  EXPECT_EQ(is_new(), outcome.code == 0) << outcome.all();
}

TEST_F(ResultSet, KilledWhileStemsAreWritten) {
  Running running({"render", "new.json", "-o", "out"}, there_);
  ASSERT_TRUE(running.wait_for("stems"));
  running.send(SIGKILL);
  running.wait();
  Files now = files("out");
  std::erase_if(now, [](const auto& file) { return file.first.starts_with('.'); });
  EXPECT_TRUE(now == old_);
  // What the killed one left is removed by the next.
  ASSERT_EQ(run({"render", "new.json", "-o", "out", "-q"}, there_).code, 0);
  EXPECT_TRUE(is_new());
}

// The sounds fit on the disk, the picture does not.
TEST_F(ResultSet, NoRoomForTheLastFile) {
  const std::size_t sound = new_.at("mic.wav").size(), picture = new_.at("mic.png").size();
  ASSERT_GT(picture, sound + 1000) << "choose a shorter sound";
  there_.largest_file = static_cast<double>(sound + 500);
  const Outcome outcome = run({"render", "new.json", "-o", "out", "-q"}, there_);
  EXPECT_EQ(outcome.code, 1) << outcome.all();
  EXPECT_NE(outcome.err.find("'out/mic.png'"), std::string::npos) << outcome.err;
  EXPECT_FALSE(is_new());
}

// Two listeners' files of one name.
TEST(ResultNames, ThatCollideAreRefusedByCheckAndRender) {
  Json scene = struck_scene();
  scene["output"]["stems"] = "objects";
  scene["listeners"].push_back({{"name", "mic-left"}, {"kind", "mono"}, {"position", {0, 0.4, 0}}});
  const Folder folder;
  folder.file("scene.json", scene.dump());
  RunOptions there;
  there.folder = folder.path();
  const std::string said =
      "scene.json:/listeners/1/name: the sound of listener 'mic-left' and stem 'left' of listener "
      "'mic' would both be written to 'mic-left.wav'; rename one of them\n";
  const Outcome checked = run({"check", "scene.json"}, there);
  EXPECT_EQ(checked.code, 1);
  EXPECT_EQ(checked.err, said);
  const Outcome rendered = run({"render", "scene.json", "-o", "out", "-q"}, there);
  EXPECT_EQ(rendered.code, 1);
  EXPECT_EQ(rendered.err, "peal: " + said);

  scene["output"]["stems"] = "none";  // without stems there is no such file
  folder.file("scene.json", scene.dump());
  EXPECT_EQ(run({"check", "scene.json"}, there).code, 0);
}

TEST(ResultNames, StemsOfTwoListenersThatCollide) {
  Json scene = struck_scene();
  scene["output"]["stems"] = "objects";
  scene["objects"][0]["name"] = "b-c", scene["objects"][1]["name"] = "c";
  scene["sources"][0]["object"] = "b-c", scene["sources"][1]["object"] = "c";
  scene["listeners"][0]["name"] = "a";
  scene["listeners"].push_back({{"name", "a-b"}, {"kind", "mono"}, {"position", {0, 0.4, 0}}});
  const Folder folder;
  folder.file("scene.json", scene.dump());
  RunOptions there;
  there.folder = folder.path();
  const Outcome outcome = run({"check", "scene.json"}, there);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.err.find("stem 'c' of listener 'a-b' and stem 'b-c' of listener 'a'"),
            std::string::npos)
      << outcome.err;
}

}  // namespace
}  // namespace peal::test

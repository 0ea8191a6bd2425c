// Signals, folders that cannot be written and full disks: old files stay whole, nothing is left
// half-written, and the message says what to do.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include "scenes.h"

namespace peal::test {
namespace {

Json long_scene() {
  Json scene = tone_scene();
  scene["duration"] = 600;
  return scene;
}

/// A folder with the results of an earlier render in `out`.
class Robust : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(render_in(folder_, tone_scene(), {"-q"}).outcome.code, 0);
    for (const std::string& name : names_in(folder_ / "out"))
      before_.emplace_back(name, read_bytes(folder_ / ("out/" + name)));
    ASSERT_EQ(before_.size(), 3u);
    there_.folder = folder_.path();
  }

  void expect_untouched() {
    std::vector<std::string> names;
    for (const auto& [name, bytes] : before_) {
      names.push_back(name);
      EXPECT_TRUE(bytes == read_bytes(folder_ / ("out/" + name))) << name;
    }
    EXPECT_EQ(names_in(folder_ / "out"), names) << "something was left behind";
  }

  Outcome stopped_by(int signal) {
    folder_.file("long.json", long_scene().dump());
    Running running({"render", "long.json", "-o", "out"}, there_);
    EXPECT_TRUE(running.wait_for("sound: started"));
    ::usleep(200'000);
    running.send(signal);
    return running.wait();
  }

  const Folder folder_;
  RunOptions there_;
  std::vector<std::pair<std::string, std::string>> before_;
};

TEST_F(Robust, ControlC) {
  const Outcome outcome = stopped_by(SIGINT);
  EXPECT_EQ(outcome.code, 130) << outcome.all();
  EXPECT_NE(outcome.err.find("\npeal: interrupted; nothing was overwritten\n"), std::string::npos)
      << outcome.err;
  expect_untouched();
}

TEST_F(Robust, Terminated) {
  const Outcome outcome = stopped_by(SIGTERM);
  EXPECT_EQ(outcome.code, 143) << outcome.all();
  expect_untouched();
}

TEST_F(Robust, Killed) {
  EXPECT_EQ(stopped_by(SIGKILL).signal, SIGKILL);
  expect_untouched();
}

TEST_F(Robust, NoRoomWhileRendering) {
  there_.largest_file = 100'000;
  folder_.file("long.json", long_scene().dump());
  const Outcome outcome = run({"render", "long.json", "-q", "-o", "out"}, there_);
  EXPECT_EQ(outcome.code, 1) << outcome.all();
  EXPECT_NE(outcome.err.find("cannot keep the sound after "), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("in 'out'"), std::string::npos) << outcome.err;
  expect_untouched();
}

TEST_F(Robust, NoRoomForTheFile) {
  Json scene = tone_scene();
  scene["duration"] = 0.2;
  // The pressures fit, the header of the file does not.
  there_.largest_file = 0.2 * 48000 * 4 + 20;
  folder_.file("scene.json", scene.dump());
  const Outcome outcome = run({"render", "scene.json", "-q", "-o", "out"}, there_);
  EXPECT_EQ(outcome.code, 1) << outcome.all();
  EXPECT_NE(outcome.err.find("'out/mic.wav'"), std::string::npos) << outcome.err;
  expect_untouched();
}

TEST_F(Robust, AnErrorOfTheSceneLeavesTheOldFiles) {
  Json scene = tone_scene();
  scene["sources"][0]["velocity"] = {300, 300, 300};
  folder_.file("scene.json", scene.dump());
  const Outcome outcome = run({"render", "scene.json", "-q", "-o", "out"}, there_);
  EXPECT_EQ(outcome.code, 1) << outcome.all();
  EXPECT_EQ(outcome.err,
            "peal: scene.json:/sources/0/velocity: the sphere travels at 519.6 m/s; expected less "
            "than the speed of sound, 343.2 m/s\n");
  expect_untouched();
}

TEST(Folders, ThatCannotBeUsed) {
  const Folder folder;
  RunOptions there;
  there.folder = folder.path();
  folder.file("scene.json", tone_scene().dump());
  folder.file("file", "precious");
  const auto said = [&](const std::string& out) {
    const Outcome outcome = run({"render", "scene.json", "-q", "-o", out}, there);
    EXPECT_EQ(outcome.code, 1) << outcome.all();
    return outcome.err;
  };
  EXPECT_EQ(
      said("file"),
      "peal: the folder 'file' for the results cannot be made: Not a directory; choose another "
      "one\n");
  EXPECT_EQ(said("file/below"),
            "peal: the folder 'file/below' for the results cannot be made: Not a directory; choose "
            "another one\n");
  EXPECT_EQ(read_bytes(folder / "file"), "precious");
  EXPECT_TRUE(
      said("/proc/peal").starts_with("peal: the folder '/proc/peal' for the results cannot"));
  EXPECT_TRUE(said("/sys/kernel").starts_with("peal: cannot write '/sys/kernel/report.json': "));
}

// A name that is taken is found before the long work begins.
TEST(Folders, WhereAResultsNameIsTaken) {
  const Folder folder;
  RunOptions there;
  there.folder = folder.path();
  folder.file("long.json", long_scene().dump());
  for (const char* name : {"mic.wav", "mic.png", "report.json"}) {
    std::filesystem::create_directories(folder / "out" / name);
    const Outcome outcome = run({"render", "long.json", "-q", "-o", "out"}, there);
    EXPECT_EQ(outcome.code, 1) << outcome.all();
    EXPECT_LT(outcome.cpu_seconds, 2) << name;
    EXPECT_TRUE(outcome.err.starts_with(std::string("peal: cannot write 'out/") + name + "': "))
        << outcome.err;
    EXPECT_EQ(names_in(folder / "out"), std::vector<std::string>{name});
    std::filesystem::remove(folder / "out" / name);
  }
}

}  // namespace
}  // namespace peal::test

// Programs that peal starts (here a tetgen that sleeps): they end with it, however it ends, and
// nothing of them is left in the folder for temporary files.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "meshes.h"
#include "program.h"

namespace peal::test {
namespace {

class SleepingTetgen : public testing::Test {
 protected:
  SleepingTetgen() {
    remember("PATH"), remember("TMPDIR");
    std::filesystem::create_directory(folder_ / "bin");
    std::filesystem::create_directory(folder_ / "tmp");
    write_tetgen("echo $$ > '" + (folder_ / "number").string() + "'\nexec sleep 100\n");
    ::setenv("PATH", ((folder_ / "bin").string() + ":" + std::getenv("PATH")).c_str(), 1);
    ::setenv("TMPDIR", (folder_ / "tmp").c_str(), 1);
    box_ = folder_.file("box.obj", obj_box().text());
  }
  ~SleepingTetgen() override {
    for (const auto& [name, value] : before_)
      value.empty() ? ::unsetenv(name.c_str()) : ::setenv(name.c_str(), value.c_str(), 1);
    if (sleeper_ > 0) ::kill(sleeper_, SIGKILL);
  }
  void remember(const std::string& name) {
    const char* value = std::getenv(name.c_str());
    before_.emplace_back(name, value ? value : "");
  }
  void write_tetgen(const std::string& script) const {
    folder_.file("bin/tetgen", "#!/bin/sh\n" + script);
    std::filesystem::permissions(folder_ / "bin/tetgen", std::filesystem::perms::owner_all);
  }
  std::vector<std::string> words() const {
    return {"modes", box_, "-m", "steel", "--no-cache", "-q", "--quality", "draft"};
  }
  Outcome ended_by(int signal) {
    Running running(words());
    for (int i = 0; i < 6000 && sleeper_ <= 0; ++i) {
      std::ifstream(folder_ / "number") >> sleeper_;
      ::usleep(10'000);
    }
    EXPECT_GT(sleeper_, 0) << "tetgen was not started";
    running.send(signal);
    return running.wait();
  }
  bool sleeper_ends() const {
    for (int i = 0; i < 1000; ++i) {
      std::ifstream command("/proc/" + std::to_string(sleeper_) + "/cmdline");
      std::string text;
      if (!std::getline(command, text) || text.empty()) return true;
      ::usleep(10'000);
    }
    return false;
  }

  const CacheFolder no_cache_;
  const Folder folder_;
  std::string box_;
  std::vector<std::pair<std::string, std::string>> before_;
  pid_t sleeper_ = 0;
};

TEST_F(SleepingTetgen, EndsWithControlCAndLeavesNothing) {
  EXPECT_EQ(ended_by(SIGINT).code, 130);
  EXPECT_TRUE(sleeper_ends());
  EXPECT_EQ(names_in(folder_ / "tmp"), std::vector<std::string>{});
}

TEST_F(SleepingTetgen, EndsWhenPealIsKilledAndTheNextRunSweeps) {
  EXPECT_EQ(ended_by(SIGKILL).signal, SIGKILL);
  EXPECT_TRUE(sleeper_ends());
  EXPECT_EQ(names_in(folder_ / "tmp").size(), 1u) << "nobody was left to remove it";
  write_tetgen("exit 3\n");
  EXPECT_EQ(run(words()).code, 1);
  EXPECT_EQ(names_in(folder_ / "tmp"), std::vector<std::string>{});
}

}  // namespace
}  // namespace peal::test

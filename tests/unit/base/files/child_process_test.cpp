// A program that was started ends with the one that started it, and its temporary folder goes.
#include "base/files/child_process.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <thread>

#include "base/error.h"
#include "base/files/temporary_folder.h"
#include "base/interrupt.h"

namespace peal {
namespace {

namespace fs = std::filesystem;

bool within(double seconds, const std::function<bool()>& happens) {
  const auto begin = std::chrono::steady_clock::now();
  while (!happens()) {
    if (std::chrono::steady_clock::now() - begin > std::chrono::duration<double>(seconds))
      return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

/// Runs, and is not merely waiting for somebody to ask how it ended.
bool runs(pid_t process) {
  std::ifstream stat("/proc/" + std::to_string(process) + "/stat");
  std::string text{std::istreambuf_iterator<char>(stat), {}};
  const std::size_t name_end = text.rfind(')');
  return name_end != text.npos && text.size() > name_end + 2 && text[name_end + 2] != 'Z';
}

/// A process of its own that works in a temporary folder with a program that sleeps.
class KilledWorker : public testing::Test {
 protected:
  void SetUp() override {
    if (const char* before = std::getenv("TMPDIR")) before_ = before;
    ::setenv("TMPDIR", parent_.path().c_str(), 1);
    std::ofstream(script_) << "#!/bin/sh\necho $$ > '" << number_.string() << ".part'\nmv '"
                           << number_.string() << ".part' '" << number_.string()
                           << "'\nexec sleep 100\n";
    fs::permissions(script_, fs::perms::owner_all);
    worker_ = ::fork();
    ASSERT_GE(worker_, 0);
    if (worker_ == 0) work();
    ASSERT_TRUE(within(20, [&] { return fs::exists(number_); }));
    std::ifstream(number_) >> sleeper_;
    ASSERT_TRUE(runs(sleeper_));
    ASSERT_EQ(folders().size(), 1u);
  }
  void TearDown() override {
    before_.empty() ? ::unsetenv("TMPDIR") : ::setenv("TMPDIR", before_.c_str(), 1);
    if (sleeper_ > 0) ::kill(sleeper_, SIGKILL);
  }
  [[noreturn]] void work() {
    install_interrupt_handlers();
    try {
      const TemporaryFolder folder;
      std::ofstream(folder.path() / "large") << "something";
      run_program(script_, {}, folder.path() / "log", 60);
    } catch (const Interrupted&) {
      ::_exit(130);
    } catch (...) {
      ::_exit(1);
    }
    ::_exit(0);
  }
  int end_by(int signal) {
    ::kill(worker_, signal);
    int status = 0;
    ::waitpid(worker_, &status, 0);
    return status;
  }
  std::vector<fs::path> folders() const {
    std::vector<fs::path> out;
    for (const auto& entry : fs::directory_iterator(parent_.path()))
      if (entry.path().filename().string().starts_with("peal-")) out.push_back(entry.path());
    return out;
  }

  const TemporaryFolder parent_;
  const fs::path script_ = parent_.path() / "sleeper", number_ = parent_.path() / "number";
  std::string before_;
  pid_t worker_ = -1, sleeper_ = -1;
};

TEST_F(KilledWorker, TakesItsProgramAlongAndTheNextOneSweepsItsFolder) {
  const int status = end_by(SIGKILL);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_TRUE(within(10, [&] { return !runs(sleeper_); })) << "the program goes on alone";
  // What looks alike but is of somebody who lives, or of nobody, stays.
  const fs::path foreign = parent_.path() / "peal-abcdef";
  fs::create_directory(foreign);
  fs::create_directory_symlink("/", parent_.path() / "peal-999999-00000000-abcdef");
  ASSERT_EQ(folders().size(), 3u);
  const TemporaryFolder next;
  EXPECT_EQ(folders().size(), 3u) << "the killed one's folder is gone, the next one's is there";
  EXPECT_TRUE(fs::exists(next.path()));
  EXPECT_TRUE(fs::exists(foreign));
}

TEST_F(KilledWorker, ByControlCLeavesNothing) {
  const int status = end_by(SIGINT);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 130) << status;
  EXPECT_FALSE(runs(sleeper_));
  EXPECT_TRUE(folders().empty());
}

TEST(ChildProcess, ThatCannotBeStartedIsNamed) {
  const TemporaryFolder folder;
  const fs::path program = folder.path() / "no-program";
  std::ofstream(program) << "\x7f"
                         << "ELF nonsense";
  fs::permissions(program, fs::perms::owner_all);
  try {
    run_program(program, {}, folder.path() / "log", 5);
    FAIL() << "it was started";
  } catch (const Error& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with("cannot start " + program.string()))
        << error.what();
  }
}

// One that starts others (a script, a launcher) ends with them.
TEST(ChildProcess, IsEndedWithWhatItHasStarted) {
  const TemporaryFolder folder;
  const fs::path number = folder.path() / "number";
  const auto shell = find_program("sh");
  const std::string script = "sleep 100 & echo $! > '" + number.string() + "'; wait";
  EXPECT_TRUE(run_program(shell, {"-c", script}, folder.path() / "log", 2).timed_out);
  pid_t sleeper = 0;
  std::ifstream(number) >> sleeper;
  ASSERT_GT(sleeper, 0);
  EXPECT_TRUE(within(10, [&] { return !runs(sleeper); }));
  if (runs(sleeper)) ::kill(sleeper, SIGKILL);
}

}  // namespace
}  // namespace peal

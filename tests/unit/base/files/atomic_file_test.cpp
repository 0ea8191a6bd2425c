#include "base/files/atomic_file.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "base/error.h"
#include "base/files/part_files.h"
#include "base/interrupt.h"

namespace peal {
namespace {

namespace fs = std::filesystem;

class AtomicFileTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) /
              (std::string("peal_atomic_") +
               testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  static std::string content(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  }
  std::size_t count() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  static std::string message(const std::function<void()>& action) {
    try {
      action();
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }
  fs::path folder_;
};

TEST_F(AtomicFileTest, NewFileReplacesTheOldOneOnlyAtCommit) {
  const fs::path path = folder_ / "a.txt";
  write_file_atomically(path, "old");
  {
    AtomicFile file(path);
    EXPECT_EQ(file.temporary().extension(), ".part");
    EXPECT_EQ(file.temporary().parent_path(), folder_);
    std::ofstream(file.temporary()) << "new";
    EXPECT_EQ(content(path), "old");
    file.commit();
    EXPECT_EQ(content(path), "new");
  }
  EXPECT_EQ(content(path), "new");
  EXPECT_EQ(count(), 1u);
}

TEST_F(AtomicFileTest, WithoutCommitNothingRemains) {
  {
    AtomicFile first(folder_ / "a.txt"), second(folder_ / "a.txt");
    EXPECT_NE(first.temporary(), second.temporary());
    EXPECT_EQ(count(), 2u);
  }
  EXPECT_EQ(count(), 0u);
}

TEST_F(AtomicFileTest, KeepsPermissionsAndFollowsLinks) {
  const fs::path real = folder_ / "real.txt", link = folder_ / "link.txt";
  write_file_atomically(real, "old");
  fs::permissions(real, fs::perms::owner_read | fs::perms::owner_write | fs::perms::others_read);
  fs::create_symlink("real.txt", link);
  write_file_atomically(link, "new");
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(content(real), "new");
  EXPECT_EQ(fs::status(real).permissions(),
            fs::perms::owner_read | fs::perms::owner_write | fs::perms::others_read);
}

TEST_F(AtomicFileTest, ErrorsNameTheFileAndTheWayOut) {
  const std::string missing = message([&] { AtomicFile(folder_ / "none" / "a.wav"); });
  EXPECT_NE(missing.find("none' does not exist"), std::string::npos) << missing;
  const std::string is_folder = message([&] { AtomicFile{folder_}; });
  EXPECT_NE(is_folder.find("it is a folder"), std::string::npos) << is_folder;
  EXPECT_NE(message([] { AtomicFile("/dev/null"); }).find("not a regular file"), std::string::npos);
  const std::string read_only = message([] { AtomicFile("/proc/peal.wav"); });
  EXPECT_NE(read_only.find("no file can be created in '/proc'"), std::string::npos) << read_only;
}

// The limit of the file size stands for a full disk: write() fails in the middle of the file.
TEST_F(AtomicFileTest, FailedWriteLeavesTheOldFile) {
  const fs::path path = folder_ / "a.txt";
  write_file_atomically(path, "old");
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = signal(SIGXFSZ, SIG_IGN);
  const rlimit small{1000, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  const std::string text = message([&] { write_file_atomically(path, std::string(5000, 'x')); });
  setrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, handler);
  EXPECT_NE(text.find("a.txt"), std::string::npos) << text;
  EXPECT_NE(text.find("File too large"), std::string::npos) << text;
  EXPECT_EQ(content(path), "old");
  EXPECT_EQ(count(), 1u);
}

TEST_F(AtomicFileTest, PartsOfDeadProcessesGoAndThoseOfTheLivingStay) {
  // A child that ends without cleaning up, as after SIGKILL. It names its temporary through a pipe.
  int pipe_ends[2];
  ASSERT_EQ(pipe(pipe_ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    const std::string name = part_file_name("a.txt");
    const bool written = write(pipe_ends[1], name.data(), name.size()) > 0;
    _exit(written ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_EQ(status, 0);
  char text[300] = "";
  ASSERT_GT(read(pipe_ends[0], text, sizeof text - 1), 0);
  close(pipe_ends[0]), close(pipe_ends[1]);
  const std::string dead = text, number = std::to_string(child);

  const auto with = [](std::string name, const std::string& old, const std::string& now) {
    return name.replace(name.find(old), old.size(), now);
  };
  const std::string place = dead.substr(dead.find('-') + 1, 8);
  const std::vector<std::string> kept{
      part_file_name("a.txt"),                      // of this process
      with(dead, "." + number + "-", ".1-"),        // of one that runs
      with(dead, "-" + place + "-", "-00000000-"),  // of another host
      with(dead, ".part", ".parts"),                // and what only looks alike
      with(dead, ".a.txt.", "a.txt."),
      with(dead, "." + number + "-", ".x" + number + "-"),
      with(dead, "." + number + "-", ".99999999999999999999-"),
      ".a.txt." + number + "-1f-0.part",
      ".part",
      "..part"};
  for (const std::string& name : kept) std::ofstream(folder_ / name) << "x";
  fs::create_directory(folder_ / with(dead, "a.txt", "folder"));
  std::ofstream(folder_ / dead) << "half";
  std::ofstream(folder_ / with(dead, "a.txt", "b-1.2.txt")) << "half";

  write_file_atomically(folder_ / "a.txt", "whole");
  EXPECT_FALSE(fs::exists(folder_ / dead));
  EXPECT_FALSE(fs::exists(folder_ / with(dead, "a.txt", "b-1.2.txt")));
  for (const std::string& name : kept) EXPECT_TRUE(fs::exists(folder_ / name)) << name;
  EXPECT_EQ(count(), kept.size() + 2);
  EXPECT_EQ(content(folder_ / "a.txt"), "whole");
}

TEST(Interrupt, SignalRaisesTheFlagOnceThenTheDefaultActionReturns) {
  rearm_interrupt_handlers();
  EXPECT_NO_THROW(throw_if_interrupted());
  raise(SIGINT);
  EXPECT_TRUE(interrupted());
  EXPECT_THROW(throw_if_interrupted(), Interrupted);
  struct sigaction now {};
  sigaction(SIGINT, nullptr, &now);
  EXPECT_EQ(now.sa_handler, SIG_DFL);  // a second Ctrl-C ends the program
  rearm_interrupt_handlers();
  EXPECT_FALSE(interrupted());
  raise(SIGTERM);
  EXPECT_THROW(throw_if_interrupted(), Interrupted);
  rearm_interrupt_handlers();
}

}  // namespace
}  // namespace peal

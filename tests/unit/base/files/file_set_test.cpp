// A set of files is the old one or the new one, whatever happens to its writer.
#include "base/files/file_set.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <set>
#include <sstream>

#include "base/error.h"
#include "base/files/part_files.h"
#include "base/held_interrupts.h"
#include "base/interrupt.h"

namespace peal {
namespace {

namespace fs = std::filesystem;

constexpr int kFiles = 8;

class FileSetTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        fs::path(testing::TempDir()) /
        (std::string("peal_set_") + testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    std::ofstream(folder_ / "notes.txt") << "mine";
  }
  void TearDown() override {
    EXPECT_EQ(content("notes.txt"), "mine");
    fs::remove_all(folder_);
  }
  std::string content(const std::string& name) const {
    std::ifstream file(folder_ / name, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  }
  static void write(const FileSet& set, const std::string& text) {
    for (int i = 0; i < kFiles; ++i) write_file_atomically(set.staging() / std::to_string(i), text);
  }
  /// The different contents of the set's files.
  std::set<std::string> contents() const {
    std::set<std::string> all;
    for (int i = 0; i < kFiles; ++i) all.insert(content(std::to_string(i)));
    return all;
  }
  std::size_t count() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  template <class Work>
  static pid_t child(Work&& work) {
    const pid_t pid = ::fork();
    if (pid == 0) {
      work();
      ::_exit(0);
    }
    return pid;
  }
  fs::path folder_;
};

using All = std::set<std::string>;

TEST_F(FileSetTest, AppearsAtCommitAndNotBefore) {
  {
    FileSet set(folder_);
    write(set, "old");
    EXPECT_EQ(contents(), All{""});
    set.commit();
  }
  EXPECT_EQ(contents(), All{"old"});
  fs::permissions(folder_ / "3", fs::perms::owner_read);
  {
    const FileSet given_up(folder_);
    write(given_up, "never");
    EXPECT_EQ(given_up.shown("cannot write '" + (given_up.staging() / "1").string() + "'"),
              "cannot write '" + (folder_ / "1").string() + "'");
  }
  EXPECT_EQ(contents(), All{"old"});
  FileSet set(folder_);
  write(set, "new");
  set.commit();
  EXPECT_EQ(contents(), All{"new"});
  EXPECT_EQ(fs::status(folder_ / "3").permissions(), fs::perms::owner_read);
  EXPECT_EQ(count(), kFiles + 1u) << "something was left behind";
}

TEST_F(FileSetTest, ALinkIsFollowed) {
  fs::create_directories(folder_ / "elsewhere");
  std::ofstream(folder_ / "elsewhere/two") << "old";
  fs::create_symlink(folder_ / "elsewhere/two", folder_ / "2");
  FileSet set(folder_);
  write(set, "new");
  set.commit();
  EXPECT_TRUE(fs::is_symlink(folder_ / "2"));
  EXPECT_EQ(content("elsewhere/two"), "new");
}

TEST_F(FileSetTest, AFolderInTheWayIsSaidBeforeAnythingIsReplaced) {
  FileSet old(folder_);
  write(old, "old");
  old.commit();
  fs::remove(folder_ / "7");
  fs::create_directory(folder_ / "7");
  FileSet set(folder_);
  write(set, "new");
  EXPECT_THROW(set.commit(), Error);
  EXPECT_EQ(content("0"), "old");
  EXPECT_EQ(content("6"), "old");
}

TEST_F(FileSetTest, WhatADeadWriterCompletedIsPutInPlaceAndTheRestRemoved) {
  const auto die_with = [&](const std::string& ending) {
    const pid_t pid = child([&] {
      const FileSet set(folder_);
      write(set, ending);
      fs::path renamed = set.staging();
      fs::rename(set.staging(), renamed.replace_extension(ending));
      fs::rename(renamed / "0", folder_ / "0");  // and then the power failed
      ::_exit(0);
    });
    int status = 0;
    ::waitpid(pid, &status, 0);
  };
  die_with(".ready");
  EXPECT_EQ(contents().size(), 2u);
  { const FileSet next(folder_); }
  EXPECT_EQ(contents(), All{".ready"});
  EXPECT_EQ(count(), kFiles + 1u);
}

// Each generation writes its number into all files; whoever kills it finds one number.
TEST_F(FileSetTest, AKilledWriterLeavesOneGeneration) {
  All seen;
  for (int round = 0; round < 25; ++round) {
    int first[2];  // told of the first generation, however late the child gets its turn
    ASSERT_EQ(::pipe(first), 0);
    const pid_t pid = child([&] {
      for (int n = 0; n < 10000; ++n) {
        FileSet set(folder_);
        write(set, std::to_string(round) + "." + std::to_string(n));
        set.commit();
        if (n == 0) {
          EXPECT_EQ(::write(first[1], "1", 1), 1);
        }
      }
    });
    ::close(first[1]);
    char told = 0;
    EXPECT_EQ(::read(first[0], &told, 1), 1);
    ::close(first[0]);
    ::usleep(static_cast<useconds_t>(20'000 + 1'237 * round));
    ::kill(pid, SIGKILL);
    int status = 0;
    ::waitpid(pid, &status, 0);
    { const FileSet next(folder_); }
    const All now = contents();
    EXPECT_EQ(now.size(), 1u) << "round " << round;
    seen.insert(now.begin(), now.end());
  }
  EXPECT_GT(seen.size(), 1u);
}

TEST_F(FileSetTest, AnInterruptBeforeCommitChangesNothing) {
  rearm_interrupt_handlers();
  FileSet set(folder_);
  write(set, "new");
  ::raise(SIGINT);
  EXPECT_THROW(set.commit(), Interrupted);
  rearm_interrupt_handlers();
  EXPECT_EQ(contents(), All{""});
}

TEST(HeldInterrupts, WaitAndThenTakeEffect) {
  rearm_interrupt_handlers();
  EXPECT_EQ(interrupt_message(), "interrupted; nothing was overwritten");
  {
    const HeldInterrupts hold;
    ::raise(SIGINT);
    ::raise(SIGINT);  // the second one would end the program
    EXPECT_FALSE(interrupted());
    note_files_replaced();
  }
  EXPECT_TRUE(interrupted());
  EXPECT_EQ(interrupt_message(), "interrupted; the new files are complete");
  rearm_interrupt_handlers();
  EXPECT_EQ(interrupt_message(), "interrupted; nothing was overwritten");
}

}  // namespace
}  // namespace peal

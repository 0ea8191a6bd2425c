// One owner at a time; the claims of the dead are free.
#include "models/bake/claim.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "fixtures.h"
#include "models/bake/rank.h"

namespace peal::test {
namespace {

using namespace std::chrono_literals;

TEST(Claim, HasOneOwnerAndIsGivenBack) {
  const Folder folder;
  ClaimBoard mine(folder / "c"), theirs(folder / "c");
  std::string note;
  auto claim = mine.take("unit", note);
  ASSERT_TRUE(claim);
  EXPECT_EQ(theirs.take("unit", note), nullptr);
  EXPECT_NE(theirs.take("other", note), nullptr);
  claim->set_part(0.25);
  claim.reset();
  EXPECT_TRUE(std::filesystem::is_empty(folder / "c"));
  EXPECT_NE(theirs.take("unit", note), nullptr);
  EXPECT_EQ(note, "");
}

TEST(Claim, TellsOthersHowFarItIs) {
  const Folder folder;
  ClaimBoard board(folder.path());
  EXPECT_EQ(board.part_of("unit"), 0);
  std::string note;
  const auto claim = board.take("unit", note);
  claim->set_part(0.25);
  for (int k = 0; k < 40 && board.part_of("unit") == 0; ++k) std::this_thread::sleep_for(50ms);
  EXPECT_EQ(board.part_of("unit"), 0.25);
}

// Also while its parent has not yet noticed: a zombie works no more.
TEST(Claim, OfAKilledProcessIsTakenOver) {
  const Folder folder;
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    std::string note;
    ClaimBoard board(folder.path());
    const auto claim = board.take("unit", note);
    (void)!::write(ready[1], "x", 1);
    for (;;) ::pause();
  }
  char byte = 0;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  ClaimBoard board(folder.path());
  std::string note;
  EXPECT_EQ(board.take("unit", note), nullptr);
  ::kill(child, SIGKILL);
  std::unique_ptr<Claim> claim;
  for (int k = 0; k < 100 && !claim; ++k) {
    std::this_thread::sleep_for(10ms);
    claim = board.take("unit", note);
  }
  EXPECT_TRUE(claim);
  board.tidy("unit");
  EXPECT_TRUE(std::filesystem::exists(folder / "unit.claim")) << "its owner lives";
  EXPECT_NE(note.find("process " + std::to_string(child) + " on "), std::string::npos) << note;
  ::waitpid(child, nullptr, 0);
  ::close(ready[0]), ::close(ready[1]);
}

std::string foreign(int beat) {
  return "peal claim\nhost far-away\npid 7 start 1234\nbeat " + std::to_string(beat) +
         "\npart 0.5000\n";
}

TEST(Claim, FromAnotherMachineHoldsWhileItsHeartBeats) {
  const Folder folder;
  ClaimBoard board(folder.path(), 300ms);
  std::string note;
  for (int beat = 0; beat < 8; ++beat) {
    write_bytes(folder / "unit.claim", foreign(beat));
    EXPECT_EQ(board.take("unit", note), nullptr) << beat;
    std::this_thread::sleep_for(60ms);
  }
  EXPECT_EQ(board.part_of("unit"), 0.5);
  std::this_thread::sleep_for(350ms);
  EXPECT_NE(board.take("unit", note), nullptr);
  EXPECT_EQ(note, "process 7 on far-away ended while it worked on it");
}

TEST(Claim, OfTheDeadIsTidiedAway) {
  const Folder folder;
  ClaimBoard board(folder.path(), 50ms);
  write_bytes(folder / "unit.claim", foreign(1));
  board.tidy("unit");
  EXPECT_TRUE(std::filesystem::exists(folder / "unit.claim"));
  std::this_thread::sleep_for(80ms);
  board.tidy("unit");
  EXPECT_FALSE(std::filesystem::exists(folder / "unit.claim"));
}

TEST(Claim, ThatCannotBeReadExpires) {
  const Folder folder;
  write_bytes(folder / "unit.claim", std::string("\0\xff garbage", 10));
  ClaimBoard board(folder.path(), 100ms);
  std::string note;
  EXPECT_EQ(board.part_of("unit"), 0);
  EXPECT_EQ(board.take("unit", note), nullptr);
  std::this_thread::sleep_for(150ms);
  EXPECT_NE(board.take("unit", note), nullptr);
  EXPECT_EQ(note, "its claim was damaged");
}

TEST(Claim, LeavesTheClaimOfOneWhoTookItOver) {
  const Folder folder;
  ClaimBoard board(folder.path());
  std::string note;
  auto claim = board.take("unit", note);
  std::filesystem::remove(folder / "unit.claim");
  write_bytes(folder / "unit.claim", foreign(1));
  claim.reset();
  EXPECT_EQ(read_bytes(folder / "unit.claim"), foreign(1));
}

TEST(Claim, IsFreeWhereNothingCanBeWritten) {
  const Folder folder;
  write_bytes(folder / "file", "precious");
  ClaimBoard board(folder / "file/below"), none("");
  std::string note;
  EXPECT_NE(board.take("unit", note), nullptr);
  EXPECT_NE(none.take("unit", note), nullptr);
}

class Ranks : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : kNames) ::unsetenv(name);
  }
  void TearDown() override { SetUp(); }
  static constexpr const char* kNames[] = {"OMPI_COMM_WORLD_RANK",
                                           "OMPI_COMM_WORLD_SIZE",
                                           "OMPI_COMM_WORLD_LOCAL_SIZE",
                                           "PMI_RANK",
                                           "PMI_SIZE",
                                           "MPI_LOCALNRANKS",
                                           "SLURM_PROCID",
                                           "SLURM_NTASKS"};
};

TEST_F(Ranks, AreFoundInTheEnvironment) {
  EXPECT_EQ(rank_of_environment().count, 1);
  ::setenv("SLURM_PROCID", "3", 1), ::setenv("SLURM_NTASKS", "8", 1);
  EXPECT_EQ(rank_of_environment().index, 3);
  EXPECT_EQ(rank_of_environment().count, 8);
  ::setenv("PMI_RANK", "1", 1), ::setenv("PMI_SIZE", "4", 1);
  EXPECT_EQ(rank_of_environment().count, 4);
  ::setenv("OMPI_COMM_WORLD_RANK", "1", 1), ::setenv("OMPI_COMM_WORLD_SIZE", "2", 1);
  ::setenv("OMPI_COMM_WORLD_LOCAL_SIZE", "2", 1);
  EXPECT_EQ(rank_of_environment().count, 2);
  EXPECT_EQ(rank_of_environment().here, 2);
}

TEST_F(Ranks, ThatMakeNoSenseAreNone) {
  ::setenv("OMPI_COMM_WORLD_RANK", "5", 1), ::setenv("OMPI_COMM_WORLD_SIZE", "2", 1);
  EXPECT_EQ(rank_of_environment().count, 1);
  ::setenv("OMPI_COMM_WORLD_RANK", "one", 1);
  EXPECT_EQ(rank_of_environment().count, 1);
  ::setenv("OMPI_COMM_WORLD_RANK", "-1", 1);
  EXPECT_EQ(rank_of_environment().index, 0);
}

}  // namespace
}  // namespace peal::test

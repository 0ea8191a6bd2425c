#include "motion/checkpoint.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/files/temporary_folder.h"
#include "support/error_of.h"

namespace peal {
namespace {

namespace fs = std::filesystem;

class CheckpointFile : public testing::Test {
 protected:
  CheckpointFile() {
    for (int i = 0; i < 300; ++i) state_.push_back(static_cast<std::byte>(i * 37));
    write_checkpoint(path_, "9-abc", state_);
    std::ifstream file(path_, std::ios::binary);
    good_.assign(std::istreambuf_iterator<char>(file), {});
  }
  std::string error_with(std::string_view bytes) const {
    std::ofstream(path_, std::ios::binary) << bytes;
    return error_of([&] { read_checkpoint(path_); });
  }
  TemporaryFolder folder_;
  fs::path path_ = folder_.path() / "run.checkpoint";
  std::vector<std::byte> state_;
  std::string good_;
};

TEST_F(CheckpointFile, GivesBackWhatWasWritten) {
  const Checkpoint back = read_checkpoint(path_, "9-abc");
  EXPECT_EQ(back.motion_key, "9-abc");
  EXPECT_TRUE(back.state == state_);
  write_checkpoint(path_, "", {});
  EXPECT_TRUE(read_checkpoint(path_).state.empty());
}

TEST_F(CheckpointFile, EveryFlippedByteIsAnErrorThatNamesTheFile) {
  for (std::size_t i = 0; i < good_.size(); ++i) {
    for (const int bit : {0, 7}) {
      std::string bad = good_;
      bad[i] = static_cast<char>(bad[i] ^ (1 << bit));
      const std::string text = error_with(bad);
      ASSERT_EQ(text.find(path_.string()), 0u) << "byte " << i << ": " << text;
    }
  }
}

TEST_F(CheckpointFile, CutOffOrContinuedIsAnErrorThatNamesTheFile) {
  for (std::size_t length = 0; length < good_.size(); ++length) {
    const std::string text = error_with(std::string_view(good_).substr(0, length));
    ASSERT_EQ(text.find(path_.string()), 0u) << length << " bytes: " << text;
  }
  EXPECT_NE(error_with(good_ + "x").find("cut off or damaged"), std::string::npos);
}

TEST_F(CheckpointFile, ForeignOnesAreErrorsThatSayWhatTheyAre) {
  EXPECT_NE(error_with("RIFF and so on, a sound of some length").find("not a checkpoint"),
            std::string::npos);
  std::string later = good_;
  later[8] = 2;
  EXPECT_NE(error_with(later).find("version 2; this program reads version 1"), std::string::npos);
  write_checkpoint(path_, "9-abc", state_);
  const std::string other = error_of([&] { read_checkpoint(path_, "9-abd"); });
  EXPECT_EQ(other.find(path_.string()), 0u) << other;
  EXPECT_NE(other.find("another motion (9-abc) than this (9-abd)"), std::string::npos) << other;
  EXPECT_NE(error_of([&] { read_checkpoint(folder_.path()); }).find("a checkpoint"),
            std::string::npos);
  EXPECT_THROW(read_checkpoint(folder_.path() / "none"), Error);
}

// A folder that cannot be written to, or a killed process: what was there stays.
TEST_F(CheckpointFile, AFailedWriteLeavesTheOlderOne) {
  EXPECT_THROW(write_checkpoint(folder_.path() / "no" / "run", "k", state_), Error);
  EXPECT_TRUE(read_checkpoint(path_, "9-abc").state == state_);
}

}  // namespace
}  // namespace peal

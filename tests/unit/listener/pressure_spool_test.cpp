#include "listener/pressure_spool.h"

#include <cmath>

#include "listener_test_folder.h"

namespace peal {
namespace {

class PressureSpoolTest : public FolderTest {};

TEST_F(PressureSpoolTest, KeepsSamplesPeakAndRms) {
  PressureSpool spool(folder_, 1000, 2);
  AudioBuffer block(1000, 2, 100);
  for (std::size_t i = 0; i < 100; ++i) {
    block.channel(0)[i] = i % 2 == 0 ? 3.0f : -3.0f;
    block.channel(1)[i] = i == 50 ? -8.0f : 0.0f;
  }
  spool.append(block);
  spool.append(block);
  EXPECT_EQ(spool.frames(), 200);
  EXPECT_DOUBLE_EQ(spool.duration(), 0.2);
  EXPECT_DOUBLE_EQ(spool.peak(0), 3);
  EXPECT_DOUBLE_EQ(spool.peak(1), 8);
  EXPECT_DOUBLE_EQ(spool.peak(), 8);
  EXPECT_DOUBLE_EQ(spool.rms(0), 3);
  EXPECT_DOUBLE_EQ(spool.rms(1), 0.8);

  const auto read = spool.reader();
  std::vector<float> piece(2 * 70);
  std::vector<std::size_t> sizes;
  std::size_t frame = 0;
  while (const std::size_t frames = read(piece)) {
    sizes.push_back(frames);
    for (std::size_t i = 0; i < frames; ++i, ++frame)
      for (std::size_t c = 0; c < 2; ++c)
        ASSERT_EQ(piece[2 * i + c], block.channel(c)[frame % 100]) << frame;
  }
  EXPECT_EQ(sizes, (std::vector<std::size_t>{70, 70, 60}));
  EXPECT_EQ(spool.read(500, piece), 0u);
}

TEST_F(PressureSpoolTest, LeavesNoFile) {
  PressureSpool spool(folder_, 48000, 1);
  spool.append(std::vector<float>(1000, 1.0f));
  EXPECT_EQ(files(), 0u);  // already unlinked, yet readable
  std::vector<float> back(1000);
  EXPECT_EQ(spool.read(0, back), 1000u);
  EXPECT_EQ(back[999], 1.0f);
}

TEST_F(PressureSpoolTest, NamesChannelAndTimeOfANan) {
  PressureSpool spool(folder_, 1000, 3);
  spool.append(std::vector<float>(3 * 500));
  std::vector<float> bad(3 * 500);
  bad[3 * 250 + 2] = NAN;
  const std::string text = message_of([&] { spool.append(bad); });
  EXPECT_NE(text.find("channel 2"), std::string::npos) << text;
  EXPECT_NE(text.find("0.750000 s is nan"), std::string::npos) << text;
  bad[3 * 250 + 2] = 0, bad[1] = INFINITY;
  EXPECT_NE(message_of([&] { spool.append(bad); }).find("channel 1"), std::string::npos);
  EXPECT_EQ(spool.frames(), 500);
  EXPECT_EQ(spool.peak(), 0);
}

TEST_F(PressureSpoolTest, ReportsAFullDisk) {
  PressureSpool spool(folder_, 1000, 1);
  spool.append(std::vector<float>(1000, 1.0f));
  const SmallDisk disk(6000);
  const std::string text = message_of([&] { spool.append(std::vector<float>(1000, 1.0f)); });
  EXPECT_NE(text.find("after 1.0 s"), std::string::npos) << text;
  EXPECT_NE(text.find("File too large"), std::string::npos) << text;
}

TEST_F(PressureSpoolTest, RefusesWhatDoesNotFit) {
  EXPECT_THROW(PressureSpool(folder_ / "none", 48000, 1), Error);
  EXPECT_THROW(PressureSpool(folder_, 0, 1), Error);
  EXPECT_THROW(PressureSpool(folder_, 48000, 0), Error);
  PressureSpool spool(folder_, 48000, 2);
  EXPECT_THROW(spool.append(std::vector<float>(3)), Error);
  EXPECT_THROW(spool.append(AudioBuffer(44100, 2, 10)), Error);
  EXPECT_THROW(spool.append(AudioBuffer(48000, 1, 10)), Error);
  EXPECT_EQ(spool.rms(0), 0);
}

}  // namespace
}  // namespace peal

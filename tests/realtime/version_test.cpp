// A program and a library of different versions: what fits works, what does not is refused with a
// sentence before anything is read that is not there.
#include <gtest/gtest.h>
#include <peal/engine_c.h>
#include <peal/instruments_c.h>

#include <cstring>
#include <vector>

#include "engine/bank/bank_writer.h"
#include "realtime/toy_world.h"

namespace peal {
namespace {

class VersionTest : public testing::Test {
 protected:
  VersionTest() : bar_(20, 700, 6, "bar") {
    BankContents contents;
    contents.ground = {3e10, 0.5, 0.6, 1e-5};
    contents.bodies = {bar_.body()};
    BankError error;
    EXPECT_TRUE(write_bank(contents, bank_, error)) << error.text;
  }
  peal_engine* create(const peal_header* header) {
    error_[0] = 0;
    return peal_create_for(bank_.data(), bank_.size(), nullptr, error_, sizeof error_, header);
  }
  ToyBody bar_;
  std::vector<std::byte> bank_;
  char error_[400] = "";
};

TEST_F(VersionTest, LibrarySaysWhichOneItIs) {
  int major = -1, minor = -1, patch = -1;
  EXPECT_EQ(peal_version(&major, &minor, &patch), PEAL_VERSION_NUMBER);
  EXPECT_EQ(major, PEAL_VERSION_MAJOR);
  EXPECT_EQ(minor, PEAL_VERSION_MINOR);
  EXPECT_EQ(patch, PEAL_VERSION_PATCH);
  EXPECT_EQ(peal_version(nullptr, nullptr, nullptr), PEAL_VERSION_NUMBER);
  EXPECT_EQ(std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch),
            peal_version_string());
}

TEST_F(VersionTest, LibrarySaysHowLargeItsStructsAre) {
  EXPECT_EQ(peal_sizeof("peal_limits"), sizeof(peal_limits));
  EXPECT_EQ(peal_sizeof("peal_impact"), sizeof(peal_impact));
  EXPECT_EQ(peal_sizeof("peal_rub_settings"), sizeof(peal_rub_settings));
  EXPECT_EQ(peal_sizeof("peal_nothing"), 0u);
  EXPECT_EQ(peal_sizeof(nullptr), 0u);
}

// peal_impact ended with `delay` once: behind it lies something of the program's own.
TEST_F(VersionTest, AnOlderProgramGoesOnWorking) {
  peal_header older = peal_this_header();
  older.impact = offsetof(peal_impact, local);
  ASSERT_LT(older.impact, sizeof(peal_impact));
  const auto play = [&](const peal_header* header, const peal_impact& impact) {
    peal_engine* engine = create(header);
    EXPECT_NE(engine, nullptr) << error_;
    peal_pose pose = peal_default_pose();
    pose.position[0] = 1;  // so that a point taken for a local one would lie elsewhere
    EXPECT_GE(peal_spawn(engine, 0, &pose, 0), 0);
    EXPECT_EQ(peal_strike(engine, &impact), 1);
    std::vector<float> left(3000), right(3000);
    float* const ears[] = {left.data(), right.data()};
    peal_render(engine, ears, 3000);
    EXPECT_EQ(peal_get_stats(engine).impacts, 1);
    peal_destroy(engine);
    return left;
  };
  peal_engine* probe = create(nullptr);
  const peal_pose pose = peal_default_pose();
  peal_impact impact = peal_default_impact();
  impact.a = peal_spawn(probe, 0, &pose, 0);  // ids are the same in every engine
  peal_destroy(probe);
  impact.point[0] = 1.03, impact.closing_speed = 0.5;
  const std::vector<float> expected = play(nullptr, impact);
  impact.local = 12345;  // no part of the older struct
  EXPECT_EQ(play(&older, impact), expected);
}

TEST_F(VersionTest, AnOlderProgramIsWrittenNoMoreThanItHas) {
  unsigned char room[2 * sizeof(peal_limits)];
  std::memset(room, 0xab, sizeof room);
  peal_fill_limits(reinterpret_cast<peal_limits*>(room), 40);
  EXPECT_NE(room[39], 0xab);
  for (std::size_t i = 40; i < sizeof room; ++i) ASSERT_EQ(room[i], 0xab) << i;
  std::memset(room, 0xab, sizeof room);
  peal_fill_stats(nullptr, reinterpret_cast<peal_stats*>(room), 8);
  EXPECT_EQ(room[7], 0);
  EXPECT_EQ(room[8], 0xab);
}

TEST_F(VersionTest, ANewerProgramIsRefusedWithBothVersions) {
  peal_header newer = peal_this_header();
  newer.version = 10203;
  newer.impact += 8;
  EXPECT_EQ(create(&newer), nullptr);
  const std::string text = error_;
  EXPECT_NE(text.find("headers of Peal 1.2.3"), std::string::npos) << text;
  EXPECT_NE(text.find(peal_version_string()), std::string::npos) << text;
  EXPECT_NE(text.find("peal_impact has " + std::to_string(sizeof(peal_impact) + 8)),
            std::string::npos)
      << text;
  EXPECT_EQ(peal_memory_needed_for(bank_.data(), bank_.size(), nullptr, &newer), 0u);
  newer = peal_this_header();
  newer.pose = 3;
  EXPECT_EQ(create(&newer), nullptr);
  newer = peal_this_header();
  newer.bytes += 8;
  EXPECT_EQ(create(&newer), nullptr);
}

}  // namespace
}  // namespace peal

#include "motion/take/take_file.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "io/data/hdf5_file.h"
#include "take_samples.h"

namespace peal {
namespace {

namespace fs = std::filesystem;

class TakeFile : public testing::Test {
 protected:
  TakeFile() {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(testing::TempDir()) / (std::string("peal_take_file_") + info->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    path_ = folder_ / "a.take";
  }
  ~TakeFile() override { fs::remove_all(folder_); }

  static std::string bytes_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  }
  std::string refusal(const std::string& bytes) const {
    std::ofstream(path_, std::ios::binary) << bytes;
    return refusal();
  }
  std::string refusal() const {
    try {
      read_take_file(path_);
    } catch (const Error& error) {
      EXPECT_TRUE(std::string(error.what()).starts_with(path_.string() + ": ")) << error.what();
      return error.what();
    }
    return "";
  }

  fs::path folder_, path_;
};

using TakeFileSlow = TakeFile;

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_F(TakeFile, EveryBitComesBack) {
  const Take take = TakeMaker(1).make(7, 300, 501, 700, 40);
  write_take_file(path_, take);
  EXPECT_EQ(difference(read_take_file(path_), take), "");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST_F(TakeFile, ComparingSeesASingleBit) {
  const Take take = TakeMaker(1).make(7, 30, 50, 70, 40);
  Take other = take;
  other.contacts[69].roll.z = -other.contacts[69].roll.z;  // -0 and 0
  EXPECT_EQ(difference(other, take), "contact 69");
}

TEST_F(TakeFile, EmptyTakesAndEmptyTracks) {
  Take nothing;
  write_take_file(path_, nothing);
  EXPECT_EQ(difference(read_take_file(path_), nothing), "");
  Take still = TakeMaker(2).make(3, 0, 0, 0, 0);
  still.tracks[1].append({0, {{1, 2, 3}, {}}, {}, {}});
  write_take_file(path_, still);
  EXPECT_EQ(difference(read_take_file(path_), still), "");
}

TEST_F(TakeFile, SameTakeSameBytes) {
  const Take take = TakeMaker(3).make(5, 200, 100, 100, 10);
  write_take_file(path_, take);
  write_take_file(folder_ / "b.take", take);
  EXPECT_TRUE(bytes_of(path_) == bytes_of(folder_ / "b.take"));
}

TEST_F(TakeFile, WhatCheckRefusesIsNotWritten) {
  Take take = TakeMaker(3).make(5, 20, 10, 10, 10);
  write_take_file(path_, take);
  const std::string before = bytes_of(path_);
  take.impacts[4].body_b = 5;
  EXPECT_THROW(write_take_file(path_, take), Error);
  take.impacts[4].body_b = kFloor;
  take.bodies[2].name = std::string("a\0b", 3);
  EXPECT_THROW(write_take_file(path_, take), Error);
  EXPECT_TRUE(bytes_of(path_) == before);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST_F(TakeFile, AMassThatIsNoneIsNamed) {
  for (const double mass : {-0.1, std::nan(""), HUGE_VAL}) {
    Take take = TakeMaker(3).make(5, 20, 10, 10, 10);
    take.bodies[2].mass = mass;
    try {
      write_take_file(path_, take);
      ADD_FAILURE() << mass;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("body 'coin.2' has the mass"), std::string::npos)
          << error.what();
    }
  }
}

TEST_F(TakeFile, CutOffFilesAreRefused) {
  write_take_file(path_, TakeMaker(4).make(5, 300, 300, 300, 40));
  const std::string whole = bytes_of(path_);
  for (std::size_t part = 0; part < 50; ++part)
    EXPECT_NE(refusal(whole.substr(0, whole.size() * part / 50)), "") << part;
  EXPECT_NE(refusal(whole.substr(0, whole.size() - 1)), "");
  EXPECT_EQ(refusal(whole), "");
}

TEST_F(TakeFile, ADamagedByteIsNoticedOrDoesNotMatter) {
  const Take take = TakeMaker(5).make(5, 60, 60, 60, 40);
  write_take_file(path_, take);
  const std::string whole = bytes_of(path_);
  KeyedRng random(6, 0, 0);
  int refused = 0;
  for (int i = 0; i < 200; ++i) {
    std::string damaged = whole;
    const auto at = static_cast<std::size_t>(random.uniform() * static_cast<double>(whole.size()));
    damaged[at] = static_cast<char>(damaged[at] ^ (1 + static_cast<int>(255 * random.uniform())));
    if (!refusal(damaged).empty())
      ++refused;
    else
      EXPECT_EQ(difference(read_take_file(path_), take), "") << at;
  }
  EXPECT_GT(refused, 100);
}

TEST_F(TakeFile, ForeignAndFutureFilesAreNamed) {
  EXPECT_TRUE(has(refusal(), "there is no such file"));
  EXPECT_TRUE(has(refusal("time,body\n0,1\n"), "not an HDF5 file"));
  EXPECT_TRUE(has(refusal(""), "not an HDF5 file"));
  const auto attributes = [&](const char* format, std::int64_t version) {
    Hdf5Writer out(path_);
    if (*format) out.attribute("format", std::string(format));
    out.attribute("version", version);
    out.close();
  };
  attributes("", 1);
  EXPECT_TRUE(has(refusal(), "an HDF5 file, but not a take"));
  attributes("peal modes", 1);
  EXPECT_TRUE(has(refusal(), "an HDF5 file, but not a take"));
  attributes("peal take", 3);
  EXPECT_TRUE(
      has(refusal(), "written in version 3 of the format; this program reads versions 1 to 2"));
  attributes("peal take", 1);
  EXPECT_TRUE(has(refusal(), "cannot read the attribute 'begin'")) << refusal();
  path_ = folder_;
  EXPECT_NE(refusal(), "");
}

TEST_F(TakeFile, CompressionPaysForQuietMotion) {
  Take take;
  take.bodies.push_back({"a", 1, {1, 1, 1}});
  take.tracks.emplace_back();
  for (int i = 0; i < 10000; ++i) take.tracks[0].append({1e-3 * i, {{0, 1, 0}, {}}, {}, {}});
  take.end = 10;
  write_take_file(path_, take);
  EXPECT_LT(fs::file_size(path_), 100'000u);  // 1.1 MB of numbers
  EXPECT_EQ(difference(read_take_file(path_), take), "");
}

TEST_F(TakeFileSlow, FiveMillionKnotsAndAMillionImpactsTakeSeconds) {
  const Take take = TakeMaker(7).make(100, 50'000, 1'000'000, 100'000, 1000);
  const auto now = [] { return std::chrono::steady_clock::now(); };
  const auto start = now();
  write_take_file(path_, take);
  const auto written = now();
  const Take back = read_take_file(path_);
  const auto read = now();
  const auto seconds = [](auto d) { return std::chrono::duration<double>(d).count(); };
  std::printf("%.0f MB, written in %.2f s, read in %.2f s\n",
              static_cast<double>(fs::file_size(path_)) / 1e6, seconds(written - start),
              seconds(read - written));
  EXPECT_EQ(difference(back, take), "");
  EXPECT_LT(seconds(written - start), 60);
  EXPECT_LT(seconds(read - written), 20);
}

}  // namespace
}  // namespace peal

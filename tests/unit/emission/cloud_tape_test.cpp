// Emission tracks: what is read is what was appended within the steps of 16 bits; files that were
// cut off, damaged or made by others.
#include "emission/cloud_tape.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "base/error.h"
#include "base/files/temporary_folder.h"
#include "emission/cloud_codec.h"

namespace peal {
namespace {

CloudBlock some_block(int seed) {
  CloudBlock block;
  block.clear(3);
  for (std::size_t e = 0; e < 3; ++e) {
    for (int k = 0; k < CloudBlock::kKnots; ++k)
      block.place(e, k) = {{0.1 * k, 0.5 * static_cast<double>(e), 1.0 * seed}, {1, 2, 3}};
    for (int n = 0; n < CloudBlock::kSamples; ++n) {
      block.monopole(e)[n] = 0.01f * std::sin(0.1f * static_cast<float>(n + seed));
      block.dipole(e, 1)[n] = 1e-3f * std::cos(0.2f * static_cast<float>(n));
    }
  }
  block.dipole(2, 2)[5] = 1e-9f;  // below hearing
  return block;
}

void expect_close(const CloudBlock& got, const CloudBlock& wanted) {
  ASSERT_EQ(got.elements(), wanted.elements());
  for (std::size_t e = 0; e < wanted.elements(); ++e) {
    EXPECT_LT(norm(got.place(e, 3).position - wanted.place(e, 3).position), 1e-6);
    for (int n = 0; n < CloudBlock::kSamples; ++n) {
      EXPECT_NEAR(got.monopole(e)[n], wanted.monopole(e)[n], 0.01 / 65000);
      EXPECT_NEAR(got.dipole(e, 1)[n], wanted.dipole(e, 1)[n], 1e-3 / 65000);
      EXPECT_EQ(got.dipole(e, 0)[n], 0);
    }
  }
  EXPECT_EQ(got.dipole(2, 2)[5], 0);
}

TEST(CloudTape, ReadsWhatWasAppended) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "x.tape";
  {
    ChunkFile tape = ChunkFile::record(file, "key");
    for (int b = 0; b < 3; ++b) append_cloud(tape, 7, b * CloudBlock::kSamples, some_block(b));
    CloudBlock got;
    EXPECT_TRUE(read_cloud(tape, 7, CloudBlock::kSamples, got));
    expect_close(got, some_block(1));
  }
  const ChunkFile tape = ChunkFile::open(file);
  EXPECT_EQ(tape.key(), "key");
  CloudBlock got;
  for (int b = 0; b < 3; ++b) {
    EXPECT_TRUE(read_cloud(tape, 7, b * CloudBlock::kSamples, got));
    expect_close(got, some_block(b));
  }
  EXPECT_FALSE(read_cloud(tape, 7, 3 * CloudBlock::kSamples, got));
  EXPECT_EQ(got.elements(), 0u);
}

TEST(CloudTape, WhatIsHeardAgainIsTheSameBytes) {
  std::vector<std::byte> once, twice;
  encode_cloud(some_block(4), once);
  CloudBlock heard;
  decode_cloud(once, heard, "x");
  encode_cloud(heard, twice);
  CloudBlock again;
  decode_cloud(twice, again, "x");
  for (std::size_t e = 0; e < heard.elements(); ++e)
    for (int n = 0; n < CloudBlock::kSamples; ++n)
      EXPECT_EQ(heard.monopole(e)[n], again.monopole(e)[n]);
}

TEST(CloudTape, GoesOnWhereACheckpointLeftIt) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "x.tape";
  std::uint64_t kept = 0;
  {
    ChunkFile tape = ChunkFile::record(file, "key");
    append_cloud(tape, 0, 0, some_block(0));
    tape.flush();
    kept = tape.bytes();
    append_cloud(tape, 0, CloudBlock::kSamples, some_block(99));  // after the checkpoint: lost
  }
  ChunkFile tape = ChunkFile::record(file, "key", kept);
  CloudBlock got;
  EXPECT_FALSE(read_cloud(tape, 0, CloudBlock::kSamples, got));
  append_cloud(tape, 0, CloudBlock::kSamples, some_block(1));
  EXPECT_TRUE(read_cloud(tape, 0, CloudBlock::kSamples, got));
  expect_close(got, some_block(1));
  EXPECT_THROW(ChunkFile::record(file, "other", kept), Error);
  EXPECT_THROW(ChunkFile::record(file, "key", kept + 1'000'000), Error);
}

TEST(CloudTape, OfAKilledProgramIsGoodUpToItsLastWholeChunk) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "x.tape";
  {
    ChunkFile tape = ChunkFile::record(file, "key");
    for (int b = 0; b < 2; ++b) append_cloud(tape, 0, b * CloudBlock::kSamples, some_block(b));
  }
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 100);
  const ChunkFile tape = ChunkFile::open(file);
  CloudBlock got;
  EXPECT_TRUE(read_cloud(tape, 0, 0, got));
  EXPECT_FALSE(read_cloud(tape, 0, CloudBlock::kSamples, got));
}

TEST(CloudTape, DamagedOrForeignFilesEndInASentence) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "x.tape";
  {
    ChunkFile tape = ChunkFile::record(file, "key");
    append_cloud(tape, 0, 0, some_block(0));
  }
  const auto change = [&](std::streamoff place, char to) {
    std::fstream bytes(file, std::ios::in | std::ios::out | std::ios::binary);
    bytes.seekp(place);
    bytes.put(to);
  };
  change(2000, 'x');
  CloudBlock got;
  EXPECT_THROW(read_cloud(ChunkFile::open(file), 0, 0, got), Error);
  change(8, 9);  // version
  EXPECT_THROW(ChunkFile::open(file), Error);
  change(0, 'x');
  EXPECT_THROW(ChunkFile::open(file), Error);
  EXPECT_THROW(ChunkFile::open(folder.path() / "none"), Error);
  EXPECT_THROW(ChunkFile::open(folder.path()), Error);
  // Blocks with a right hash that claim too much.
  std::vector<std::byte> bytes;
  encode_cloud(some_block(0), bytes);
  EXPECT_THROW(decode_cloud(std::span(bytes).first(bytes.size() - 1), got, "x"), Error);
  bytes[3] = std::byte{0x7f};  // two thousand million elements
  EXPECT_THROW(decode_cloud(bytes, got, "x"), Error);
}

}  // namespace
}  // namespace peal

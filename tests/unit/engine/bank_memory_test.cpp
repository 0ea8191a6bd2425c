// Whatever a bank says, reading it takes no more memory than was allowed: counted, byte by byte,
// while it is read.
#include <gtest/gtest.h>
#include <malloc.h>
#include <peal/engine.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <new>

#include "engine/bank/bank_format.h"
#include "engine/bank/bank_writer.h"
#include "support/tube_surface.h"

namespace {

std::atomic<std::int64_t> held{0}, most{0};

void* counted(void* memory) {
  if (!memory) throw std::bad_alloc();
  const auto now = held += static_cast<std::int64_t>(malloc_usable_size(memory));
  for (auto seen = most.load(); now > seen && !most.compare_exchange_weak(seen, now);) {
  }
  return memory;
}
void release(void* memory) noexcept {
  if (memory) held -= static_cast<std::int64_t>(malloc_usable_size(memory));
  std::free(memory);
}

}  // namespace

void* operator new(std::size_t bytes) { return counted(std::malloc(bytes > 0 ? bytes : 1)); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  const auto unit = static_cast<std::size_t>(alignment);
  return counted(std::aligned_alloc(unit, (bytes / unit + 1) * unit));
}
void operator delete(void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }

namespace peal {
namespace {

struct alignas(kBankAlignment) Line {
  std::byte bytes[kBankAlignment];
};

/// [bytes] at most that a call held beside what was held before.
template <class Call>
double peak_of(const Call& call) {
  const std::int64_t before = held;
  most = before;
  call();
  return static_cast<double>(most - before);
}

/// A tube whose modes all stand still: their shapes take a bit for each number.
struct Still {
  test::TubeSurface tube{12, 24};
  std::vector<Complex<double>> poles;
  std::vector<float> shapes, curvature;
  PlayBody play;
  explicit Still(int modes) {
    for (int i = 0; i < modes; ++i) poles.push_back({-5, 1000.0 + i});
    shapes.assign(3 * tube.nodes.size() * poles.size(), 0.0f);
    play.name = "still";
    play.mass = 1, play.inertia = {1, 1, 1}, play.bounding_radius = 0.2;
    play.material = {7e10, 0.6, 0.4, 2e-6};
    play.poles = poles, play.shapes = shapes;
    play.surface = tube.surface();
  }
};

std::vector<Line> bank_of(std::span<const PlayBody> bodies, const BankPrecision& precision) {
  BankContents contents;
  contents.ground = {3e10, 0.5, 0.6, 1e-5};
  contents.bodies.assign(bodies.begin(), bodies.end());
  contents.precision = precision;
  std::vector<std::byte> bytes;
  BankError error;
  EXPECT_TRUE(write_bank(contents, bytes, error)) << error.text;
  std::vector<Line> lines(bytes.size() / kBankAlignment);
  std::memcpy(lines.data(), bytes.data(), bytes.size());
  return lines;
}

std::span<std::byte> all(std::vector<Line>& lines) {
  return {lines.front().bytes, lines.size() * kBankAlignment};
}

}  // namespace

// 16 MB of shapes out of half a megabyte of codes.
TEST(BankMemory, WhatWouldTakeTooMuchIsRefusedBeforeItIsTaken) {
  const Still still(200);
  std::vector<Line> lines = bank_of({&still.play, 1}, {1e-3, 1e-3, 1e-3});
  const double shapes = 4.0 * static_cast<double>(still.shapes.size());
  ASSERT_GT(shapes, 15e6);
  ASSERT_LT(static_cast<double>(all(lines).size()), 2e6);
  EngineLimits limits;
  limits.ears = 1, limits.max_voices = 1, limits.max_events = 16, limits.max_objects = 1;
  limits.max_contacts = 0, limits.max_distance = 1;
  std::string error;
  for (const double most_memory : {1e6, 4e6, 15e6}) {
    limits.max_memory = most_memory;
    const double peak = peak_of([&] { EXPECT_FALSE(Engine::create(all(lines), limits, error)); });
    EXPECT_LT(peak, most_memory);
    EXPECT_NE(error.find("max_memory"), std::string::npos) << error;
  }
  // The number that is told beforehand is enough, and telling it takes little.
  double needed = 0;
  EXPECT_LT(peak_of([&] {
              needed = static_cast<double>(Engine::memory_needed(all(lines), limits, error));
            }),
            1e5);
  ASSERT_GT(needed, shapes) << error;
  limits.max_memory = needed;
  const double peak =
      peak_of([&] { EXPECT_TRUE(Engine::create(all(lines), limits, error)) << error; });
  EXPECT_LT(peak, 1.02 * needed + 1e5);
  EXPECT_GT(peak, 0.8 * needed);
}

// A hundred bodies that all say the same large arrays are theirs.
TEST(BankMemory, ArraysThatOverlapAreRefused) {
  const Still large(2);
  PlayBody small;
  small.name = "small";
  small.mass = 1, small.inertia = {1, 1, 1};
  small.material = large.play.material;
  std::vector<PlayBody> bodies(100, small);
  bodies.push_back(large.play);
  std::vector<Line> lines = bank_of(bodies, {});
  const auto bytes = all(lines);
  BankHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  const auto record = [&](std::size_t i) {
    return bytes.data() + header.bodies.offset + i * sizeof(BankBodyRecord);
  };
  for (std::size_t i = 0; i < 100; ++i)
    for (const std::size_t field :
         {offsetof(BankBodyRecord, nodes), offsetof(BankBodyRecord, triangles)})
      std::memcpy(record(i) + field, record(100) + field, sizeof(BankSpan));
  const std::uint64_t hash = bank_hash(bytes);
  std::memcpy(bytes.data() + offsetof(BankHeader, hash), &hash, sizeof hash);
  Bank bank;
  BankError error;
  const double peak = peak_of([&] { EXPECT_FALSE(bank.open(bytes, error)); });
  EXPECT_NE(std::string(error.text).find("overlap"), std::string::npos) << error.text;
  EXPECT_LT(peak, 10.0 * static_cast<double>(bytes.size()));
}

// Bytes that do not lie on a boundary are copied: that counts too.
TEST(BankMemory, ACopyCounts) {
  const Still still(40);
  std::vector<Line> lines = bank_of({&still.play, 1}, {});
  std::vector<std::byte> off(all(lines).size() + 8);
  std::memcpy(off.data() + 8, all(lines).data(), all(lines).size());
  EngineLimits limits;
  limits.max_memory = 1e6;
  ASSERT_GT(static_cast<double>(all(lines).size()), 3e6);
  std::string error;
  EXPECT_LT(
      peak_of([&] {
        EXPECT_FALSE(Engine::create(std::span<const std::byte>(off).subspan(8), limits, error));
      }),
      1e6);
  EXPECT_NE(error.find("max_memory"), std::string::npos) << error;
}

}  // namespace peal

// Each body is computed once; entries that were damaged are noticed, said and made again; a disk
// that cannot be written is no reason to stop.
#include "models/bake/pulse_library.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <thread>

#include "base/error.h"
#include "fixtures.h"

namespace peal::test {
namespace {

/// A small box on a coarse grid: a moment of work.
const TriangleMesh kBox = box({0.006, 0.005, 0.004});

PulseRequest coarse() {
  PulseRequest request;
  request.cell = 2e-3;
  request.longest = 5e-4;
  return request;
}

void expect_equal(const PulseRecord& a, const PulseRecord& b) {
  EXPECT_EQ(a.coefficients, b.coefficients);
  EXPECT_TRUE(a.values == b.values);
  EXPECT_EQ(a.step, b.step);
}

TEST(PulseKey, ChangesWithEverythingTheRecordDependsOn) {
  const std::string key = pulse_key(kBox, coarse());
  EXPECT_EQ(key.size(), 32u);
  EXPECT_EQ(pulse_key(box({0.006, 0.005, 0.004}), coarse()), key);
  EXPECT_NE(pulse_key(box({0.006, 0.005, 0.0041}), coarse()), key);
  TriangleMesh turned = kBox;
  std::swap(turned.triangles[0], turned.triangles[1]);
  EXPECT_NE(pulse_key(turned, coarse()), key);
  const auto changed = [&](auto change) {
    PulseRequest request = coarse();
    change(request);
    return pulse_key(kBox, request) != key;
  };
  EXPECT_TRUE(changed([](PulseRequest& r) { r.air.density = 1.3; }));
  EXPECT_TRUE(changed([](PulseRequest& r) { r.air.speed_of_sound = 340; }));
  EXPECT_TRUE(changed([](PulseRequest& r) { r.quality = PulseQuality::fine; }));
  EXPECT_TRUE(changed([](PulseRequest& r) { r.max_frequency = 10000; }));
  EXPECT_TRUE(changed([](PulseRequest& r) { r.cell = 1.1e-3; }));
  EXPECT_TRUE(changed([](PulseRequest& r) { r.pulse = 1e-5; }));
  EXPECT_TRUE(changed([](PulseRequest& r) { r.tail_energy *= 2; }));
  EXPECT_TRUE(changed([](PulseRequest& r) { r.longest *= 2; }));
}

TEST(PulseLibrary, ComputesEachBodyOnceForAllThreads) {
  PulseLibrary library;
  std::vector<std::shared_ptr<const PulseRecord>> got(4);
  {
    std::vector<std::thread> threads;
    for (auto& one : got) threads.emplace_back([&] { one = library.get(kBox, coarse()); });
    for (std::thread& thread : threads) thread.join();
  }
  for (const auto& one : got) EXPECT_EQ(one, got[0]);
  EXPECT_EQ(library.computed(), 1);
  EXPECT_FALSE(got[0]->coefficients.empty());
}

TEST(PulseLibrary, WhatIsFoundEqualsWhatWasComputed) {
  const Folder folder;
  PulseLibrary first{PulseCache(folder / "new/pulses")};
  PulseLibrary second{PulseCache(folder / "new/pulses")};
  double reached = -1;
  const auto made = first.get(kBox, coarse(), [&](double part) { reached = part; });
  const auto found = second.get(kBox, coarse());
  EXPECT_EQ(first.computed(), 1);
  EXPECT_EQ(second.computed(), 0);
  EXPECT_EQ(second.found(), 1);
  EXPECT_GE(reached, 0);
  expect_equal(*made, *found);
  EXPECT_TRUE(first.warnings().empty() && second.warnings().empty());
}

class DamagedEntry : public testing::Test {
 protected:
  void SetUp() override {
    PulseLibrary library{cache_};
    good_ = library.get(kBox, coarse());
    path_ = cache_.path_of(pulse_key(kBox, coarse()));
    bytes_ = read_bytes(path_);
    ASSERT_GT(bytes_.size(), 1000u);
  }

  void expect_made_again() {
    PulseLibrary library{cache_};
    expect_equal(*library.get(kBox, coarse()), *good_);
    EXPECT_EQ(library.computed(), 1);
    ASSERT_EQ(library.warnings().size(), 1u);
    EXPECT_NE(library.warnings()[0].find(path_.string()), std::string::npos);
    EXPECT_TRUE(library.warnings()[0].ends_with("; the entry is removed, it is computed again"))
        << library.warnings()[0];
    EXPECT_TRUE(read_bytes(path_) == bytes_);
  }

  const Folder folder_;
  const PulseCache cache_{folder_ / "pulses"};
  std::shared_ptr<const PulseRecord> good_;
  std::filesystem::path path_;
  std::string bytes_;
};

TEST_F(DamagedEntry, CutOff) {
  write_bytes(path_, bytes_.substr(0, bytes_.size() / 2));
  expect_made_again();
}

TEST_F(DamagedEntry, Empty) {
  write_bytes(path_, "");
  expect_made_again();
}

TEST_F(DamagedEntry, WithAFlippedBitInTheValues) {
  std::string bad = bytes_;
  bad[bad.size() / 2] = static_cast<char>(bad[bad.size() / 2] ^ 16);
  write_bytes(path_, bad);
  expect_made_again();
}

// A whole file under the wrong name.
TEST_F(DamagedEntry, OfAnotherBody) {
  PulseRequest other = coarse();
  other.air.density = 1.5;
  PulseLibrary{cache_}.get(kBox, other);
  std::filesystem::copy_file(cache_.path_of(pulse_key(kBox, other)), path_,
                             std::filesystem::copy_options::overwrite_existing);
  expect_made_again();
}

TEST(PulseLibrary, AFullDiskIsAWarning) {
  const Folder folder;
  PulseLibrary library{PulseCache(folder / "pulses")};
  rlimit old{};
  ::getrlimit(RLIMIT_FSIZE, &old);
  const auto handler = ::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{500, old.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &small);
  const auto record = library.get(kBox, coarse());
  ::setrlimit(RLIMIT_FSIZE, &old);
  ::signal(SIGXFSZ, handler);
  EXPECT_FALSE(record->values.empty());
  ASSERT_EQ(library.warnings().size(), 1u);
  EXPECT_TRUE(library.warnings()[0].ends_with("the field is used but not kept"))
      << library.warnings()[0];
  EXPECT_TRUE(std::filesystem::is_empty(folder / "pulses")) << "something was left behind";
}

TEST(PulseLibrary, AFolderThatCannotBeMadeIsAWarning) {
  const Folder folder;
  write_bytes(folder / "file", "precious");
  PulseLibrary library{PulseCache(folder / "file/pulses")};
  EXPECT_FALSE(library.get(kBox, coarse())->values.empty());
  ASSERT_EQ(library.warnings().size(), 1u);
  EXPECT_NE(library.warnings()[0].find("file/pulses"), std::string::npos);
  EXPECT_EQ(read_bytes(folder / "file"), "precious");
}

TEST(PulseLibrary, AnOpenSurfaceStopsAndCanBeAskedForAgain) {
  TriangleMesh open = kBox;
  open.triangles.pop_back();
  PulseLibrary library;
  EXPECT_THROW(library.get(open, coarse()), Error);
  EXPECT_THROW(library.get(open, coarse()), Error);
  EXPECT_FALSE(library.get(kBox, coarse())->values.empty());
}

}  // namespace
}  // namespace peal::test

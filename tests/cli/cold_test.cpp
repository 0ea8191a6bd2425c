// Nothing in the cache: whoever computes first, alone or beside others, gets the same bytes.
#include <gtest/gtest.h>

#include "scenes.h"

namespace peal::test {
namespace {

constexpr int kRuns = 2;  // the race was lost in every one

/// The .modes file of the lowest modes of a body at normal quality, computed anew.
std::string cold_modes(const std::string& body, const std::string& material, int count) {
  const Folder folder;
  RunOptions there;
  there.folder = folder.path();
  there.seconds = 600;
  const Outcome outcome = run({"modes", body, "-m", material, "-n", std::to_string(count), "-q",
                               "--no-cache", "-o", "body.modes"},
                              there);
  EXPECT_EQ(outcome.code, 0) << outcome.all();
  return read_bytes(folder / "body.modes");
}

void expect_one_answer(const std::string& body, const std::string& material, int count = 6) {
  const std::string first = cold_modes(body, material, count);
  for (int i = 1; i < kRuns; ++i)
    EXPECT_TRUE(first == cold_modes(body, material, count)) << body << ", run " << i + 1;
}

TEST(Cold, ModesOfACoin) { expect_one_answer("coin", "brass"); }
TEST(ColdSlow, ModesOfABowl) { expect_one_answer("bowl", "porcelain"); }
TEST(ColdSlow, ModesOfAMug) { expect_one_answer("mug", "stoneware"); }
TEST(ColdSlow, ModesOfAWineglass) { expect_one_answer("wineglass", "glass"); }
TEST(ColdSlow, AllModesOfABowl) { expect_one_answer("bowl", "porcelain", 1000); }

/// A coin at normal quality, struck.
Json struck_coin() {
  return Json::parse(R"({
    "peal": 1, "name": "coin", "duration": 0.1, "quality": "normal",
    "listeners": [{"name": "mic", "kind": "mono", "position": [0, 0.3, 0.3]}],
    "objects": [{"name": "coin", "shape": {"kind": "coin"}, "material": "brass",
                 "position": [0, 0, 0], "static": true, "max_modes": 6, "radiation": "quick"}],
    "sources": [{"kind": "strike", "object": "coin", "point": [0.01, 0.001, 0], "time": 0.001}]
  })");
}

TEST(Cold, TwoRendersOnOneEmptyCacheSoundAsOneAlone) {
  const Folder folder;
  folder.file("scene.json", struck_coin().dump());
  const auto start = [&](const std::string& out, const std::string& cache) {
    RunOptions there;
    there.folder = folder.path();
    there.cache = (folder / cache).string();
    return std::make_unique<Running>(
        std::vector<std::string>{"render", "scene.json", "-q", "--no-pictures", "-o", out}, there);
  };
  const auto finish = [](Running& running) {
    const Outcome outcome = running.wait();
    EXPECT_EQ(outcome.code, 0) << outcome.all();
  };
  finish(*start("alone", "cache_of_one"));
  const std::string alone = read_bytes(folder / "alone/mic.wav");
  const auto a = start("a", "cache"), b = start("b", "cache");
  finish(*a), finish(*b);
  finish(*start("warm", "cache"));
  for (const std::string out : {"a", "b", "warm"})
    EXPECT_TRUE(alone == read_bytes(folder / (out + "/mic.wav"))) << out;
}

}  // namespace
}  // namespace peal::test

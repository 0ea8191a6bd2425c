// `peal bake` on bodies that ring: a render afterwards computes no modes and no transfer.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <memory>

#include "scenes.h"

namespace peal::test {
namespace {

using Times = std::map<std::string, std::filesystem::file_time_type>;

/// Two bars of one form, the larger with more modes below the limit, and one of approximate
/// radiation.
Json ringing_scene() {
  return Json::parse(R"({
    "peal": 1, "name": "ringing", "duration": 0.02, "quality": "draft",
    "listeners": [{"name": "mic", "kind": "mono", "position": [0, 0.5, 0]}],
    "objects": [
      {"name": "small", "shape": {"kind": "bar", "size": [0.1, 0.02, 0.03], "edge_radius": 0.0005},
       "static": true, "material": "aluminium", "position": [0, 0, 0],
       "radiation": "transfer", "max_modes": 2},
      {"name": "large", "shape": {"kind": "bar", "size": [0.2, 0.04, 0.06], "edge_radius": 0.001},
       "static": true, "material": "aluminium", "position": [1, 0, 0],
       "radiation": "transfer", "max_modes": 3},
      {"name": "silent", "shape": {"kind": "bar", "size": [0.05, 0.02, 0.02]}, "static": true,
       "material": "aluminium", "position": [2, 0, 0], "radiation": "transfer"},
      {"name": "quick", "shape": {"kind": "bar", "size": [0.12, 0.02, 0.03]}, "static": true,
       "material": "aluminium", "position": [3, 0, 0], "max_modes": 2}],
    "sources": [
      {"kind": "strike", "object": "small", "point": [0.02, 0.01, 0], "time": 0.001},
      {"kind": "strike", "object": "large", "point": [0.05, 0.02, 0], "time": 0.002},
      {"kind": "strike", "object": "quick", "point": [0.02, 0.01, 0], "time": 0.003}]
  })");
}

class BakeTransfer : public testing::Test {
 protected:
  void SetUp() override {
    write(ringing_scene());
    there_.folder = folder_.path();
  }
  void write(const Json& scene) const { folder_.file("scene.json", scene.dump()); }

  std::vector<std::string> words(const std::string& cache,
                                 const std::vector<std::string>& more = {}) const {
    std::vector<std::string> all{"bake", "scene.json", "-q", "--cache", cache};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  Outcome bake(const std::string& cache, const std::vector<std::string>& more = {}) const {
    return run(words(cache, more), there_);
  }
  std::vector<std::filesystem::path> entries(const std::string& cache,
                                             const std::string& kind) const {
    std::vector<std::filesystem::path> all;
    const auto folder = folder_ / (cache + "/" + kind);
    if (std::filesystem::exists(folder))
      for (const std::string& name : names_in(folder)) all.push_back(folder / name);
    return all;
  }
  Times times(const std::string& cache, const std::string& kind) const {
    Times all;
    for (const auto& path : entries(cache, kind))
      all[path.filename()] = std::filesystem::last_write_time(path);
    return all;
  }
  std::string record(const std::string& cache) const {
    const auto all = entries(cache, "transfer");
    return all.size() == 1 ? read_bytes(all[0]) : "";
  }

  const Folder folder_;
  RunOptions there_;
};

TEST_F(BakeTransfer, ARenderAfterwardsComputesNothing) {
  const Outcome first = bake("c");
  EXPECT_EQ(first.code, 0) << first.all();
  // Of one form: one record, with the modes of the larger one. Nobody makes 'silent' ring.
  EXPECT_NE(first.out.find("large  "), std::string::npos) << first.out;
  EXPECT_NE(first.out.find(", transfer of 3 modes, "), std::string::npos) << first.out;
  EXPECT_EQ(first.out.find("silent"), std::string::npos) << first.out;
  EXPECT_EQ(first.out.find("quick"), std::string::npos) << first.out;
  const Times transfer = times("c", "transfer"), modes = times("c", "modes");
  ASSERT_EQ(transfer.size(), 1u);
  ASSERT_EQ(modes.size(), 1u);

  ::setenv("PEAL_CACHE", (folder_ / "c").c_str(), 1);
  const Outcome rendered =
      run({"render", "scene.json", "-o", "out", "-q", "--no-pictures"}, there_);
  ::unsetenv("PEAL_CACHE");
  ASSERT_EQ(rendered.code, 0) << rendered.all();
  const Json report = Json::parse(read_bytes(folder_ / "out/report.json"));
  EXPECT_NE(report.dump().find("\"transfer_modes\":3"), std::string::npos) << report.dump();
  EXPECT_EQ(times("c", "transfer"), transfer);
  Times after = times("c", "modes");
  EXPECT_EQ(after.size(), 2u) << "those of approximate radiation";
  for (const auto& [name, time] : modes) EXPECT_EQ(after[name], time) << name;

  const Outcome second = bake("c");
  EXPECT_EQ(second.code, 0) << second.all();
  EXPECT_NE(second.out.find("kept"), std::string::npos) << second.out;
  EXPECT_NE(second.out.find("no transfer to compute: everything is in c/transfer"),
            std::string::npos)
      << second.out;
  EXPECT_EQ(times("c", "transfer"), transfer);

  const std::string bytes = record("c");
  const Outcome forced = bake("c", {"--force", "--threads", "1"});
  EXPECT_EQ(forced.code, 0) << forced.all();
  EXPECT_NE(times("c", "transfer"), transfer);
  EXPECT_TRUE(record("c") == bytes) << "other bytes with one thread";
}

TEST_F(BakeTransfer, TheCostIsKnownWhenTheModesAre) {
  const Outcome before = bake("c", {"--dry-run"});
  EXPECT_EQ(before.code, 0) << before.all();
  EXPECT_NE(before.out.find("modes first"), std::string::npos) << before.out;
  EXPECT_TRUE(entries("c", "modes").empty());
  ASSERT_EQ(bake("c").code, 0);
  std::filesystem::remove_all(folder_ / "c/transfer");
  const Outcome after = bake("c", {"--dry-run"});
  EXPECT_EQ(after.code, 0) << after.all();
  EXPECT_NE(after.out.find("estimate of transfers: "), std::string::npos) << after.out;
  EXPECT_EQ(after.out.find("modes first"), std::string::npos) << after.out;
  EXPECT_TRUE(entries("c", "transfer").empty());
}

TEST_F(BakeTransfer, WhatCannotBeKeptOrReadIsSaid) {
  ASSERT_EQ(bake("c").code, 0);
  const std::string good = record("c");
  ASSERT_FALSE(good.empty());
  const std::string name = entries("c", "transfer")[0].filename();
  folder_.file("c/transfer/" + name, good.substr(0, good.size() / 2));
  const Outcome damaged = bake("c");
  EXPECT_EQ(damaged.code, 0) << damaged.all();
  EXPECT_NE(damaged.err.find("it is computed again"), std::string::npos) << damaged.err;
  EXPECT_TRUE(record("c") == good);

  RunOptions full = there_;
  full.largest_file = 3000;
  const Outcome outcome = run(words("full"), full);
  EXPECT_EQ(outcome.code, 1) << outcome.all();
  EXPECT_NE(outcome.err.find("peal: scene.json: object 'large': "), std::string::npos)
      << outcome.err;
  EXPECT_TRUE(entries("full", "transfer").empty());
}

class BakeTransferSlow : public BakeTransfer {};

TEST_F(BakeTransferSlow, WallsThatAreTooThinAreSaidAndAreNoFailure) {
  Json scene = ringing_scene();
  Json bell = scene["objects"][0];
  bell["shape"] = Json::parse(R"({"kind": "bell", "mouth_radius": 0.1, "lip_thickness": 0.0004,
                                  "waist_thickness": 0.0002, "crown_thickness": 0.0002})");
  bell["max_modes"] = 1;
  scene["objects"] = Json::array({bell});
  scene["sources"] = Json::array({scene["sources"][0]});
  scene["sources"][0]["point"] = Json::array({0.1, 0, 0});
  write(scene);
  const Outcome baked = bake("c");
  EXPECT_EQ(baked.code, 0) << baked.all();
  const std::string warning = "warning: scene.json: object 'small': ";
  EXPECT_NE(baked.err.find(warning), std::string::npos) << baked.err;
  EXPECT_NE(baked.err.find("walls of 0.2 mm need cells of "), std::string::npos) << baked.err;
  EXPECT_TRUE(entries("c", "transfer").empty());
  const Outcome planned = bake("c", {"--dry-run"});
  EXPECT_EQ(planned.code, 0) << planned.all();
  EXPECT_NE(planned.err.find(warning), std::string::npos) << planned.err;
  EXPECT_NE(planned.out.find("approximate radiation"), std::string::npos) << planned.out;
}

TEST_F(BakeTransfer, TwoRanksMakeTheSameBytesAsOne) {
  ASSERT_EQ(bake("whole").code, 0);
  std::unique_ptr<Running> ranks[2];
  ::setenv("OMPI_COMM_WORLD_SIZE", "2", 1);
  for (int i = 0; i < 2; ++i) {
    ::setenv("OMPI_COMM_WORLD_RANK", std::to_string(i).c_str(), 1);
    ranks[i] = std::make_unique<Running>(words("c"), there_);
  }
  ::unsetenv("OMPI_COMM_WORLD_RANK");
  ::unsetenv("OMPI_COMM_WORLD_SIZE");
  for (int i = 0; i < 2; ++i) {
    const Outcome outcome = ranks[i]->wait();
    EXPECT_EQ(outcome.code, 0) << outcome.all();
    EXPECT_EQ(outcome.out.empty(), i == 1) << "only rank 0 speaks: " << outcome.out;
  }
  EXPECT_TRUE(record("c") == record("whole"));
  EXPECT_EQ(entries("c", "modes").size(), 1u) << "a claim was left";
}

TEST_F(BakeTransfer, SharesTogetherAreEverything) {
  Json scene = ringing_scene();
  scene["objects"][3]["radiation"] = "transfer";
  write(scene);
  ASSERT_EQ(bake("c", {"--unit", "1/2"}).code, 0);
  EXPECT_EQ(entries("c", "transfer").size(), 1u);
  ASSERT_EQ(bake("c", {"--unit", "2/2"}).code, 0);
  EXPECT_EQ(entries("c", "transfer").size(), 2u);
}

}  // namespace
}  // namespace peal::test

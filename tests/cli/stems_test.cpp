// Stems: who shares one, and what their files are called.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cmath>

#include "scenes.h"

namespace peal::test {
namespace {

Json spoons() {
  Json scene = struck_scene();
  for (int k = 0; k < 2; ++k) {
    scene["objects"][k]["name"] = k == 0 ? "Spoon" : "Spoon.001";
    scene["sources"][k]["object"] = scene["objects"][k]["name"];
  }
  scene["output"] = {{"stems", "objects"}};
  return scene;
}

TEST(StemNames, SpoonAndSpoon001AreApartAndListed) {
  const Folder folder;
  const Rendering both = render_in(folder, spoons());
  ASSERT_EQ(both.outcome.code, 0) << both.outcome.all();
  EXPECT_EQ(both.report["listeners"][0]["stems"], (Json{"mic-Spoon.wav", "mic-Spoon.001.wav"}));
  for (int k = 0; k < 2; ++k) {
    const std::string file = k == 0 ? "out/mic-Spoon.wav" : "out/mic-Spoon.001.wav";
    EXPECT_NE(both.outcome.out.find(file + "  stem\n"), std::string::npos) << both.outcome.out;
    // Each is what is heard when the other is not struck.
    Json alone = spoons();
    alone["sources"].erase(1 - k);
    alone.erase("output");
    const Rendering one = render(alone);
    EXPECT_EQ(read_wav(folder / file).samples, one.sounds.at(0).samples);
  }
}

TEST(StemNames, GroupsAndCopiesShareOne) {
  Json scene = spoons();
  scene["output"]["stems"] = "groups";
  EXPECT_EQ(render(scene).report["listeners"][0]["stems"], Json{"mic-Spoon.wav"});
  scene = struck_scene();
  scene["objects"][0]["copies"] = {{"count", 2}, {"spacing", {0, 0.1, 0}}};
  scene["sources"][0]["object"] = "left.001";
  scene["sources"].push_back(scene["sources"][0]);
  scene["sources"][2]["object"] = "left.002";
  scene["output"] = {{"stems", "objects"}};
  EXPECT_EQ(render(scene).report["listeners"][0]["stems"], (Json{"mic-left.wav", "mic-right.wav"}));
}

// A bar falls on the floor and slides: blows, clicks and friction act on the same modes. What one
// mechanism leaves in them is its stem; together they are what is heard, to the rounding of floats.
TEST(Stems, MechanismsOfOneBodyAddUpToTheMix) {
  const Json scene = Json::parse(R"({
    "peal": 1, "name": "slide", "duration": 0.4, "quality": "draft",
    "listeners": [{"name": "mic", "kind": "mono", "position": [0, 0.5, 1]}],
    "objects": [{"name": "bar", "shape": {"kind": "bar", "size": [0.2, 0.01, 0.02]},
                 "material": "steel", "position": [0, 0.03, 0], "velocity": [1.5, 0, 0],
                 "rotation": {"axis": [0, 0, 1], "angle": 5}}],
    "motion": {"floor": {"material": "concrete"}},
    "sources": [{"kind": "impact"}, {"kind": "click"}, {"kind": "contact"}],
    "output": {"stems": "mechanisms"}
  })");
  const Folder folder;
  const Rendering got = render_in(folder, scene);
  ASSERT_EQ(got.outcome.code, 0) << got.outcome.all();
  EXPECT_EQ(got.report["listeners"][0]["stems"],
            (Json{"mic-impact.wav", "mic-click.wav", "mic-contact.wav"}));
  const std::vector<float>& mix = got.sounds.at(0).samples;
  std::vector<double> sum(mix.size());
  for (const char* stem : {"impact", "click", "contact"}) {
    const auto samples = read_wav(folder / fmt::format("out/mic-{}.wav", stem)).samples;
    ASSERT_EQ(samples.size(), mix.size());
    double energy = 0;
    for (std::size_t n = 0; n < mix.size(); ++n) {
      sum[n] += static_cast<double>(samples[n]);
      energy += static_cast<double>(samples[n]) * static_cast<double>(samples[n]);
    }
    EXPECT_GT(energy, 0) << stem;
  }
  double peak = 0, off = 0;
  for (std::size_t n = 0; n < mix.size(); ++n) {
    peak = std::max(peak, std::abs(static_cast<double>(mix[n])));
    off = std::max(off, std::abs(sum[n] - static_cast<double>(mix[n])));
  }
  EXPECT_LT(off, 1e-5 * peak);

  // Stems stand beside the mix: it does not know about them.
  Json whole = scene;
  whole.erase("output");
  EXPECT_EQ(render(whole).sounds.at(0).samples, mix);
}

/// As many open files as a program that is started may have at first.
class FewFiles {
 public:
  explicit FewFiles(rlim_t count) {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    rlimit few = before_;
    few.rlim_cur = count;
    ::setrlimit(RLIMIT_NOFILE, &few);
  }
  ~FewFiles() { ::setrlimit(RLIMIT_NOFILE, &before_); }
  FewFiles(const FewFiles&) = delete;
  FewFiles& operator=(const FewFiles&) = delete;

 private:
  rlimit before_{};
};

// Every recording is an open file: more of them than a process may open at first are no error.
TEST(Stems, MoreThanTheSystemOpensAtFirst) {
  Json scene = struck_scene();
  const Json object = scene["objects"][0], source = scene["sources"][0];
  scene["objects"].clear(), scene["sources"].clear();
  for (int k = 0; k < 60; ++k) {
    Json other = object, strike = source;
    other["name"] = strike["object"] = fmt::format("bar{}", k);
    other["position"] = {0.5 * k, 0, 0};
    scene["objects"].push_back(other), scene["sources"].push_back(strike);
  }
  scene["duration"] = 0.05;
  scene["output"] = {{"stems", "objects"}};
  const Folder folder;
  const FewFiles few(70);
  const Rendering got = render_in(folder, scene);
  EXPECT_EQ(got.outcome.code, 0) << got.outcome.all();
  EXPECT_TRUE(std::filesystem::exists(folder / "out/mic-bar59.wav"));
}

}  // namespace
}  // namespace peal::test

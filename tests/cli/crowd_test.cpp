// As many bodies as the schema allows: `check` says what it has to say in seconds.
#include <gtest/gtest.h>

#include "scenes.h"

namespace peal::test {
namespace {

constexpr double kSeconds = 5, kMegabytes = 500;  // of processor and memory

Json crowd(const Json& copies) {
  Json scene = Json::parse(R"({
    "peal": 1, "name": "crowd", "duration": 0.1,
    "listeners": [{"name": "mic", "kind": "mono", "position": [0, 3, 0]}],
    "objects": [{"name": "bowl", "shape": {"kind": "bowl"}, "material": "porcelain",
                 "position": [0, 1, 0]}],
    "motion": {"floor": {"height": 0}},
    "sources": [{"kind": "impact"}]
  })");
  scene["objects"][0]["copies"] = copies;
  return scene;
}

Outcome checked(const Json& scene) {
  const Folder folder;
  folder.file("scene.json", scene.dump());
  RunOptions there;
  there.folder = folder.path();
  there.cpu_seconds = 60;
  const Outcome outcome = run({"check", "scene.json"}, there);
  EXPECT_LT(outcome.cpu_seconds, kSeconds) << outcome.all();
  EXPECT_LT(outcome.megabytes, kMegabytes) << outcome.all();
  return outcome;
}

TEST(Crowd, TenThousandCopiesInOnePlaceAreRefusedAtTheFirstOverlap) {
  const Outcome outcome = checked(crowd({{"count", 10000}}));
  EXPECT_EQ(outcome.code, 1) << outcome.all();
  EXPECT_NE(outcome.err.find("at the start object 'bowl."), std::string::npos) << outcome.all();
  EXPECT_EQ(lines_of(outcome.err).size(), 1u) << outcome.err;
}

TEST(Crowd, TenThousandCopiesSideBySideAreGood) {
  const Outcome outcome = checked(crowd(
      {{"count", 10000}, {"columns", {100, 100}}, {"spacing", {0.3, 0.3, 0.3}}, {"turn", 90}}));
  EXPECT_EQ(outcome.code, 0) << outcome.all();
}

TEST(Crowd, TenThousandCopiesAboveEachOtherAreGood) {
  EXPECT_EQ(checked(crowd({{"count", 10000}, {"spacing", {0, 0.3, 0}}})).code, 0);
}

// One rule for all: a hundred million pairs of bodies.
TEST(Crowd, ARuleForAllPairsOfTenThousandCopies) {
  Json scene = crowd({{"count", 10000}, {"columns", {100, 100}}, {"spacing", {0.3, 0.3, 0.3}}});
  scene["motion"]["pairs"] = {{{"a", "bowl"}, {"b", "bowl"}, {"restitution", 0.2}},
                              {{"a", "bowl"}, {"b", "floor"}, {"friction", 0.1}}};
  EXPECT_EQ(checked(scene).code, 0);
}

TEST(Crowd, FourHundredListedBowls) {
  Json scene = crowd({{"count", 1}});
  Json bowl = scene["objects"][0];
  bowl.erase("copies");
  scene["objects"].clear();
  for (int i = 0; i < 400; ++i) {
    bowl["name"] = "bowl_" + std::to_string(i);
    bowl["position"] = {0.3 * (i % 20), 1, 0.3 * (i / 20)};
    scene["objects"].push_back(bowl);
  }
  const Outcome outcome = checked(scene);
  EXPECT_EQ(outcome.code, 0) << outcome.all();
  EXPECT_LT(outcome.cpu_seconds, 2);
}

// What is wrong with a file is said once, not once for each copy that is made of it.
TEST(Crowd, CopiesOfAMissingMeshAreOneMistake) {
  Json scene = crowd({{"count", 10000}, {"spacing", {0.3, 0, 0}}});
  scene["objects"][0]["shape"] = {{"kind", "mesh"}, {"file", "nowhere.obj"}};
  const Outcome outcome = checked(scene);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(lines_of(outcome.err).size(), 1u) << outcome.err;
}

}  // namespace
}  // namespace peal::test

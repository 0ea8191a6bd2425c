#include "scene/mix.h"

#include <gtest/gtest.h>

#include "test_kinds.h"

namespace peal {
namespace {

Scene scene_of(const std::vector<std::string>& objects) {
  Scene scene;
  for (const std::string& name : objects) scene.objects.emplace_back().name = name;
  return scene;
}

MixLevel level(double gain_db, bool mute = false, bool solo = false) {
  return {gain_db, mute, solo};
}

PairMix pair(const std::string& a, const std::string& b, const MixLevel& how) {
  PairMix out;
  static_cast<MixLevel&>(out) = how;
  out.a = a, out.b = b;
  return out;
}

constexpr double kTwenty = 10;  // factor of 20 dB

TEST(Mix, GroupsAreNamesWithoutTheirNumber) {
  EXPECT_EQ(group_of("coin.007"), "coin");
  EXPECT_EQ(group_of("a.1.22"), "a.1");
  for (const char* alone : {"coin", "coin.", "coin7", "coin.7a", ".7", "", "7", "1.5x"})
    EXPECT_EQ(group_of(alone), "") << alone;
}

TEST(Mix, NothingSaidIsOne) {
  const Scene scene = scene_of({"coin.001", "table"});
  EXPECT_EQ(master_gain(scene), 1);
  EXPECT_EQ(object_gain(scene, "table"), 1);
  EXPECT_EQ(pair_gain(scene, 0, 1), 1);
  EXPECT_EQ(pair_gain(scene, 0, -1), 1);
  EXPECT_EQ(mechanism_gain(scene, "impact"), 1);
}

TEST(Mix, GainsOfObjectAndGroupAddUp) {
  Scene scene = scene_of({"coin.001", "coin.002", "table"});
  scene.mix.gain_db = 20;
  scene.mix.objects = {{"coin", level(20)}, {"coin.002", level(-40)}};
  EXPECT_NEAR(master_gain(scene), kTwenty, 1e-12);
  EXPECT_NEAR(object_gain(scene, "coin.001"), kTwenty, 1e-12);
  EXPECT_NEAR(object_gain(scene, "coin.002"), 1 / kTwenty, 1e-12);
  EXPECT_EQ(object_gain(scene, "table"), 1);
}

TEST(Mix, SoloSilencesTheOthersOfItsSortOnly) {
  Scene scene = scene_of({"coin.001", "coin.002", "table"});
  scene.mix.objects = {{"coin", level(0, false, true)}, {"coin.002", level(0, true, true)}};
  EXPECT_EQ(object_gain(scene, "coin.001"), 1);
  EXPECT_EQ(object_gain(scene, "coin.002"), 0);  // mute wins
  EXPECT_EQ(object_gain(scene, "table"), 0);
  EXPECT_EQ(object_gain(scene, "a tone"), 1);  // no object
  EXPECT_EQ(pair_gain(scene, 0, 2), 1);
  EXPECT_EQ(mechanism_gain(scene, "impact"), 1);
}

TEST(Mix, PairsMatchInAnyOrderByNameOrGroup) {
  Scene scene = scene_of({"coin.001", "coin.002", "table"});
  scene.mix.pairs = {pair("table", "coin", level(20)), pair("coin.002", "floor", level(-20)),
                     pair("coin", "coin", level(0, true))};
  EXPECT_NEAR(pair_gain(scene, 0, 2), kTwenty, 1e-12);
  EXPECT_NEAR(pair_gain(scene, 2, 1), kTwenty, 1e-12);
  EXPECT_EQ(pair_gain(scene, 0, -1), 1);
  EXPECT_NEAR(pair_gain(scene, 1, -1), 1 / kTwenty, 1e-12);
  EXPECT_EQ(pair_gain(scene, 0, 1), 0);
  EXPECT_EQ(pair_gain(scene, 2, -1), 1);
  scene.mix.pairs.push_back(pair("table", "floor", level(0, false, true)));
  EXPECT_EQ(pair_gain(scene, 2, -1), 1);
  EXPECT_EQ(pair_gain(scene, 0, 2), 0);
  EXPECT_EQ(object_gain(scene, "table"), 1);
}

TEST(Mix, MechanismsAreKindsOfSources) {
  Scene scene = scene_of({"table"});
  scene.mix.mechanisms = {{"impact", level(20)}, {"strike", level(0, true)}};
  EXPECT_NEAR(mechanism_gain(scene, "impact"), kTwenty, 1e-12);
  EXPECT_EQ(mechanism_gain(scene, "strike"), 0);
  EXPECT_EQ(mechanism_gain(scene, "tone"), 1);
  scene.mix.mechanisms["impact"].solo = true;
  EXPECT_EQ(mechanism_gain(scene, "tone"), 0);
  EXPECT_NEAR(mechanism_gain(scene, "impact"), kTwenty, 1e-12);
}

TEST(Mix, IsReadFromTheScene) {
  Json scene = small_scene();
  scene["mix"] = {{"gain_db", -20},
                  {"objects", {{"ball", {{"solo", true}, {"gain_db", 20}}}}},
                  {"pairs", {{{"a", "ball"}, {"b", "floor"}, {"mute", true}}}},
                  {"mechanisms", {{"impact", {{"gain_db", 6}}}}}};
  scene["output"] = {{"start", 3600.5}, {"stems", "mechanisms"}};
  const Scene read = parsed(scene);
  EXPECT_NEAR(master_gain(read) * object_gain(read, "ball"), 1, 1e-12);
  EXPECT_EQ(pair_gain(read, 0, -1), 0);
  EXPECT_NEAR(mechanism_gain(read, "impact"), 1.99526, 1e-5);
  EXPECT_EQ(read.output.start, 3600.5);
  EXPECT_EQ(read.output.stems, Stems::mechanisms);
  EXPECT_FALSE(parsed(small_scene()).output.start);
  EXPECT_EQ(parsed(small_scene()).output.stems, Stems::none);
}

TEST(Mix, UnknownNamesAreErrors) {
  Json scene = small_scene();
  scene["mix"] = {{"objects", {{"bal", Json::object()}}},
                  {"pairs", {{{"a", "bell"}, {"b", "flor"}}, {{"a", "floor"}, {"b", "ball"}}}},
                  {"mechanisms", {{"impakt", Json::object()}}}};
  EXPECT_EQ(
      scene_errors(scene.dump()),
      (Messages{
          "t.json:/mix/objects/bal: there is no object or group 'bal'; did you mean 'ball'?",
          "t.json:/mix/pairs/0/a: there is no object or group 'bell'; did you mean 'ball'?",
          "t.json:/mix/pairs/0/b: there is no object, group or floor 'flor'; did you mean 'floor'?",
          "t.json:/mix/pairs/1/a: there is no object or group 'floor'; known: ball",
          "t.json:/mix/mechanisms/impakt: there is no source kind 'impakt'; did you mean "
          "'impact'?"}));
}

TEST(Mix, GroupsDoNotCountAsObjectsElsewhere) {
  Json scene = small_scene();
  scene["sources"] = {{{"kind", "strike"}, {"object", "floor"}, {"impulse", 1}}};
  EXPECT_EQ(scene_errors(scene.dump()).size(), 1u);
}

TEST(Mix, ATimeStampInAFlacFileIsWarnedOf) {
  Json scene = small_scene();
  scene["output"] = {{"start", 1}, {"format", "flac"}};
  const auto warnings = parsed(scene).warnings;
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_TRUE(warnings[0].starts_with("t.json:/output/start: FLAC files carry no time stamp"));
}

}  // namespace
}  // namespace peal

// Scenes that are right: what they say is what the Scene holds.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/rng.h"
#include "scene/expand_copies.h"
#include "test_kinds.h"

namespace peal {
namespace {

TEST(Scene, DropIsTheDemo) {
  const Scene scene = load_scene(PEAL_SOURCE_DIR "/scenes/drop.json", test_kinds());
  EXPECT_EQ(scene.warnings, Messages{});
  EXPECT_EQ(scene.name, "drop");
  EXPECT_EQ(scene.duration, 4);
  ASSERT_EQ(scene.objects.size(), 2u);
  EXPECT_EQ(std::get<SphereShape>(scene.objects[0].shape).radius, 0.1);
  EXPECT_EQ(scene.material(scene.objects[0].material).young, 200e9);
  EXPECT_EQ(std::get<BarShape>(scene.objects[1].shape).size, (Vec3{0.2, 0.01, 0.02}));
  // Tilted by 20 degrees: the +x end is the higher one.
  const Vec3 end = to_world(scene.objects[1].pose(), {0.1, 0, 0});
  EXPECT_NEAR(end.y, 0.5 + 0.1 * std::sin(20 * kPi / 180), 1e-12);
  ASSERT_TRUE(scene.motion.floor);
  EXPECT_EQ(scene.motion.floor->material, "concrete");
  EXPECT_EQ(scene.listeners[0].kind, ListenerKind::stereo);
  EXPECT_NEAR(norm(scene.listeners[0].look), 1, 1e-15);
  EXPECT_EQ(scene.output.level, LevelMode::normalised);
  EXPECT_EQ(scene.sources[0].kind, "impact");
  EXPECT_EQ(scene.object_index("bar"), 1);
  EXPECT_EQ(scene.object_index("bell"), -1);
}

TEST(Scene, DefaultsAreThoseOfTheStructs) {
  const Scene scene = parsed(small_scene());
  EXPECT_EQ(scene.seed, 1u);
  EXPECT_EQ(scene.air.speed_of_sound, 343.2);
  EXPECT_EQ(scene.air.density, 1.2041);
  EXPECT_EQ(scene.listeners[0].look, (Vec3{0, 0, -1}));
  EXPECT_EQ(scene.listeners[0].spacing, 0.17);
  EXPECT_EQ(scene.motion.step, 1e-3);
  EXPECT_FALSE(scene.motion.floor);
  EXPECT_EQ(scene.output.rate, 48000);
  EXPECT_EQ(scene.output.full_scale, 1);
  EXPECT_EQ(scene.objects[0].max_frequency, 20000);
}

TEST(Scene, SourceSettingsComeBackTyped) {
  Json json = small_scene();
  json["sources"] = Json::parse(R"([{"kind": "strike", "object": "ball", "impulse": 0.5},
      {"kind": "probe", "file": "sample.txt", "force": [[0, 1], [1, 2]], "level": -6}])");
  const Scene scene = parsed(json);
  EXPECT_EQ(settings_of<StrikeSettings>(scene.sources[0]).impulse, 0.5);
  EXPECT_EQ(settings_of<StrikeSettings>(scene.sources[0]).duration, 1e-3);
  EXPECT_EQ(scene.sources[1].path, "/sources/1");
  const auto& probe = settings_of<ProbeSettings>(scene.sources[1]);
  EXPECT_EQ(probe.file, data_folder() / "sample.txt");
  EXPECT_EQ(probe.force, (std::vector<CurvePoint>{{0, 1}, {1, 2}}));
  EXPECT_EQ(probe.level, -6);
  EXPECT_THROW(settings_of<ImpactSettings>(scene.sources[0]), Error);
}

TEST(Scene, MaterialsAreBuiltInDeclaredOrReplaced) {
  Json json = small_scene();
  json["materials"] = Json::parse(R"({"steel": {"young": 1e9, "poisson": 0.1, "density": 1000},
      "jelly": {"young": 1e4, "poisson": 0.49, "density": 1000, "damping": {"alpha": 50}}})");
  const Scene scene = parsed(json);
  EXPECT_EQ(scene.material("steel").young, 1e9);
  EXPECT_EQ(scene.material("jelly").name, "jelly");
  EXPECT_EQ(scene.material("jelly").damping.rayleigh->alpha, 50);
  EXPECT_EQ(scene.material("jelly").damping.rayleigh->beta, RayleighDamping{}.beta);
  EXPECT_EQ(scene.material("oak").name, "oak");
  EXPECT_THROW(scene.material("cheese"), Error);
}

TEST(SceneCopies, DifferAsTheirMaterialIsMade) {
  Json json = small_scene();
  json["objects"][0]["material"] = "cupronickel";
  json["objects"][0]["copies"] = Json::parse(R"({"count": 3, "spacing": [0.3, 0, 0]})");
  const auto third = [&](const char* variation, const char* material) {
    json["objects"][0]["copies"]["variation"] = variation;
    json["objects"][0]["material"] = material;
    const Scene scene = parsed(json);
    EXPECT_TRUE(manufactured_copy(scene, scene.objects[0]).nominal());
    const ManufacturedCopy out = manufactured_copy(scene, scene.objects[2]);
    EXPECT_EQ(out.copy, 2u);
    EXPECT_EQ(out.object, source_number("ball"));
    EXPECT_EQ(out.nominal(), std::string(variation) == "none");
    return out.spread;
  };
  EXPECT_EQ(third("usual", "cupronickel").pitch, 0.006);
  EXPECT_EQ(third("usual", "cast-iron").pitch, 0.01);
  EXPECT_EQ(third("usual", "porcelain").pitch, 0.015);
  EXPECT_EQ(third("usual", "stoneware").pitch, 0.03);
  EXPECT_EQ(third("usual", "oak").splitting, 0);
  EXPECT_EQ(third("usual", "abs").damping, 0.2);
  EXPECT_EQ(third("hand_made", "glass").pitch, 0.03);
  EXPECT_EQ(third("hand_made", "oak").pitch, 0.05);
  EXPECT_EQ(third("none", "oak"), ManufactureSpread{});
  // What starts from a library material is made like it.
  json["materials"] = Json::parse(R"({"own": {"like": "oak", "density": 700}})");
  EXPECT_EQ(third("usual", "own").pitch, 0.05);
}

TEST(SceneWarnings, AClampThatMovesAlongIsNamedOncePerDeclaredObject) {
  const std::string text =
      "t.json:/objects/0/fixed: object '{}' is clamped in its own frame, yet it can move: its "
      "clamp moves with it; make it static if the clamp stands still";
  Json json = small_scene();
  json["objects"][0]["shape"] = Json::parse(R"({"kind": "bar", "size": [0.2, 0.01, 0.02]})");
  json["objects"][0]["fixed"] =
      Json::parse(R"([{"min": [-0.1, -0.005, -0.01], "max": [-0.09, 0.005, 0.01]}])");
  EXPECT_EQ(parsed(json).warnings, Messages{fmt::format(fmt::runtime(text), "ball")});
  json["objects"][0]["static"] = true;
  EXPECT_EQ(parsed(json).warnings, Messages{});
  json["objects"][0].erase("static");
  json["objects"][0]["copies"] = Json::parse(R"({"count": 3, "spacing": [0.3, 0, 0]})");
  const Messages copies = parsed(json).warnings;
  ASSERT_EQ(copies.size(), 1u);
  EXPECT_NE(copies[0].find("is clamped in its own frame"), std::string::npos) << copies[0];
}

TEST(SceneWarnings, WhatIsProbablyNotMeant) {
  Json json = small_scene();
  json["listeners"][0]["position"] = {0, 1.05, 0};
  EXPECT_EQ(
      parsed(json).warnings,
      Messages{
          "t.json:/listeners/0/position: listener 'ear' is inside object 'ball' at the start"});
  json["listeners"][0]["position"] = {0, 1.11, 0};
  EXPECT_EQ(parsed(json).warnings, Messages{});
  // A bar of 1 m that is turned upright: the same point is inside only then.
  json["objects"][0]["shape"] = Json::parse(R"({"kind": "bar", "size": [1, 0.1, 0.1]})");
  EXPECT_EQ(parsed(json).warnings, Messages{});
  json["objects"][0]["rotation"] = Json::parse(R"({"axis": [0, 0, 1], "angle": 90})");
  EXPECT_EQ(parsed(json).warnings.size(), 1u);
  json["listeners"][0]["position"] = {0, 3, 0};
  json["motion"]["floor"]["height"] = 0.6;  // the upright bar reaches down to 0.5 m
  EXPECT_EQ(
      parsed(json).warnings,
      Messages{
          "t.json:/objects/0/position: object 'ball' reaches 0.1 m into the floor at the start"});
  json["motion"]["floor"]["height"] = 0.5;
  EXPECT_EQ(parsed(json).warnings, Messages{});
  json["sources"] = Json::array();
  json["listeners"][0]["position"] = {0, 0.4, 1};
  EXPECT_EQ(parsed(json).warnings,
            (Messages{"t.json:/listeners/0/position: listener 'ear' is below the floor",
                      "t.json:/sources: there are no sources; the sound will be silent"}));
}

}  // namespace
}  // namespace peal

// Scenes that are right: what they say is what the Scene holds. Scenes that are wrong: every error.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "scene/materials.h"
#include "test_kinds.h"

namespace peal {
namespace {

using Messages = std::vector<std::string>;

Json small_scene() {
  return Json::parse(R"({"peal": 1,
    "listeners": [{"name": "ear", "position": [0, 1, 2]}],
    "objects": [{"name": "ball", "shape": {"kind": "sphere", "radius": 0.1}, "material": "steel",
                 "position": [0, 1, 0]}],
    "sources": [{"kind": "impact"}]})");
}

/// The messages after the value at `pointer` is replaced.
Messages with(const std::string& pointer, const std::string& value) {
  Json scene = small_scene();
  scene[Json::json_pointer(pointer)] = Json::parse(value);
  return scene_errors(scene.dump());
}
Scene parsed(const Json& scene) { return parse_scene(scene.dump(), "t.json", test_kinds(), data_folder()); }

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
  EXPECT_EQ(scene.material("jelly").damping.alpha, 50);
  EXPECT_EQ(scene.material("jelly").damping.beta, Damping{}.beta);
  EXPECT_EQ(scene.material("oak").name, "oak");
  EXPECT_THROW(scene.material("cheese"), Error);
}

TEST(Scene, BuiltInMaterialsObeyTheirOwnRules) {
  Json json = small_scene();
  for (const Material& m : built_in_materials())
    json["materials"][m.name] = {{"young", m.young}, {"poisson", m.poisson}, {"density", m.density},
                                 {"damping", {{"alpha", m.damping.alpha}, {"beta", m.damping.beta},
                                              {"gamma", m.damping.gamma}}},
                                 {"restitution", m.restitution}, {"friction", m.friction}};
  EXPECT_EQ(scene_errors(json.dump()), Messages{});
  // Speed of sound in a thin rod: metals and glass about 3.4 to 5.4 km/s, far from a slip of units.
  for (const Material& m : built_in_materials()) {
    const double speed = std::sqrt(m.young / m.density);
    EXPECT_GT(speed, 3000) << m.name;
    EXPECT_LT(speed, 5500) << m.name;
  }
}

TEST(SceneErrors, OneOfEachKind) {
  const std::string ball = "/objects/0", ear = "/listeners/0";
  EXPECT_EQ(with("/peal", "2"), Messages{"t.json:/peal: this program reads version 1, got 2"});
  EXPECT_EQ(with("/duration", "0"), Messages{"t.json:/duration: expected > 0 s, got 0"});
  EXPECT_EQ(with("/listeners", "[]"),
            Messages{"t.json:/listeners: expected at least 1 value, got an empty array"});
  EXPECT_EQ(with(ball + "/material", "\"steal\""),
            Messages{"t.json:/objects/0/material: there is no material 'steal'; did you mean 'steel'?"});
  EXPECT_EQ(with(ball + "/material", "\"Steel\""),
            Messages{"t.json:/objects/0/material: there is no material 'Steel'; did you mean 'steel'?"});
  EXPECT_EQ(with(ball + "/name", "\"../ball\""),
            Messages{"t.json:/objects/0/name: the name '../ball' cannot be used in file names; use 1 to "
                     "64 letters, digits, '_' or '-', beginning with a letter or digit"});
  EXPECT_EQ(with(ball + "/shape/radius", "0"),
            Messages{"t.json:/objects/0/shape/radius: expected >= 0.0001 m, got 0"});
  EXPECT_EQ(with(ball + "/shape", R"({"kind": "bar", "size": [1, 0.01, 1], "edge_radius": 0.005})"),
            Messages{"t.json:/objects/0/shape/edge_radius: expected < 0.005 m, half the smallest side, "
                     "got 0.005"});
  EXPECT_EQ(with(ball + "/velocity", "[0, -400, 0]"),
            Messages{"t.json:/objects/0/velocity: the object starts at 400 m/s; expected less than the "
                     "speed of sound, 343.2 m/s"});
  EXPECT_EQ(with(ball + "/fixed", R"([{"min": [0, 0, 0], "max": [1, -1, 1]}])"),
            Messages{"t.json:/objects/0/fixed/0/max/1: expected >= 0 m, the value of min, got -1"});
  EXPECT_EQ(with(ball + "/fixed", R"([{"min": [0, 0.2, 0], "max": [1, 1, 1]}])"),
            Messages{"t.json:/objects/0/fixed/0: the box lies outside the object, whose y runs from "
                     "-0.1 to 0.1 m"});
  EXPECT_EQ(with(ear + "/look", "[0, 1, 0]"),
            Messages{"t.json:/listeners/0/look: a stereo listener cannot look straight up or down"});
  EXPECT_EQ(with(ear + "/path", R"([{"time": 1, "position": [0, 1, 0]},
                                    {"time": 1, "position": [0, 1, 0]}])"),
            Messages{"t.json:/listeners/0/path/1/time: expected > 1 s, the time of the keyframe before, "
                     "got 1"});
  EXPECT_EQ(with(ear + "/path", R"([{"time": 0.1, "position": [0, 1, 102]}])"),
            Messages{"t.json:/listeners/0/path/0: the listener would come here at 1000 m/s; expected "
                     "less than the speed of sound, 343.2 m/s"});
  EXPECT_EQ(with("/materials", R"({"x": {"young": 1e9, "poisson": 0.5, "density": -2500}})"),
            (Messages{"t.json:/materials/x/poisson: expected < 0.5, got 0.5",
                      "t.json:/materials/x/density: expected > 0 kg/m^3, got -2500"}));
  EXPECT_EQ(with("/mix", R"({"objects": {"bal": {"mute": true}}})"),
            Messages{"t.json:/mix/objects/bal: there is no object 'bal'; did you mean 'ball'?"});
  EXPECT_EQ(with("/sources", R"([{"kind": "strike", "object": "bar", "impulse": 1}])"),
            Messages{"t.json:/sources/0/object: there is no object 'bar'; did you mean 'ball'?"});
  EXPECT_EQ(with("/sources", R"([{"kind": "impct"}])"),
            Messages{"t.json:/sources/0/kind: unknown kind 'impct'; did you mean 'impact'?"});
  EXPECT_EQ(with("/sources", R"([{"kind": "impact", "objects": ["ball", "cup"]}])"),
            Messages{"t.json:/sources/0/objects/1: there is no object 'cup'; known: ball"});
  EXPECT_EQ(with("/motion", R"({"floor": {"material": "marble"}})"),
            Messages{"t.json:/motion/floor/material: there is no material 'marble'; known: steel, "
                     "aluminium, brass, glass, oak, concrete"});
  EXPECT_EQ(with("/listners", "[]"), Messages{"t.json:/listners: unknown field; did you mean 'listeners'?"});
}

TEST(SceneErrors, StaticObjectsDoNotMove) {
  Json json = small_scene();
  json["objects"][0].update(Json::parse(R"({"static": true, "velocity": [1, 0, 0], "spin": [0, 1, 0]})"));
  EXPECT_EQ(scene_errors(json.dump()),
            (Messages{"t.json:/objects/0/velocity: a static object does not move; remove velocity or static",
                      "t.json:/objects/0/spin: a static object does not turn; remove spin or static"}));
}

TEST(SceneErrors, NamesAreUnique) {
  Json json = small_scene();
  json["objects"].push_back(json["objects"][0]);
  json["listeners"].push_back(json["listeners"][0]);
  EXPECT_EQ(scene_errors(json.dump()),
            (Messages{"t.json:/listeners/1/name: the name 'ear' is already used at /listeners/0/name",
                      "t.json:/objects/1/name: the name 'ball' is already used at /objects/0/name"}));
}

TEST(SceneErrors, AllMessagesInWhat) {
  try {
    parse_scene(R"({"duration": -1})", "t.json", test_kinds());
    FAIL();
  } catch (const SceneError& error) {
    EXPECT_STREQ(error.what(),
                 "t.json: the required field 'peal' is missing\n"
                 "t.json:/duration: expected > 0 s, got -1\n"
                 "t.json: the required field 'listeners' is missing");
    EXPECT_EQ(error.messages().size(), 3u);
  }
}

TEST(SceneErrors, HostileFiles) {
  EXPECT_EQ(scene_errors(""), Messages{"t.json: the file is empty; it should hold one JSON object"});
  EXPECT_EQ(scene_errors("[]"), Messages{"t.json: expected an object, got an empty array"});
  EXPECT_EQ(scene_errors(std::string(100'000, '[')),
            Messages{"t.json: values are nested deeper than 64 levels"});
  std::string many = R"({"peal": 1, "listeners": [{"name": "a", "position": [0, 0, 0]}], "objects": [)";
  for (int i = 0; i < 100'000; ++i) many += i ? ",{}" : "{}";
  const Messages capped = scene_errors(many + "]}");
  ASSERT_EQ(capped.size(), 101u);
  // Four required fields are missing in each of the objects.
  EXPECT_EQ(capped.back(), "t.json: and 399900 more errors");
  Json wrong_references = small_scene();
  for (int i = 0; i < 100'000; ++i)
    wrong_references["sources"][0]["objects"].push_back("thing-" + std::to_string(i));
  EXPECT_EQ(scene_errors(wrong_references.dump()).back(), "t.json: and 99900 more errors");
}

TEST(SceneErrors, FilesThatCannotBeRead) {
  const auto problem = [](const std::filesystem::path& path) {
    try {
      load_scene(path, test_kinds());
    } catch (const SceneError& error) {
      return error.messages().at(0);
    }
    return std::string();
  };
  EXPECT_EQ(problem(data_folder()), data_folder().string() + ": this is a folder; a JSON file is expected");
  EXPECT_EQ(problem("no-such.json"), "no-such.json: there is no such file");
  EXPECT_EQ(problem(data_folder() / "sample.txt"),
            (data_folder() / "sample.txt").string() + ":1:1: syntax error in value: invalid literal");
}

TEST(SceneWarnings, WhatIsProbablyNotMeant) {
  Json json = small_scene();
  json["listeners"][0]["position"] = {0, 1.05, 0};
  EXPECT_EQ(parsed(json).warnings,
            Messages{"t.json:/listeners/0/position: listener 'ear' is inside object 'ball' at the start"});
  json["listeners"][0]["position"] = {0, 1.11, 0};
  EXPECT_EQ(parsed(json).warnings, Messages{});
  // A bar of 1 m that is turned upright: the same point is inside only then.
  json["objects"][0]["shape"] = Json::parse(R"({"kind": "bar", "size": [1, 0.1, 0.1]})");
  EXPECT_EQ(parsed(json).warnings, Messages{});
  json["objects"][0]["rotation"] = Json::parse(R"({"axis": [0, 0, 1], "angle": 90})");
  EXPECT_EQ(parsed(json).warnings.size(), 1u);
  json["listeners"][0]["position"] = {0, 3, 0};
  json["motion"]["floor"]["height"] = 0.6;  // the upright bar reaches down to 0.5 m
  EXPECT_EQ(parsed(json).warnings,
            Messages{"t.json:/objects/0/position: object 'ball' reaches 0.1 m into the floor at the start"});
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

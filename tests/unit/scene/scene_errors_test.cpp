// Scenes that are wrong: the exact message of every kind of error.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "test_kinds.h"

namespace peal {
namespace {

/// The messages after the value at `pointer` is replaced.
Messages with(const std::string& pointer, const std::string& value) {
  Json scene = small_scene();
  scene[Json::json_pointer(pointer)] = Json::parse(value);
  return scene_errors(scene.dump());
}
TEST(SceneErrors, OneOfEachKind) {
  const std::string ball = "/objects/0", ear = "/listeners/0";
  EXPECT_EQ(with("/peal", "2"), Messages{"t.json:/peal: this program reads version 1, got 2"});
  EXPECT_EQ(with("/duration", "0"), Messages{"t.json:/duration: expected > 0 s, got 0"});
  EXPECT_EQ(with("/listeners", "[]"),
            Messages{"t.json:/listeners: expected at least 1 value, got an empty array"});
  EXPECT_EQ(
      with(ball + "/material", "\"steal\""),
      Messages{"t.json:/objects/0/material: there is no material 'steal'; did you mean 'steel'?"});
  EXPECT_EQ(
      with(ball + "/material", "\"Steel\""),
      Messages{"t.json:/objects/0/material: there is no material 'Steel'; did you mean 'steel'?"});
  EXPECT_EQ(
      with(ball + "/name", "\"../ball\""),
      Messages{"t.json:/objects/0/name: the name '../ball' cannot be used in file names; use 1 to "
               "64 letters, digits, '_', '-' or '.', beginning with a letter or digit"});
  EXPECT_EQ(with(ball + "/shape/radius", "0"),
            Messages{"t.json:/objects/0/shape/radius: expected >= 0.0001 m, got 0"});
  EXPECT_EQ(
      with(ball + "/shape", R"({"kind": "bar", "size": [1, 0.01, 1], "edge_radius": 0.005})"),
      Messages{"t.json:/objects/0/shape/edge_radius: expected < 0.005 m, half the smallest side, "
               "got 0.005"});
  EXPECT_EQ(
      with(ball + "/velocity", "[0, -400, 0]"),
      Messages{"t.json:/objects/0/velocity: the object starts at 400 m/s; expected less than the "
               "speed of sound, 343.2 m/s"});
  EXPECT_EQ(with(ball + "/fixed", R"([{"min": [0, 0, 0], "max": [1, -1, 1]}])"),
            Messages{"t.json:/objects/0/fixed/0/max/1: expected >= 0 m, the value of min, got -1"});
  EXPECT_EQ(
      with(ball + "/fixed", R"([{"min": [0, 0.2, 0], "max": [1, 1, 1]}])"),
      Messages{"t.json:/objects/0/fixed/0: the box lies outside the object, whose y runs from "
               "-0.1 to 0.1 m"});
  EXPECT_EQ(
      with(ear + "/look", "[0, 1, 0]"),
      Messages{"t.json:/listeners/0/look: a stereo listener cannot look straight up or down; `up` "
               "says where its top is"});
  EXPECT_EQ(
      with(ear + "/path", R"([{"time": 1, "position": [0, 1, 0]},
                                    {"time": 1, "position": [0, 1, 0]}])"),
      Messages{"t.json:/listeners/0/path/1/time: expected > 1 s, the time of the keyframe before, "
               "got 1"});
  EXPECT_EQ(
      with(ear + "/path", R"([{"time": 0.1, "position": [0, 1, 102]}])"),
      Messages{"t.json:/listeners/0/path/0: the listener would come here at 1000 m/s; expected "
               "less than the speed of sound, 343.2 m/s"});
  EXPECT_EQ(with("/materials", R"({"x": {"young": 1e9, "poisson": 0.5, "density": -2500}})"),
            (Messages{"t.json:/materials/x/poisson: expected < 0.5, got 0.5",
                      "t.json:/materials/x/density: expected > 0 kg/m^3, got -2500"}));
  EXPECT_EQ(
      with("/mix", R"({"objects": {"bal": {"mute": true}}})"),
      Messages{"t.json:/mix/objects/bal: there is no object or group 'bal'; did you mean 'ball'?"});
  EXPECT_EQ(with("/sources", R"([{"kind": "strike", "object": "bar", "impulse": 1}])"),
            Messages{"t.json:/sources/0/object: there is no object 'bar'; known: ball"});
  EXPECT_EQ(with("/sources", R"([{"kind": "impct"}])"),
            Messages{"t.json:/sources/0/kind: unknown kind 'impct'; did you mean 'impact'?"});
  EXPECT_EQ(with("/sources", R"([{"kind": "impact", "objects": ["ball", "cup"]}])"),
            Messages{"t.json:/sources/0/objects/1: there is no object 'cup'; known: ball"});
  EXPECT_EQ(with("/motion", R"({"floor": {"material": "parmesan"}})"),
            Messages{"t.json:/motion/floor/material: there is no material 'parmesan'; known: "
                     "steel, stainless-steel, cast-iron, aluminium, copper, brass, bronze, "
                     "bell-bronze, nickel-silver, cupronickel, nickel, zinc, ..."});
  EXPECT_EQ(with("/listners", "[]"),
            Messages{"t.json:/listners: unknown field; did you mean 'listeners'?"});
}

TEST(SceneErrors, StaticObjectsDoNotMove) {
  Json json = small_scene();
  json["objects"][0].update(
      Json::parse(R"({"static": true, "velocity": [1, 0, 0], "spin": [0, 1, 0]})"));
  EXPECT_EQ(
      scene_errors(json.dump()),
      (Messages{
          "t.json:/objects/0/velocity: a static object does not move; remove velocity or static",
          "t.json:/objects/0/spin: a static object does not turn; remove spin or static"}));
}

TEST(SceneErrors, NamesAreUnique) {
  Json json = small_scene();
  json["objects"].push_back(json["objects"][0]);
  json["listeners"].push_back(json["listeners"][0]);
  EXPECT_EQ(
      scene_errors(json.dump()),
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
  EXPECT_EQ(scene_errors(""),
            Messages{"t.json: the file is empty; it should hold one JSON object"});
  EXPECT_EQ(scene_errors("[]"), Messages{"t.json: expected an object, got an empty array"});
  EXPECT_EQ(scene_errors(std::string(100'000, '[')),
            Messages{"t.json: values are nested deeper than 64 levels"});
  std::string many =
      R"({"peal": 1, "listeners": [{"name": "a", "position": [0, 0, 0]}], "objects": [)";
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
  EXPECT_EQ(problem(data_folder()),
            data_folder().string() + ": this is a folder; a JSON file is expected");
  EXPECT_EQ(problem("no-such.json"), "no-such.json: there is no such file");
  EXPECT_EQ(
      problem(data_folder() / "sample.txt"),
      (data_folder() / "sample.txt").string() + ":1:1: syntax error in value: invalid literal");
}

}  // namespace
}  // namespace peal

// Properties of every declared field, found by walking the schema: no field can be forgotten.
//   - a scene that gives every field is accepted by the parser and by the schema,
//   - every value outside a field's range or of another type is refused by both, at its place,
//   - a field that is left out has the default that the schema names.
#include <gtest/gtest.h>

#include <fstream>

#include "samples.h"
#include "scene/declare.h"

namespace peal {
namespace {

/// Fields that the parser requires; of alternatives the first.
Json required_of(const Json& schema) {
  if (schema.contains("type") && schema.contains("anyOf"))
    return schema["anyOf"][0].value("required", Json::array());
  return schema.value("required", Json::array());
}

TEST(Declaration, ASceneWithEveryFieldIsAccepted) {
  const Json scene = full_scene();
  EXPECT_EQ(scene_errors(scene.dump()), std::vector<std::string>{}) << scene.dump(2);
  EXPECT_EQ(schema_problems(full_schema(), scene), std::vector<std::string>{});
}

TEST(Declaration, WalkMeetsEveryDeclaredField) {
  std::set<std::string> walked;
  const Json scene = full_scene();
  walk(full_schema(), scene, "", [&](const Json&, const std::string& pointer) {
    // "/objects/0/shape/radius" => "objects[].shape.radius"; entries of maps are called <name>.
    std::string path;
    for (std::size_t at = 0; at < pointer.size();) {
      const std::size_t next = std::min(pointer.find('/', at + 1), pointer.size());
      const std::string token = pointer.substr(at + 1, next - at - 1);
      const bool entry = path == "materials" || path == "mix.objects" || path == "mix.mechanisms";
      if (token.find_first_not_of("0123456789") == std::string::npos)
        path += "[]";
      else
        path += (path.empty() ? "" : ".") + (entry ? "<name>" : token);
      at = next;
    }
    walked.insert(path);
  });
  const auto record = scene_record(test_kinds());
  std::vector<ReferenceSection> sections;
  record.type->sections("", nullptr, sections);
  std::size_t fields = 0;
  for (const ReferenceSection& section : sections)
    for (const RecordType::Field& field : section.record->fields()) {
      const std::string path = section.path + (section.path.empty() ? "" : ".") + field.name;
      EXPECT_TRUE(walked.contains(path)) << path;
      EXPECT_FALSE(field.sentence.empty()) << path;
      EXPECT_EQ(field.sentence.back(), '.') << path;
      ++fields;
    }
  EXPECT_GT(fields, 60u);
}

TEST(Declaration, WrongValuesAreRefusedAtTheirPlaceByParserAndSchema) {
  const Json schema = full_schema(), scene = full_scene();
  int cases = 0;
  walk(schema, scene, "", [&](const Json& field, const std::string& pointer) {
    // There is one object per kind of shape; what they have in common is asked of the first.
    if (pointer.starts_with("/objects/") && !pointer.starts_with("/objects/0/") &&
        pointer.find("/shape/") == std::string::npos)
      return;
    for (const Json& wrong : wrong_values(field)) {
      Json changed = scene;
      changed[Json::json_pointer(pointer)] = wrong;
      const auto messages = scene_errors(changed.dump());
      EXPECT_TRUE(names_place(messages, pointer))
          << pointer << " = " << wrong << ": " << (messages.empty() ? "accepted" : messages[0]);
      EXPECT_FALSE(schema_problems(schema, changed).empty()) << pointer << " = " << wrong;
      ++cases;
    }
  });
  EXPECT_GT(cases, 500);
}

TEST(Declaration, UnknownAndMissingFieldsAreRefusedEverywhere) {
  const Json schema = full_schema(), scene = full_scene();
  int records = 0, missing = 0;
  walk(schema, scene, "", [&](const Json& field, const std::string& pointer) {
    if (!field.contains("properties")) return;
    ++records;
    Json changed = scene;
    changed[Json::json_pointer(pointer)]["no_such_field"] = 1;
    EXPECT_TRUE(names_place(scene_errors(changed.dump()), pointer + "/no_such_field")) << pointer;
    EXPECT_FALSE(schema_problems(schema, changed).empty()) << pointer;
    // What is left out of a material that starts from another comes from there.
    if (scene.at(Json::json_pointer(pointer)).contains("like")) return;
    for (const Json& name : required_of(field)) {
      ++missing;
      changed = scene;
      changed[Json::json_pointer(pointer)].erase(name.get<std::string>());
      const std::string expected = "t.json:" + (pointer.empty() ? "" : pointer + ":") +
                                   " the required field '" + name.get<std::string>() +
                                   "' is missing";
      const auto messages = scene_errors(changed.dump());
      ASSERT_FALSE(messages.empty()) << pointer << " without " << name;
      EXPECT_TRUE(std::any_of(messages.begin(), messages.end(), [&](const auto& m) {
        return m.starts_with(expected);
      })) << messages[0];
      EXPECT_FALSE(schema_problems(schema, changed).empty()) << pointer << " without " << name;
    }
  });
  EXPECT_GT(records, 15);
  EXPECT_GT(missing, 20);
}

TEST(Declaration, DefaultsOfTheSchemaAreThoseOfTheParser) {
  const Json scene = full_scene();
  const auto record = scene_record(test_kinds());
  int defaults = 0;
  walk(full_schema(), scene, "", [&](const Json& field, const std::string& pointer) {
    if (!field.contains("properties")) return;
    if (scene.at(Json::json_pointer(pointer)).contains("like")) return;
    if (pointer.ends_with("/copies")) return;  // each copy is an object of its own after loading
    for (const auto& [name, property] : field["properties"].items()) {
      if (property.contains("const") || name == "copies") continue;
      Json changed = scene;
      changed[Json::json_pointer(pointer)].erase(name);
      const Json required = required_of(field);
      if (std::find(required.begin(), required.end(), name) != required.end()) {
        EXPECT_FALSE(property.contains("default")) << pointer << " " << name;
        continue;
      }
      // Names of removed objects and materials would not resolve.
      if (pointer.empty() && (name == "objects" || name == "materials")) continue;
      Scene parsed;
      ASSERT_NO_THROW(parsed = parse_scene(changed.dump(), "t.json", test_kinds(), data_folder()))
          << pointer << " without " << name;
      const Json written = record.type->write(&parsed);
      const Json& owner = written.at(Json::json_pointer(pointer));
      if (property.contains("default"))
        EXPECT_EQ(owner.at(name), property["default"]) << pointer << "/" << name;
      else
        EXPECT_FALSE(owner.contains(name)) << pointer << "/" << name;
      ++defaults;
    }
  });
  EXPECT_GT(defaults, 50);
}

TEST(Declaration, WhatIsWrittenReadsTheSame) {
  const auto record = scene_record(test_kinds());
  Json scene = full_scene();
  // An angle goes through sine and arc tangent: exact to rounding only.
  for (Json& object : scene["objects"]) {
    object.erase("rotation");
    object.erase("copies");
    if (object.contains("path")) object["path"][0].erase("rotation");
  }
  const Scene once = parse_scene(scene.dump(), "t.json", test_kinds(), data_folder());
  const Json first = record.type->write(&once);
  const Scene again = parse_scene(first.dump(), "t.json", test_kinds(), data_folder());
  EXPECT_EQ(first, Json(record.type->write(&again)));
  EXPECT_EQ(schema_problems(full_schema(), first), std::vector<std::string>{});
}

TEST(Declaration, ScenesOfTheRepositoryFitTheSchema) {
  int scenes = 0;
  for (const auto& entry : std::filesystem::directory_iterator(PEAL_SOURCE_DIR "/scenes")) {
    if (entry.path().extension() != ".json") continue;
    const Json scene = Json::parse(std::ifstream(entry.path()));
    // Kinds of the sources are not known here.
    Json silent = scene;
    silent.erase("sources");
    EXPECT_EQ(schema_problems(full_schema(), silent), std::vector<std::string>{}) << entry.path();
    ++scenes;
  }
  EXPECT_GT(scenes, 0);
}

TEST(Declaration, ReferencePageNamesEveryFieldAndKind) {
  const std::string page = scene_reference_markdown(test_kinds());
  const auto record = scene_record(test_kinds());
  std::vector<ReferenceSection> sections;
  record.type->sections("", nullptr, sections);
  for (const ReferenceSection& section : sections) {
    EXPECT_NE(page.find(section.record->sentence()), std::string::npos) << section.path;
    for (const RecordType::Field& field : section.record->fields())
      EXPECT_NE(page.find("| `" + field.name + "` |"), std::string::npos) << field.name;
  }
  EXPECT_NE(page.find("`sources[]` of kind `strike`"), std::string::npos);
  EXPECT_NE(page.find("| `steel` | 2e+11 |"), std::string::npos);
}

}  // namespace
}  // namespace peal

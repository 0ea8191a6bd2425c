// Properties of every declared field, found by walking the schema: no field can be forgotten.
//   - a scene that gives every field is accepted by the parser and by the schema,
//   - every value outside a field's range or of another type is refused by both, at its place,
//   - a field that is left out has the default that the schema names.
#include <gtest/gtest.h>

#include <fstream>
#include <functional>

#include "scene/declare.h"
#include "schema_check.h"
#include "test_kinds.h"

namespace peal {
namespace {

/// Example values made from the schema alone; names and files, which it cannot know, by field name.
class Samples {
 public:
  /// One sample, or one for each alternative inside.
  std::vector<Json> all(const Json& schema, const std::string& field) {
    if (field == "material") return {"steel"};
    if (field == "object") return {"n1"};
    if (field == "file") return {"sample.txt"};
    if (schema.contains("oneOf")) {
      std::vector<Json> each;
      for (const Json& choice : schema["oneOf"])
        for (Json& value : all(choice, field)) each.push_back(std::move(value));
      return each;
    }
    if (schema.contains("anyOf")) return all(schema["anyOf"][0], field);
    if (schema.contains("const")) return {schema["const"]};
    if (schema.contains("enum")) return {schema["enum"].back()};
    const std::string type = schema["type"];
    if (type == "object") return objects(schema, field);
    if (type == "array") return {array(schema, field)};
    if (type == "boolean") return {false};
    if (type == "string") return {schema.contains("pattern") ? Json("n" + std::to_string(++names_)) : Json("x")};
    return {number(schema)};
  }

 private:
  static Json number(const Json& schema) {
    if (schema.contains("default")) return schema["default"];
    const double low = schema.value("minimum", schema.value("exclusiveMinimum", -1.0));
    const double high = schema.value("maximum", schema.value("exclusiveMaximum", low + 2));
    if (schema["type"] == "integer") return static_cast<std::int64_t>(low);
    return low < 1 && high > 1 ? 1 : low > 0 && high / low > 1000 ? std::sqrt(low * high) : (low + high) / 2;
  }

  Json array(const Json& schema, const std::string& field) {
    Json list = Json::array();
    if (schema.contains("default") && schema["items"].value("type", "") == "number")
      list = schema["default"];
    else if (schema.contains("prefixItems"))
      for (const Json& item : schema["prefixItems"]) list.push_back(number(item));
    else if (field == "objects" && schema["items"].contains("pattern"))
      list.push_back("n1");  // a list of names of objects
    else if (field == "fixed")
      list.push_back({{"min", {-1, -1, -1}}, {"max", {0, 0, 0}}});
    else
      for (std::size_t i = 0; list.size() < std::max<std::size_t>(1, schema.value("minItems", 0)); ++i)
        for (Json& value : all(schema["items"], field)) list.push_back(std::move(value));
    return list;
  }

  std::vector<Json> objects(const Json& schema, const std::string& field) {
    if (!schema.contains("properties"))
      return {{{field == "objects" ? "n1" : "made", all(schema["additionalProperties"], "")[0]}}};
    std::map<std::string, std::vector<Json>> parts;
    std::size_t count = 1;
    for (const auto& [name, inner] : schema["properties"].items()) {
      parts[name] = all(inner, name);
      count = std::max(count, parts[name].size());
    }
    std::vector<Json> out;
    for (std::size_t k = 0; k < count; ++k) {
      Json value = Json::object();
      for (const auto& [name, samples] : parts) value[name] = samples[std::min(k, samples.size() - 1)];
      // Repeated samples need names of their own.
      if (k > 0 && value.contains("name")) value["name"] = "n" + std::to_string(++names_);
      out.push_back(value);
    }
    return out;
  }

  int names_ = 0;
};

Json full_schema() { return Json(scene_schema(test_kinds())); }

Json full_scene() {
  Json scene = Samples().all(full_schema(), "")[0];
  // The first object is the one that references name.
  std::string text = scene.dump();
  for (auto at = text.find("\"n1\""); at != std::string::npos; at = text.find("\"n1\"", at + 1))
    text.replace(at, 4, "\"taken\"");
  scene = Json::parse(text);
  scene["objects"][0]["name"] = "taken";
  scene["listeners"][0]["position"] = {0, 50, 0};
  scene["listeners"][0]["path"][0]["position"] = {0, 50, 1};
  return scene;
}

/// Calls use(schema of the field, pointer, field name) for all fields of the sample, depth first.
using Use = std::function<void(const Json& schema, const std::string& pointer)>;
void walk(const Json& schema, const Json& value, const std::string& pointer, const Use& use) {
  if (schema.contains("oneOf") || schema.contains("anyOf")) {
    const Json& list = schema.contains("oneOf") ? schema["oneOf"] : schema["anyOf"];
    for (const Json& choice : list)
      if (schema_problems(choice, value).empty()) walk(choice, value, pointer, use);
    return;
  }
  use(schema, pointer);
  if (schema.contains("properties"))
    for (const auto& [name, inner] : schema["properties"].items())
      walk(inner, value.at(name), pointer + "/" + name, use);
  else if (schema.value("type", "") == "object")
    for (const auto& [name, inner] : value.items())
      walk(schema["additionalProperties"], inner, pointer + "/" + name, use);
  if (schema.contains("prefixItems"))
    for (std::size_t i = 0; i < value.size(); ++i)
      walk(schema["prefixItems"][i], value[i], pointer + "/" + std::to_string(i), use);
  else if (schema.contains("items"))
    for (std::size_t i = 0; i < value.size(); ++i)
      walk(schema["items"], value[i], pointer + "/" + std::to_string(i), use);
}

std::vector<Json> wrong_values(const Json& schema) {
  std::vector<Json> wrong{nullptr, Json::array({Json::object()})};
  if (schema.contains("const")) wrong.push_back("no-such-kind");
  if (schema.contains("enum")) wrong.insert(wrong.end(), {"no-such-word", 1});
  const std::string type = schema.value("type", "");
  if (type == "number" || type == "integer") wrong.push_back("1");
  if (type == "integer") wrong.push_back(schema["minimum"].get<double>() + 0.5);
  const auto beyond = [](const Json& bound, double sign) {
    const double x = bound.get<double>();
    return std::abs(x) < 1 ? x + sign * std::max(1e-7, std::abs(x) / 1000) : x + sign * std::abs(x);
  };
  if (schema.contains("minimum")) wrong.push_back(beyond(schema["minimum"], -1));
  if (schema.contains("maximum")) wrong.push_back(beyond(schema["maximum"], 1));
  for (const char* bound : {"exclusiveMinimum", "exclusiveMaximum"})
    if (schema.contains(bound)) wrong.push_back(schema[bound]);
  if (type == "boolean") wrong.push_back("true");
  if (type == "string") wrong.push_back(5);
  if (schema.contains("pattern")) wrong.insert(wrong.end(), {"a/b", "", "-x", std::string(65, 'x')});
  if (schema.contains("maxLength")) wrong.push_back(std::string(schema["maxLength"].get<int>() + 1, 'x'));
  if (schema.contains("minItems") && schema["minItems"] > 0) wrong.push_back(Json::array());
  if (type == "object") wrong.insert(wrong.end(), {Json::array(), 3, "text", true});
  return wrong;
}

bool names_place(const std::vector<std::string>& messages, const std::string& pointer) {
  for (const std::string& message : messages)
    if (message.starts_with("t.json:" + pointer + ":") || message.starts_with("t.json:" + pointer + "/") ||
        (pointer.empty() && message.starts_with("t.json: ")))
      return true;
  return false;
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
      const bool entry = path == "materials" || path == "mix.objects";
      if (token.find_first_not_of("0123456789") == std::string::npos) path += "[]";
      else path += (path.empty() ? "" : ".") + (entry ? "<name>" : token);
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
    for (const Json& name : field.value("required", Json::array())) {
      ++missing;
      changed = scene;
      changed[Json::json_pointer(pointer)].erase(name.get<std::string>());
      const std::string expected = "t.json:" + (pointer.empty() ? "" : pointer + ":") +
                                   " the required field '" + name.get<std::string>() + "' is missing";
      const auto messages = scene_errors(changed.dump());
      ASSERT_FALSE(messages.empty()) << pointer << " without " << name;
      EXPECT_TRUE(std::any_of(messages.begin(), messages.end(),
                              [&](const auto& m) { return m.starts_with(expected); }))
          << messages[0];
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
    for (const auto& [name, property] : field.value("properties", Json::object()).items()) {
      if (property.contains("const")) continue;
      Json changed = scene;
      changed[Json::json_pointer(pointer)].erase(name);
      const Json required = field.value("required", Json::array());
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
  const Scene once = parse_scene(full_scene().dump(), "t.json", test_kinds(), data_folder());
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
  EXPECT_NE(page.find("| `steel` | 200000000000 |"), std::string::npos);
}

}  // namespace
}  // namespace peal

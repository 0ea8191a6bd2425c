// From the schema: a scene that gives every field, all its fields, and values that each must
// refuse.
#pragma once
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "schema_check.h"
#include "test_kinds.h"

namespace peal {

/// Example values made from the schema alone; names and files, which it cannot know, by field name.
class Samples {
 public:
  /// One sample, or one for each alternative inside.
  std::vector<Json> all(const Json& schema, const std::string& field) {
    if (field == "material") return {"steel"};
    if (field == "body") return {"rigid"};
    if (field == "object" || field == "a" || field == "b") return {"n1"};
    if (field == "file" || field == "take" || field == "recording") return {"sample.obj"};
    if (schema.contains("oneOf")) {
      std::vector<Json> each;
      for (const Json& choice : schema["oneOf"])
        for (Json& value : all(choice, field)) each.push_back(std::move(value));
      return each;
    }
    if (schema.contains("anyOf") && !schema.contains("type")) return all(schema["anyOf"][0], field);
    if (schema.contains("const")) return {schema["const"]};
    if (schema.contains("enum")) return {schema["enum"].back()};
    const std::string type = schema["type"];
    if (type == "object") return objects(schema, field);
    if (type == "array") return {array(schema, field)};
    if (type == "boolean") return {false};
    if (type == "string")
      return {schema.contains("pattern") ? Json("n" + std::to_string(++names_)) : Json("x")};
    return {number(schema)};
  }

 private:
  static Json number(const Json& schema) {
    if (schema.contains("default")) return schema["default"];
    const double low = schema.value("minimum", schema.value("exclusiveMinimum", -1.0));
    const double high = schema.value("maximum", schema.value("exclusiveMaximum", low + 2));
    if (schema["type"] == "integer") return static_cast<std::int64_t>(low);
    return low < 1 && high > 1            ? 1
           : low > 0 && high / low > 1000 ? std::sqrt(low * high)
                                          : (low + high) / 2;
  }

  Json array(const Json& schema, const std::string& field) {
    Json list = Json::array();
    if (schema.contains("default") && schema["items"].value("type", "") == "number")
      list = schema["default"];
    else if (schema.contains("prefixItems"))
      for (const Json& item : schema["prefixItems"]) list.push_back(number(item));
    else if (field == "objects" && schema["items"].contains("pattern"))
      list.push_back("n1");  // a list of names of objects
    else if (field == "points" && schema.value("minItems", 0) == 2)
      list = {{0, 0, 0}, {1, 0, 0}};
    else if (field == "corners")
      list = {{0, 0, 0}, {0.01, 0, 0}, {0, 0.01, 0}};
    else if (field == "rest_curvature")
      list = {0.1, 0, 0};
    else if (field == "fixed")
      list.push_back({{"min", {-1, -1, -1}}, {"max", {0, 0, 0}}, {"axes", "xyz"}});
    else
      for (std::size_t i = 0; list.size() < std::max<std::size_t>(1, schema.value("minItems", 0));
           ++i)
        for (Json& value : all(schema["items"], field)) list.push_back(std::move(value));
    return list;
  }

  std::vector<Json> objects(const Json& schema, const std::string& field) {
    if (!schema.contains("properties"))
      return {{{field == "objects"      ? "n1"
                : field == "mechanisms" ? "impact"
                                        : "made",
                all(schema["additionalProperties"], "")[0]}}};
    std::map<std::string, std::vector<Json>> parts;
    std::size_t count = 1;
    for (const auto& [name, inner] : schema["properties"].items()) {
      parts[name] = all(inner, name);
      count = std::max(count, parts[name].size());
    }
    std::vector<Json> out;
    for (std::size_t k = 0; k < count; ++k) {
      Json value = Json::object();
      for (const auto& [name, samples] : parts)
        value[name] = samples[std::min(k, samples.size() - 1)];
      // Repeated samples need names of their own.
      if (k > 0 && value.contains("name")) value["name"] = "n" + std::to_string(++names_);
      out.push_back(value);
    }
    return out;
  }

  int names_ = 0;
};

inline Json full_schema() { return Json(scene_schema(test_kinds())); }

inline Json full_scene() {
  Json scene = Samples().all(full_schema(), "")[0];
  // The first object is the one that references name.
  std::string text = scene.dump();
  for (auto at = text.find("\"n1\""); at != std::string::npos; at = text.find("\"n1\"", at + 1))
    text.replace(at, 4, "\"taken\"");
  scene = Json::parse(text);
  scene["objects"][0]["name"] = "taken";
  // A material has own numbers or starts from another; damping, times or a loss factor.
  Json& materials = scene["materials"];
  for (const char* field : {"like", "t60"}) {
    materials["alloy"][field] = materials["made"][field];
    materials["made"].erase(field);
  }
  materials["lossy"]["like"] = materials["alloy"]["like"];
  for (const char* field : {"loss_factor", "loss_exponent"}) {
    materials["lossy"][field] = materials["made"][field];
    materials["made"].erase(field);
  }
  // What a joint holds is one body, and one of the two can move.
  for (const int i : {0, 1}) scene["objects"][i].erase("copies");
  scene["objects"][0].erase("path");
  Json& joint = scene["motion"]["joints"][0];
  joint["b"] = scene["objects"][1]["name"];
  joint["at"] = {0, 0, 0}, joint["to"] = {0, 0.5, 0};
  scene["listeners"][0]["position"] = {0, 50, 0};
  scene["grains"][0]["position"] = {0, 20, 0}, scene["grains"][0]["name"] = "crowd";
  for (Json& object : scene["objects"]) {  // what is moved by hand begins where it is
    Json& support = object["rod"]["supports"][0];
    support["kind"] = "pin", support["path"][0]["offset"] = {0, 0, 0};
    object["rod"]["joints"][0]["to"] = object["name"], object["rod"]["equilibrium"] = false;
    if (object["shape"].contains("centreline") && object["shape"]["centreline"].contains("depth"))
      object["shape"]["centreline"]["depth"] = 0.1;  // less than its width
  }
  Json& keyframe = scene["listeners"][0]["path"][0];
  keyframe["position"] = {0, 50, 1};
  keyframe["look"] = {1, 0, 0}, keyframe["up"] = {0, 1, 0};
  return scene;
}

/// Calls use(schema of the field, pointer, field name) for all fields of the sample, depth first.
using Use = std::function<void(const Json& schema, const std::string& pointer)>;
inline void walk(const Json& schema, const Json& value, const std::string& pointer,
                 const Use& use) {
  if (schema.contains("oneOf") || (schema.contains("anyOf") && !schema.contains("type"))) {
    const Json& list = schema.contains("oneOf") ? schema["oneOf"] : schema["anyOf"];
    for (const Json& choice : list)
      if (schema_problems(choice, value).empty()) walk(choice, value, pointer, use);
    return;
  }
  use(schema, pointer);
  if (schema.contains("properties")) {
    for (const auto& [name, inner] : schema["properties"].items())
      if (value.contains(name)) walk(inner, value[name], pointer + "/" + name, use);
  } else if (schema.value("type", "") == "object") {
    for (const auto& [name, inner] : value.items())
      walk(schema["additionalProperties"], inner, pointer + "/" + name, use);
  }
  if (schema.contains("prefixItems"))
    for (std::size_t i = 0; i < value.size(); ++i)
      walk(schema["prefixItems"][i], value[i], pointer + "/" + std::to_string(i), use);
  else if (schema.contains("items"))
    for (std::size_t i = 0; i < value.size(); ++i)
      walk(schema["items"], value[i], pointer + "/" + std::to_string(i), use);
}

inline std::vector<Json> wrong_values(const Json& schema) {
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
  if (schema.contains("pattern"))
    wrong.insert(wrong.end(), {"a/b", "", "-x", std::string(65, 'x')});
  if (schema.contains("maxLength"))
    wrong.push_back(std::string(schema["maxLength"].get<int>() + 1, 'x'));
  if (schema.contains("minItems") && schema["minItems"] > 0) wrong.push_back(Json::array());
  if (type == "object") wrong.insert(wrong.end(), {Json::array(), 3, "text", true});
  return wrong;
}

inline bool names_place(const std::vector<std::string>& messages, const std::string& pointer) {
  for (const std::string& message : messages)
    if (message.starts_with("t.json:" + pointer + ":") ||
        message.starts_with("t.json:" + pointer + "/") ||
        (pointer.empty() && message.starts_with("t.json: ")))
      return true;
  return false;
}

}  // namespace peal

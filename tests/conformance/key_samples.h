// Scenes for keys_test.cpp that together hold every declared field, and other values for a field.
#pragma once
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "scene/declare.h"
#include "sources/kinds.h"
#include "support/closed_meshes.h"
#include "support/rendered.h"

namespace peal::test {

/// Two bodies and two files that only differ in content, beside the scenes.
inline void write_key_files(const std::filesystem::path& folder) {
  for (const auto& [name, radius] : {std::pair{"one.obj", 0.05}, {"other.obj", 0.06}}) {
    std::ofstream file(folder / name);
    const TriangleMesh ball = icosphere(radius, 2);
    for (const Vec3& x : ball.vertices) file << "v " << x.x << " " << x.y << " " << x.z << "\n";
    for (const auto& [a, b, c] : ball.triangles)
      file << "f " << a + 1 << " " << b + 1 << " " << c + 1 << "\n";
  }
  std::ofstream(folder / "one.h5") << "one";
  std::ofstream(folder / "other.h5") << "other";
}

/// Short, and with so much going on that whatever decides the motion shows in it.
inline const char* const kKeySample = R"({
  "peal": 1, "name": "sample", "duration": 0.2, "seed": 7,
  "listeners": [{"name": "ear", "position": [0, 1, 9],
                 "path": [{"time": 0.2, "position": [0, 1, 8]}]}],
  "materials": {},
  "objects": [
    {"name": "bar", "shape": {"kind": "bar", "size": [0.2, 0.01, 0.02]}, "material": "own",
     "position": [0, 0.02, 0], "velocity": [0.2, -0.5, 0], "spin": [0, 1, 2], "quality": "normal",
     "grain": [1, 0, 1],
     "fixed": [{"min": [-0.2, -0.1, -0.1], "max": [-0.09, 0.1, 0.1]}]},
    {"name": "box", "shape": {"kind": "box", "size": [0.1, 0.04, 0.05]}, "material": "alike",
     "position": [1, 0.06, 0], "velocity": [0.3, -0.5, 0.1], "solid": {"cells": 2},
     "rotation": {"axis": [1, 0.3, 0.6], "angle": 40}},
    {"name": "ball", "shape": {"kind": "sphere", "radius": 0.02}, "material": "fitted",
     "position": [2, 0.03, 0], "velocity": [0.2, -0.5, 0],
     "copies": {"count": 5, "columns": [2, 1], "spacing": [0.1, 0.1, 0.1], "turn": 10,
                "jitter": [0.01, 0.001, 0.01], "velocity_jitter": [0.1, 0.1, 0.1],
                "interval": 0.01}},
    {"name": "led", "shape": {"kind": "bar", "size": [0.1, 0.01, 0.03]}, "material": "own",
     "position": [3, 1, 0],
     "path": [{"time": 0, "position": [3, 1, 0]}, {"time": 0.1, "position": [3, 1.1, 0.1]},
              {"time": 0.2, "position": [3, 1, 0.3], "rotation": {"axis": [0, 1, 0], "angle": 9}}]},
    {"name": "weight", "shape": {"kind": "box", "size": [0.05, 0.04, 0.06]}, "material": "own",
     "position": [4, 0.5, 0], "velocity": [1, -1, 0]},
    {"name": "door", "shape": {"kind": "box", "size": [0.1, 0.04, 0.07]}, "material": "own",
     "position": [5, 0.5, 0]},
    {"name": "post", "shape": {"kind": "box", "size": [0.1, 0.04, 0.08]}, "material": "own",
     "position": [5, 0.45, 0], "static": true,
     "legs": {"material": "brass", "inset": 0.01, "points": [[0, 0, 0]]}},
    {"name": "spare", "shape": {"kind": "box", "size": [0.1, 0.04, 0.06]}, "material": "brass",
     "position": [40, 0.04, 0], "release": 0.05}
  ],
  "motion": {
    "floor": {"height": 0, "restitution": 0.3, "friction": 0.4, "kind": "plate",
              "thickness": 0.02, "covering": {"thickness": 0.01}},
    "joints": [
      {"kind": "string", "a": "weight", "at": [4, 0.5, 0], "to": [4, 1, 0], "length": 0.51},
      {"kind": "hinge", "a": "door", "b": "post", "at": [4.95, 0.5, 0]}],
    "pairs": [{"a": "ball", "b": "floor", "restitution": 0.7, "friction": 0.1}]
  },
  "sources": [{"kind": "impact"}],
  "mix": {"objects": {"bar": {}}, "pairs": [{"a": "bar", "b": "box"}],
          "mechanisms": {"impact": {}}}
})";

/// `like` and `t60` speak instead of other fields: each has a material of its own.
inline const char* const kKeyMaterials = R"({
  "own": {"young": 1e11, "young_across": 5e10, "poisson": 0.3, "density": 5000,
          "restitution": 0.2, "friction": 0.2,
          "damping": {"alpha": 5, "beta": 1e-8, "gamma": 2},
          "thermal": {"expansion": 1e-5, "heat_capacity": 500, "conductivity": 50}},
  "alike": {"like": "glass"},
  "fitted": {"young": 1e11, "poisson": 0.3, "density": 5000, "t60": [[500, 1.0]]}
})";

/// Rods of every kind of line and section, sheets, and grains that come to rest.
inline const char* const kMatterSample = R"({
  "peal": 1, "name": "matter", "duration": 0.1, "seed": 7,
  "listeners": [{"name": "ear", "position": [0, 1, 9]}],
  "materials": {},
  "objects": [
    {"name": "band", "body": "rod", "material": "brass", "position": [0, 0.5, 0], "spin": [1, 2, 3],
     "velocity": [1, 0, 0], "rod": {"drag": 1, "viscous": 1e-6, "thick": true},
     "shape": {"kind": "rod", "points": 8, "up": [0, 1, 0],
               "section": {"kind": "rectangle", "width": 0.004, "height": 0.002},
               "centreline": {"kind": "points", "points": [[0, 0, 0], [0.1, 0, 0], [0.2, 0.1, 0]]}}},
    {"name": "spring", "body": "rod", "material": "steel", "position": [1, 0.5, 0],
     "rod": {"supports": [{"kind": "spring", "at": 0.497, "stiffness": 100, "damping": 1}]},
     "shape": {"kind": "rod", "points": 16,
               "section": {"kind": "tube", "radius": 0.002, "thickness": 0.0005},
               "centreline": {"kind": "helix", "radius": 0.03, "pitch": 0.02, "turns": 1.5}}},
    {"name": "gong", "body": "rod", "material": "steel", "position": [2, 0.5, 0],
     "shape": {"kind": "rod", "points": 16, "section": {"kind": "ellipse", "half_width": 0.002, "half_height": 0.001},
               "centreline": {"kind": "spiral", "turns": 2}}, "spin": [5, 0, 0]},
    {"name": "other", "body": "rod", "material": "steel", "position": [3, 0.5, 0], "spin": [5, 0, 0],
     "shape": {"kind": "rod", "points": 12,
               "section": {"kind": "polygon",
                           "corners": [[0.001, 0, 0], [0, 0.002, 0], [-0.001, -0.001, 0]]},
               "centreline": {"kind": "arc", "radius": 0.05, "angle": 300}}},
    {"name": "stick", "body": "rod", "material": "steel", "position": [4, 0.012, 0],
     "shape": {"kind": "rod", "points": 6, "section": {"kind": "circle", "radius": 0.002},
               "rest_curvature": [0.05, -0.03, 0.02],
               "centreline": {"kind": "straight", "length": 0.1}}},
    {"name": "twin", "body": "rod", "material": "steel", "position": [4, 0.03, 0.01], "spin": [0, 2, 0],
     "rod": {"joints": [{"kind": "pin", "at": 0.497, "to": "stick", "to_at": 0.497}]},
     "shape": {"kind": "rod", "points": 6, "section": {"kind": "circle", "radius": 0.002},
               "centreline": {"kind": "straight", "length": 0.1}}},
    {"name": "tongue", "body": "rod", "material": "steel", "position": [5, 0.5, 0],
     "rod": {"stretch": 1.0001, "drag": 100, "equilibrium": true,
             "supports": [{"kind": "pin", "at": 0.31, "path": [{"time": 0.01, "offset": [0, 0, 0]},
                                                              {"time": 0.05, "offset": [0, 1e-4, 0]}]}],
             "strikes": [{"at": 0.4, "time": 0.02, "impulse": 1e-5, "duration": 1e-3, "direction": [0, 0, 1]}],
             "plucks": [{"at": 0.81, "time": 0.06, "pull": 0.03, "slip": 1e-3, "offset": [0, 1e-4, 0]}]},
     "shape": {"kind": "rod", "points": 9, "section": {"kind": "circle", "radius": 0.002},
               "centreline": {"kind": "straight", "length": 0.2}}},
    {"name": "woven", "body": "rod", "material": "steel", "position": [6, 0.5, 0],
     "rod": {"rest_damping": 100, "rest_speed": 10},
     "shape": {"kind": "rod", "points": 24, "section": {"kind": "circle", "radius": 0.001},
               "centreline": {"kind": "woven", "width": 0.04, "depth": 0.01, "pitch": 0.03, "turns": 1.5, "phase": 0.1}}},
    {"name": "across", "body": "rod", "material": "steel", "position": [6, 0.53, 0.0047], "velocity": [0, -2, 0],
     "shape": {"kind": "rod", "points": 8, "section": {"kind": "circle", "radius": 0.001},
               "centreline": {"kind": "straight", "length": 0.1}}},
    {"name": "sheet", "body": "solid", "material": "brass", "position": [10, 1, 0], "velocity": [0.1, 0, 0],
     "spin": [2, 0, 1], "rotation": {"axis": [0, 0, 1], "angle": 10},
     "shape": {"kind": "plate", "length": 1, "width": 0.7, "thickness": 0.001},
     "solid": {"cells": 4, "drag": 1, "viscous": 1e-7,
               "held": [{"min": [0.49, -0.01, -0.35], "max": [0.51, 0.01, 0.35], "kind": "pin", "axes": "z"}],
               "strikes": [{"point": [0.1, 0, 0.2], "time": 0.02, "impulse": 1e-3, "duration": 1e-3,
                            "direction": [0, 0, 1]}]}},
    {"name": "flag", "body": "solid", "material": "steel", "position": [12, 1, 0],
     "shape": {"kind": "plate", "length": 1, "width": 0.7, "thickness": 0.001},
     "solid": {"cells": 4, "held": [{"min": [0, -0.01, -0.35], "max": [0.4975, 0.01, 0.35],
                                     "path": [{"time": 0, "offset": [0, 0, 0], "turn": 0},
                                              {"time": 0.03, "offset": [0, 1e-4, 0], "turn": 1}]}]}},
    {"name": "block", "body": "solid", "material": "steel", "position": [14, 1, 0],
     "shape": {"kind": "plate", "length": 0.2, "width": 0.1, "thickness": 0.04},
     "solid": {"cells": 4, "elements": "bricks", "law": "linear",
               "strikes": [{"point": [0.05, 0.02, 0.02], "time": 0.02, "impulse": 0.1, "duration": 1e-3}]}}
  ],
  "grains": [{"name": "beads", "material": "oak", "count": 12, "radius": 0.002, "radius_to": 0.003, "rest": false,
              "region": "cylinder", "position": [0, 0.006, 3], "size": [0.03, 0.008, 0.03],
              "velocity_jitter": [0.1, 0, 0.1]},
             {"name": "poured", "material": "oak", "count": 12, "radius": 0.002, "rate": 200, "rest": false,
              "position": [1, 0.01, 3], "size": [0.03, 0.008, 0.03]},
             {"name": "fallen", "material": "oak", "count": 2, "radius": 0.002,
              "position": [2, 0.006, 3], "size": [0.03, 0.008, 0.03]}],
  "motion": {"floor": {"restitution": 0.2}, "rod_rate": 22050},
  "sources": [{"kind": "rod"}, {"kind": "solid"}, {"kind": "grain"}]
})";

/// The scene with every default written down.
inline Json with_defaults(const std::string& text) {
  Report report("sample");
  Json tree;
  Scene scene;
  parse_json(text, report, tree);
  const auto kinds = source_declarations();
  const Record<Scene> record = scene_record(kinds);
  record.type->read(tree, Cursor(report), &scene);
  EXPECT_EQ(report.errors(), std::vector<std::string>{});
  return Json::parse(record.type->write(&scene).dump());
}

inline std::vector<Json> key_scenes() {
  std::vector<Json> scenes{with_defaults(kKeySample)};
  scenes[0]["materials"] = Json::parse(kKeyMaterials);
  Json rubbed = Json::parse(friction_kind().example);
  rubbed["sources"][0]["resonator"] = {{"kind", "modes"}, {"modes", {{{"frequency", 440}}}}};
  rubbed["sources"][0]["exciter"] = {{"modes", {{{"frequency", 700}}}}};
  rubbed["output"] = {{"reverb", Json::object()}, {"compress", Json::object()}};
  std::vector<std::string> examples{kMatterSample, rubbed.dump()};
  for (const SourceKind& kind : source_kinds()) examples.push_back(kind.example);
  for (const std::string& example : examples) {
    scenes.push_back(with_defaults(example));
    scenes.back()["objects"].push_back(scenes[0]["objects"].back());  // for names to change to
  }
  return scenes;
}

/// Values that a field could have, by its JSON Schema.
inline std::vector<Json> some_values(const Json& schema) {
  for (const char* one_of : {"oneOf", "anyOf"})
    if (schema.contains(one_of)) return some_values(schema[one_of][0]);
  if (schema.contains("enum")) return schema["enum"].get<std::vector<Json>>();
  const std::string type = schema.value("type", "");
  if (type == "boolean") return {true, false};
  if (type == "number" || type == "integer") {
    const double low = schema.value("minimum", schema.value("exclusiveMinimum", -1e3));
    const double high = schema.value("maximum", schema.value("exclusiveMaximum", 1e3));
    return {low, high, (low + high) / 2, 1, 0.3};
  }
  if (type == "string")
    return {"bar",     "box",       "ball.002", "door",  "spare",
            "one.obj", "other.obj", "one.h5",   "steel", "other"};
  if (type == "array") {
    const Json items = schema.contains("items") ? schema["items"] : Json::object();
    std::vector<Json> lists;
    for (const Json& value : some_values(items))
      lists.push_back(Json::array_t(schema.value("minItems", std::size_t{1}), value));
    return lists;
  }
  return {};
}

/// A little more or less, the other way round, another of its words: at one place of the value.
inline std::vector<Json> others_than(const Json& value, const Json& schema) {
  std::vector<Json> out;
  if (value.is_number()) {
    const double x = value.get<double>();
    if (value.is_number_integer()) out = {value.get<long>() + 1, value.get<long>() - 1};
    for (const double other : {x * 1.01, x * 0.99, x + 0.01, x - 0.01, x + 0.001})
      out.push_back(other);
  } else if (value.is_structured() && !value.empty()) {
    for (const auto& [name, inner] : value.items())
      for (const Json& other : others_than(inner, schema.value("items", Json::object()))) {
        Json changed = value;
        (value.is_array() ? changed[std::stoul(name)] : changed[name]) = other;
        out.push_back(changed);
      }
  } else {
    out = some_values(value.is_string() && !schema.contains("enum") ? Json{{"type", "string"}}
                      : value.is_boolean()                          ? Json{{"type", "boolean"}}
                                                                    : schema);
  }
  std::erase(out, value);
  return out;
}

}  // namespace peal::test

// Source kinds of the tests: every type of field that a kind can declare.
#pragma once
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "io/schema/container_types.h"
#include "io/schema/vector_types.h"
#include "scene/load.h"

namespace peal {

struct ImpactSettings {
  std::vector<std::string> objects;
};
struct StrikeSettings {
  std::string object;
  double time = 0;
  Vec3 point;
  Vec3 direction{0, -1, 0};
  double impulse = 1, duration = 1e-3;
};
struct ProbeSettings {
  std::filesystem::path file;
  std::vector<double> weights{1, 2};
  std::vector<CurvePoint> force;
  std::optional<double> level;
  std::uint64_t count = 3;
};

inline const std::vector<SourceKindDeclaration>& test_kinds() {
  static const std::vector<SourceKindDeclaration> kinds{
      source_kind(
          "impact",
          Record<ImpactSettings>("impact", Decides::sound, "Objects ring when they are hit.")
              .field("objects", &ImpactSettings::objects, array_of(reference_to("object")),
                     "Which objects; none: all.")),
      source_kind(
          "click",
          Record<ImpactSettings>("click", Decides::sound, "Objects click when they are hit.")
              .field("objects", &ImpactSettings::objects, array_of(reference_to("object")),
                     "Which objects; none: all.")),
      source_kind(
          "strike",
          Record<StrikeSettings>("strike", Decides::sound, "A blow on an object.")
              .field("object", &StrikeSettings::object, reference_to("object"), "What is struck.")
              .required()
              .number("time", &StrikeSettings::time, Range::at_least(0).up_to(3600), "s", "When.")
              .field("point", &StrikeSettings::point, vector({-100, 100}, "m"), "Where.")
              .field("direction", &StrikeSettings::direction, direction(), "Which way.")
              .number("impulse", &StrikeSettings::impulse, Range::above(0), "N s", "How strong.")
              .required()
              .number("duration", &StrikeSettings::duration, Range::above(0).below(1), "s",
                      "How long.")),
      source_kind(
          "probe",
          Record<ProbeSettings>("probe", Decides::sound, "Fields of all other types.")
              .field("file", &ProbeSettings::file, file("a text file"), "A file.")
              .required()
              .field("weights", &ProbeSettings::weights, numbers({0, 10}, "kg", 1, 5), "Weights.")
              .field("force", &ProbeSettings::force, curve({0, 10}, "s", {-5, 5}, "N"), "Force.")
              .field("level", &ProbeSettings::level, optional_of(number({-60, 0}, "dB")), "Level.")
              .field("count", &ProbeSettings::count, natural(), "Count."))};
  return kinds;
}

inline std::filesystem::path data_folder() {
  return std::filesystem::path(PEAL_TEST_DATA) / "scene";
}

/// The messages of a scene that is wrong, or none.
inline std::vector<std::string> scene_errors(std::string_view text) {
  try {
    parse_scene(text, "t.json", test_kinds(), data_folder());
  } catch (const SceneError& error) {
    return error.messages();
  }
  return {};
}

using Messages = std::vector<std::string>;

inline Json small_scene() {
  return Json::parse(R"({"peal": 1,
    "listeners": [{"name": "ear", "position": [0, 1, 2]}],
    "objects": [{"name": "ball", "shape": {"kind": "sphere", "radius": 0.1}, "material": "steel",
                 "position": [0, 1, 0]}],
    "sources": [{"kind": "impact"}]})");
}

inline Scene parsed(const Json& scene) {
  return parse_scene(scene.dump(), "t.json", test_kinds(), data_folder());
}

}  // namespace peal

#include "io/schema/container_types.h"
#include "sources/click_settings.h"
#include "sources/deforming.h"
#include "sources/taped/radiators.h"

namespace peal {
namespace {

const char* const kSolidExample = R"({
  "peal": 1, "name": "solid", "duration": 0.2,
  "listeners": [{"name": "mic", "kind": "mono", "position": [0, 0.4, 0.1]}],
  "objects": [{"name": "sheet", "body": "solid", "material": "steel", "position": [0, 0.02, 0],
               "rotation": {"axis": [0, 0, 1], "angle": 8},
               "shape": {"kind": "plate", "length": 0.12, "width": 0.08, "thickness": 0.001},
               "solid": {"cells": 8}},
              {"name": "ball", "material": "rubber", "position": [0.01, 0.05, 0], "velocity": [0, -1, 0],
               "shape": {"kind": "sphere", "radius": 0.006}, "sound": "none"}],
  "motion": {"floor": {}},
  "sources": [{"kind": "solid"}]
})";

}  // namespace

SourceKind solid_kind() {
  Record<DeformingSettings> settings(
      "solid", Decides::sound,
      "Objects of `body` solid sound as they deform and move, and ring what they touch.");
  settings.field("objects", &DeformingSettings::objects, array_of(reference_to("object")),
                 "Names of the solids that are heard; left out or empty: all.");
  SourceKind kind{source_kind("solid", settings),
                  [](const SourceSpec& spec, const Scene& scene, Ensemble& ensemble) {
                    only_one_of_its_kind(spec, scene);
                    return deforming_source("solid", BodyKind::solid,
                                            settings_of<DeformingSettings>(spec), scene, ensemble);
                  },
                  kSolidExample};
  kind.radiator = solid_radiator;
  return kind;
}

}  // namespace peal

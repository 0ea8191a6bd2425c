#include "io/schema/container_types.h"
#include "sources/click_settings.h"
#include "sources/deforming.h"
#include "sources/taped/radiators.h"

namespace peal {
namespace {

const char* const kRodExample = R"({
  "peal": 1, "name": "rod", "duration": 0.2,
  "listeners": [{"name": "mic", "kind": "mono", "position": [0, 0.3, 0.3]}],
  "objects": [{"name": "rod", "body": "rod", "material": "steel", "position": [0, 0.016, 0],
               "rotation": {"axis": [0, 0, 1], "angle": 10},
               "shape": {"kind": "rod", "points": 12, "section": {"kind": "circle", "radius": 0.002},
                         "centreline": {"kind": "straight", "length": 0.1}}}],
  "motion": {"floor": {}},
  "sources": [{"kind": "rod"}]
})";

}  // namespace

SourceKind rod_kind() {
  Record<DeformingSettings> settings("rod", Decides::sound,
                                     "Rods sound as they bend and move, and ring what they touch.");
  settings.field("objects", &DeformingSettings::objects, array_of(reference_to("object")),
                 "Names of the rods that are heard; left out or empty: all.");
  SourceKind kind{source_kind("rod", settings),
                  [](const SourceSpec& spec, const Scene& scene, Ensemble& ensemble) {
                    only_one_of_its_kind(spec, scene);
                    return deforming_source("rod", BodyKind::rod,
                                            settings_of<DeformingSettings>(spec), scene, ensemble);
                  },
                  kRodExample};
  kind.radiator = rod_radiator;
  return kind;
}

}  // namespace peal

#include "sources/solid.h"

#include "base/error.h"
#include "emission/tape_pool.h"
#include "io/schema/container_types.h"
#include "scene/mix.h"
#include "sources/click_settings.h"
#include "sources/contact_of_impact.h"
#include "sources/taped/radiators.h"

namespace peal {
namespace {

struct SolidSourceSettings {
  std::vector<std::string> objects;  // empty: all
};

/// All that sounds is on the tape: nothing is left to excite.
class SolidSource final : public Source {
 public:
  SolidSource(const SolidSourceSettings& settings, const Scene& scene, Ensemble& ensemble) {
    const int mechanism = ensemble.mechanism("solid");
    const double gain = mechanism_gain(scene, "solid");
    bool solids = false;
    for (int i = 0; i < static_cast<int>(scene.objects.size()); ++i) {
      const ObjectSpec& object = scene.objects[i];
      if (object.body != BodyKind::solid || !is_named(object.name, settings.objects)) continue;
      solids = true;
      if (object.sound == ObjectSound::modal)
        ensemble.pool<TapePool>().want(i, object.name, scene.motion.rod_rate, mechanism, gain);
    }
    if (!solids) fail("the scene has no object with `body` solid that a source `solid` could hear");
  }

  void excite(const MotionBlock&) override {}
};

const char* const kSolidExample = R"({
  "peal": 1, "name": "solid", "duration": 0.2,
  "listeners": [{"name": "mic", "kind": "mono", "position": [0, 0.4, 0.1]}],
  "objects": [{"name": "sheet", "body": "solid", "material": "steel", "position": [0, 0.02, 0],
               "rotation": {"axis": [0, 0, 1], "angle": 8},
               "shape": {"kind": "plate", "length": 0.12, "width": 0.08, "thickness": 0.001},
               "solid": {"cells": 8}}],
  "motion": {"floor": {}},
  "sources": [{"kind": "solid"}]
})";

}  // namespace

SourceKind solid_kind() {
  Record<SolidSourceSettings> settings("solid", Decides::sound,
                                       "Sheets of `body` solid sound as they bend and move.");
  settings.field("objects", &SolidSourceSettings::objects, array_of(reference_to("object")),
                 "Names of the solids that are heard; left out or empty: all.");
  SourceKind kind{source_kind("solid", settings),
                  [](const SourceSpec& spec, const Scene& scene, Ensemble& ensemble) {
                    only_one_of_its_kind(spec, scene);
                    return std::make_unique<SolidSource>(settings_of<SolidSourceSettings>(spec),
                                                         scene, ensemble);
                  },
                  kSolidExample};
  kind.radiator = solid_radiator;
  return kind;
}

}  // namespace peal

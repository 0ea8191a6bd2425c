#include "sources/rod.h"

#include "base/error.h"
#include "emission/place_memory.h"
#include "emission/resonator_pool.h"
#include "emission/tape_pool.h"
#include "io/schema/container_types.h"
#include "scene/mix.h"
#include "sources/click_settings.h"
#include "sources/contact_of_impact.h"
#include "sources/taped/radiators.h"

namespace peal {
namespace {

struct RodSourceSettings {
  std::vector<std::string> objects;  // empty: all
};

class RodSource final : public Source {
 public:
  RodSource(const RodSourceSettings& settings, const Scene& scene, Ensemble& ensemble)
      : scene_(&scene),
        ensemble_(&ensemble),
        resonators_(&ensemble.pool<ResonatorPool>()),
        mechanism_(ensemble.mechanism("rod")),
        gain_(mechanism_gain(scene, "rod")) {
    bool rods = false;
    for (int i = 0; i < static_cast<int>(scene.objects.size()); ++i) {
      const ObjectSpec& object = scene.objects[i];
      const bool rod = object.body == BodyKind::rod;
      heard_.push_back(rod && is_named(object.name, settings.objects));
      if (!heard_.back()) continue;
      rods = true;
      if (object.sound == ObjectSound::modal)
        ensemble.pool<TapePool>().want(i, object.name, scene.motion.rod_rate, mechanism_, gain_);
    }
    if (!rods) fail("the scene has no object with `body` rod that a source `rod` could hear");
    for (int i = 0; i < static_cast<int>(scene.objects.size()); ++i)
      if (scene.objects[i].rings())
        resonators_->want(i, scene.objects[i].name, body_sound_request(scene, i), mechanism_);
  }

  void excite(const MotionBlock& block) override {
    for (const ShapePush& push : block.pushes) {
      if (push.object == kFloor || !heard_[push.by]) continue;
      Resonator* resonator = resonators_->resonator(push.object);
      const double gain = gain_ * pair_gain(*scene_, push.by, push.object);
      if (!resonator || gain == 0) continue;
      ++pushes_;
      const Pose pose = ensemble_->track(push.object).pose_at(push.time);
      Hit hit;
      hit.time = push.time - push.duration / 2, hit.duration = push.duration;
      hit.point = on_place_grid(to_body(pose, {push.point[0], push.point[1], push.point[2]}));
      hit.impulse = rotate_back(pose.rotation,
                                gain * Vec3{push.impulse[0], push.impulse[1], push.impulse[2]});
      hit.mechanism = mechanism_;
      resonator->hit(hit);
    }
  }

  std::vector<Fact> facts() const override { return {{"rods.pushes", pushes_}}; }

 private:
  const Scene* scene_;
  Ensemble* ensemble_;
  ResonatorPool* resonators_;
  int mechanism_;
  double gain_;
  std::vector<bool> heard_;
  std::int64_t pushes_ = 0;
};

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
  Record<RodSourceSettings> settings("rod", Decides::sound,
                                     "Rods sound as they bend and move, and ring what they touch.");
  settings.field("objects", &RodSourceSettings::objects, array_of(reference_to("object")),
                 "Names of the rods that are heard; left out or empty: all.");
  SourceKind kind{source_kind("rod", settings),
                  [](const SourceSpec& spec, const Scene& scene, Ensemble& ensemble) {
                    only_one_of_its_kind(spec, scene);
                    return std::make_unique<RodSource>(settings_of<RodSourceSettings>(spec), scene,
                                                       ensemble);
                  },
                  kRodExample};
  kind.radiator = rod_radiator;
  return kind;
}

}  // namespace peal

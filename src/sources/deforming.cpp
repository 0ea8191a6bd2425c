#include "sources/deforming.h"

#include "base/error.h"
#include "emission/place_memory.h"
#include "emission/resonator_pool.h"
#include "emission/tape_pool.h"
#include "scene/mix.h"
#include "sources/click_settings.h"
#include "sources/contact_of_impact.h"

namespace peal {
namespace {

class DeformingSource final : public Source {
 public:
  DeformingSource(const std::string& kind, BodyKind body, const DeformingSettings& settings,
                  const Scene& scene, Ensemble& ensemble)
      : scene_(&scene),
        ensemble_(&ensemble),
        resonators_(&ensemble.pool<ResonatorPool>()),
        mechanism_(ensemble.mechanism(kind)),
        kind_(kind),
        gain_(mechanism_gain(scene, kind)) {
    bool any = false;
    for (int i = 0; i < static_cast<int>(scene.objects.size()); ++i) {
      const ObjectSpec& object = scene.objects[i];
      heard_.push_back(object.body == body && is_named(object.name, settings.objects));
      if (!heard_.back()) continue;
      any = true;
      if (object.sound == ObjectSound::modal)
        ensemble.pool<TapePool>().want(i, object.name, scene.motion.rod_rate, mechanism_, gain_);
    }
    if (!any)
      fail("the scene has no object with `body` {} that a source `{}` could hear", kind, kind);
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

  std::vector<Fact> facts() const override { return {{kind_ + "s.pushes", pushes_}}; }

 private:
  const Scene* scene_;
  Ensemble* ensemble_;
  ResonatorPool* resonators_;
  int mechanism_;
  std::string kind_;
  double gain_;
  std::vector<bool> heard_;
  std::int64_t pushes_ = 0;
};

}  // namespace

std::unique_ptr<Source> deforming_source(const std::string& kind, BodyKind body,
                                         const DeformingSettings& settings, const Scene& scene,
                                         Ensemble& ensemble) {
  return std::make_unique<DeformingSource>(kind, body, settings, scene, ensemble);
}

}  // namespace peal

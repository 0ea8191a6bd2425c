#include "sources/floor_sound.h"

#include "physics/contact/plate_impact.h"
#include "scene/mix.h"

namespace peal {

FloorSound::FloorSound(const Scene& scene, Ensemble& ensemble, int mechanism)
    : scene_(&scene), ensemble_(&ensemble) {
  const std::optional<FloorSpec>& floor = scene.motion.floor;
  if (!floor || floor->kind != FloorKind::plate) return;
  const Material& material = scene.material(floor->material);
  const ElasticPlate plate{material.young, material.poisson, material.density, floor->thickness};
  auto emitter = std::make_unique<FloorPlate>(kFloorName, floor->height,
                                              plate_pressure(plate, scene.air.density),
                                              MixShare{mechanism, true});
  plate_ = emitter.get();
  ensemble.add(std::move(emitter));
}

void FloorSound::hear(const Impact& impact, double part, const ForceTimes& force, double gain) {
  if (!plate_ || gain == 0 || impact.body_b != kFloor) return;
  const Pose pose = ensemble_->track(impact.body_a).pose_at(impact.time);
  Vec3 place = to_world(pose, impact.point_a);
  place.y = scene_->motion.floor->height;
  plate_->add({impact.time, place, gain * part * impact.impulse.y, force});
}

}  // namespace peal

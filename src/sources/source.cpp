#include "sources/source.h"

namespace peal {

BodySoundRequest body_sound_request(const Scene& scene, int object) {
  const ObjectSpec& spec = scene.objects[object];
  BodySoundRequest request;
  request.shape = spec.shape;
  request.level = spec.mesh;
  request.material = scene.material(spec.material);
  request.max_frequency = spec.max_frequency;
  request.max_modes = spec.max_modes;
  for (const Box& box : spec.fixed) request.fixed_boxes.emplace_back(box.min, box.max);
  request.air = scene.air;
  return request;
}

}  // namespace peal

#include "sources/source.h"

#include "scene/expand_copies.h"
#include "sources/contacts/legs_of_object.h"

namespace peal {

BodySoundRequest body_sound_request(const Scene& scene, int object) {
  const ObjectSpec& spec = scene.objects[object];
  BodySoundRequest request;
  request.shape = spec.shape;
  request.level = spec.quality.value_or(scene.quality);
  request.material = scene.material(spec.material);
  request.max_frequency = spec.max_frequency;
  request.max_modes = spec.max_modes;
  request.fixed_boxes = spec.fixed;
  if (spec.grain) request.grain = *spec.grain;
  request.air = scene.air;
  request.copy = manufactured_copy(scene, spec);
  request.legs = legs_of(scene, spec);
  const bool transfer = spec.radiation == ObjectRadiation::automatic
                            ? request.level != MeshLevel::draft
                            : spec.radiation == ObjectRadiation::transfer;
  request.radiation = transfer ? Radiation::transfer : Radiation::approximate;
  return request;
}

}  // namespace peal

#include "scene/scene_key.h"

#include "scene/declare.h"

namespace peal {

Hash128 scene_key(const Scene& scene, Decides what) {
  static const Record<Scene> record = scene_record({});
  return field_key(*record.record(), &scene, what);
}

}  // namespace peal

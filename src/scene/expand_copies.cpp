#include "scene/expand_copies.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/constants.h"
#include "base/rng.h"
#include "scene/mix.h"

namespace peal {

ManufacturedCopy manufactured_copy(const Scene& scene, const ObjectSpec& object) {
  ManufacturedCopy out;
  out.seed = scene.seed, out.object = source_number(group_of(object.name));
  out.copy = static_cast<std::uint32_t>(object.copy);
  if (object.variation == CopyVariation::none) return out;
  const Making making = scene.material(object.material).making;
  const bool more = object.variation == CopyVariation::hand_made && making != Making::grown;
  out.spread = manufacture_spread(more ? Making::hand_made : making);
  return out;
}

ObjectSpec copy_of(const ObjectSpec& object, int index, std::uint64_t seed) {
  const CopiesSpec& copies = *object.copies;
  KeyedRng random(seed, source_number(object.name), static_cast<std::uint64_t>(index));
  ObjectSpec out = object;
  out.copies.reset();
  out.copy = index, out.variation = copies.variation;
  out.name = fmt::format("{}.{:03}", object.name, index + 1);
  if (copies.interval > 0) out.release = std::max(object.release, 0.0) + index * copies.interval;
  const int nx = copies.columns[0], nz = copies.columns[1];
  const int column = index % (nx * nz);
  const Vec3 place{column % nx - 0.5 * (nx - 1), static_cast<double>(index / (nx * nz)),
                   column / nx - 0.5 * (nz - 1)};
  for (int i = 0; i < 3; ++i) {
    out.position[i] += place[i] * copies.spacing[i] + copies.jitter[i] * random.uniform(-1, 1);
    out.velocity[i] += copies.velocity_jitter[i] * random.uniform(-1, 1);
  }
  for (ObjectKeyframe& key : out.path) key.position += out.position - object.position;
  const double x = random.normal(), y = random.normal(), z = random.normal();
  const double angle = copies.turn * kPi / 180 * random.uniform(-1, 1);
  if (copies.turn > 0) out.rotation = Quat::from_axis_angle({x, y, z}, angle) * object.rotation;
  return out;
}

void expand_copies(Scene& scene) {
  std::vector<ObjectSpec> all;
  for (const ObjectSpec& object : scene.objects) {
    if (!object.copies) {
      all.push_back(object);
      continue;
    }
    for (int i = 0; i < object.copies->count; ++i) all.push_back(copy_of(object, i, scene.seed));
  }
  scene.objects = std::move(all);
}

}  // namespace peal

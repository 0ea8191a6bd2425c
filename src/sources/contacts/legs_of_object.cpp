#include "sources/contacts/legs_of_object.h"

#include <algorithm>
#include <cmath>

#include "scene/mix.h"

namespace peal {
namespace {

std::vector<Vec3> corners(const BodyGeometry& body, double inset) {
  const Vec3 &low = body.low, &high = body.high;
  const double x = std::min(inset, 0.25 * (high.x - low.x)),
               z = std::min(inset, 0.25 * (high.z - low.z));
  return {{low.x + x, low.y, low.z + z},
          {high.x - x, low.y, low.z + z},
          {high.x - x, low.y, high.z - z},
          {low.x + x, low.y, high.z - z}};
}

}  // namespace

std::shared_ptr<const Legs> legs_of(const Scene& scene, const ObjectSpec& object) {
  const std::optional<LegsSpec>& spec = object.legs;
  const bool table = std::holds_alternative<TableTopShape>(object.shape) && object.fixed.empty();
  if (!spec || !object.is_static || (spec->points.empty() && !table)) return nullptr;
  auto out = std::make_shared<Legs>();
  const BodyGeometry& body = *object.geometry;
  for (const Vec3& own : spec->points.empty() ? corners(body, spec->inset) : spec->points)
    out->points.push_back(body.frame.to_body(own));
  out->along = rotate_back(object.pose().rotation, Vec3{0, 1, 0});
  const Material& rod = scene.material(spec->material.value_or(object.material));
  out->resistance = spec->thickness * spec->thickness * std::sqrt(rod.young * rod.density);
  if (object.fixed.empty()) {
    const double density = scene.material(object.material).density;
    out->mass = density * body.solid.mass;
    for (int axis = 0; axis < 3; ++axis)
      out->inertia[axis] = density * body.solid.inertia(axis, axis);
  }
  // They answer blows and contacts as these move the body, and are heard like what is heard least
  // of them: nothing comes from the legs of what is muted.
  std::optional<double> least;
  for (const SourceSpec& source : scene.sources)
    if (source.kind == "impact" || source.kind == "contact" || source.kind == "friction") {
      const double gain = mechanism_gain(scene, source.kind);
      least = std::min(least.value_or(gain), gain);
    }
  out->gain = least.value_or(1);
  return out;
}

}  // namespace peal

#include "motion/collision_shape.h"

#include <algorithm>
#include <limits>

namespace peal {

double outer_radius(const CollisionShape& shape) {
  if (const auto* sphere = std::get_if<SphereShape>(&shape)) return sphere->radius;
  if (const auto* bar = std::get_if<BarShape>(&shape)) return 0.5 * norm(bar->size);
  double farthest = 0;
  for (const Vec3& corner : std::get<HullShape>(shape).corners)
    farthest = std::max(farthest, norm(corner));
  return farthest;
}

double half_thickness(const CollisionShape& shape) {
  if (const auto* sphere = std::get_if<SphereShape>(&shape)) return sphere->radius;
  if (const auto* bar = std::get_if<BarShape>(&shape))
    return 0.5 * std::min({bar->size.x, bar->size.y, bar->size.z});
  // The principal axes of thin bodies lie across them.
  double thinnest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 3; ++i) {
    double low = 0, high = 0;
    for (const Vec3& corner : std::get<HullShape>(shape).corners)
      low = std::min(low, corner[i]), high = std::max(high, corner[i]);
    thinnest = std::min(thinnest, 0.5 * (high - low));
  }
  // A flat sheet has no thickness; steps of a tenth of a millimetre are small enough for it.
  return std::max(thinnest, 1e-4);
}

}  // namespace peal

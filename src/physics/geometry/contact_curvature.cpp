#include "physics/geometry/contact_curvature.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace peal {

double contact_radius(const Shape& shape, const Vec3& body_point, double reach) {
  if (const auto* sphere = std::get_if<SphereShape>(&shape)) return sphere->radius;
  const auto& bar = std::get<BarShape>(shape);
  if (!(bar.edge_radius > 0))
    fail("edge_radius: expected > 0 m, got {}: a perfectly sharp edge has no Hertz contact",
         bar.edge_radius);
  if (reach < 0) reach = bar.edge_radius + 0.01 * std::min({bar.size.x, bar.size.y, bar.size.z});
  int near_faces = 0;
  for (int i = 0; i < 3; ++i) near_faces += std::abs(body_point[i]) >= bar.size[i] / 2 - reach;
  return near_faces >= 2 ? bar.edge_radius : norm(bar.size) / 2;
}

}  // namespace peal

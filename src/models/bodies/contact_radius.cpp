#include "models/bodies/contact_radius.h"

#include <algorithm>
#include <cmath>

#include "physics/geometry/contact_curvature.h"
#include "physics/geometry/surface_curvature.h"

namespace peal {
namespace {

constexpr double kSharpestEdge = 5e-4;  // [m]
constexpr double kReach = 0.01;         // of the body's size: how near counts as on the edge

double distance_to_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 along = b - a;
  const double t = std::clamp(dot(p - a, along) / std::max(norm_squared(along), 1e-300), 0.0, 1.0);
  return norm(p - a - t * along);
}

}  // namespace

double contact_radius(const Shape& shape, const BodyGeometry& geometry, const Vec3& point) {
  if (std::holds_alternative<SphereShape>(shape) || std::holds_alternative<BarShape>(shape))
    return contact_radius(shape, point);
  if (const auto* box = std::get_if<BoxShape>(&shape))
    return contact_radius(BarShape{box->size, box->edge_radius}, point);
  const Vec3 size = geometry.high - geometry.low;
  const double smallest = std::min({size.x, size.y, size.z});
  for (const auto& [a, b] : geometry.sharp_edges)
    if (distance_to_segment(point, a, b) < kReach * norm(size))
      return std::min(kSharpestEdge, smallest / 4);
  return curvature_radius_at(geometry.surface, geometry.curvature, *geometry.tree, point);
}

}  // namespace peal

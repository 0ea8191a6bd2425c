#include "motion/rigid/collision_shape.h"

#include <algorithm>

namespace peal {
namespace {

double farthest(const std::vector<Vec3>& points) {
  double out = 0;
  for (const Vec3& p : points) out = std::max(out, norm(p));
  return out;
}

double outer_radius_of(const HullShape& hull) {
  double out = farthest(hull.corners);
  for (const RimArc& rim : hull.rims) {  // the farthest place of a circle that holds the arc
    const double along = dot(rim.centre, rim.axis);
    out = std::max(out, std::hypot(along, norm(rim.centre - along * rim.axis) + rim.radius));
  }
  return out + hull.round;
}

struct OuterRadius {
  double operator()(const SphereShape& s) const { return s.radius; }
  double operator()(const BarShape& s) const { return 0.5 * norm(s.size); }
  double operator()(const HullShape& s) const { return outer_radius_of(s); }
  double operator()(const EllipsoidShape& s) const {
    return std::max({s.radii.x, s.radii.y, s.radii.z});
  }
  double operator()(const CylinderShape& s) const { return std::hypot(s.radius, 0.5 * s.height); }
  double operator()(const PartsShape& s) const {
    double out = 0;
    for (const HullShape& part : s.parts) out = std::max(out, outer_radius_of(part));
    return out;
  }
  double operator()(const TrianglesShape& s) const {
    double out = 0;
    for (const auto& t : s.triangles)
      for (const Vec3& p : t) out = std::max(out, norm(p));
    return out + s.round;
  }
};

}  // namespace

double outer_radius(const CollisionShape& shape) { return std::visit(OuterRadius{}, shape); }

}  // namespace peal

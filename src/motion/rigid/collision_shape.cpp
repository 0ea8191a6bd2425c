#include "motion/rigid/collision_shape.h"

#include <algorithm>

namespace peal {
namespace {

double farthest(const std::vector<Vec3>& points) {
  double out = 0;
  for (const Vec3& p : points) out = std::max(out, norm(p));
  return out;
}

struct OuterRadius {
  double operator()(const SphereShape& s) const { return s.radius; }
  double operator()(const BarShape& s) const { return 0.5 * norm(s.size); }
  double operator()(const HullShape& s) const { return farthest(s.corners) + s.round; }
  double operator()(const CylinderShape& s) const { return std::hypot(s.radius, 0.5 * s.height); }
  double operator()(const PartsShape& s) const {
    double out = 0;
    for (const HullShape& part : s.parts) out = std::max(out, farthest(part.corners) + part.round);
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

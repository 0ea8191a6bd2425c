#include "physics/solids/surface_point.h"

#include <algorithm>

namespace peal {

SurfacePoint nearest_in_triangle(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& p) {
  const Vec3 ab = b - a, ac = c - a, normal = cross(ab, ac);
  const double area = norm_squared(normal);
  const double v = dot(cross(p - a, ac), normal) / area, w = dot(cross(ab, p - a), normal) / area;
  SurfacePoint best;
  if (v >= 0 && w >= 0 && v + w <= 1) {
    best.weights = {1 - v - w, v, w};
  } else {  // on a side
    const Vec3 corners[3] = {a, b, c};
    double least = 1e300;
    for (int k = 0; k < 3; ++k) {
      const int next = (k + 1) % 3;
      const Vec3 side = corners[next] - corners[k];
      const double t = std::clamp(dot(p - corners[k], side) / norm_squared(side), 0.0, 1.0);
      const double far = norm_squared(p - corners[k] - t * side);
      if (far >= least) continue;
      least = far, best.weights = {};
      best.weights[k] = 1 - t, best.weights[next] = t;
    }
  }
  best.point = best.weights.x * a + best.weights.y * b + best.weights.z * c;
  best.distance = norm(p - best.point);
  return best;
}

SurfacePoint nearest_surface_point(std::span<const Vec3> points,
                                   std::span<const std::array<int, 3>> triangles, const Vec3& p) {
  SurfacePoint best;
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const auto& [i, j, k] = triangles[t];
    SurfacePoint at = nearest_in_triangle(points[i], points[j], points[k], p);
    if (at.distance >= best.distance) continue;
    best = at;
    best.triangle = static_cast<int>(t);
  }
  return best;
}

}  // namespace peal

#include "physics/geometry/convex/extreme_points.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/error.h"
#include "physics/geometry/convex/convex_hull.h"

namespace peal {

std::vector<Vec3> even_directions(int count) {
  std::vector<Vec3> out{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  const int spiral = count - static_cast<int>(out.size());
  for (int i = 0; i < spiral; ++i) {
    const double z = 1 - (2 * i + 1.0) / spiral, r = std::sqrt(1 - z * z);
    const double angle = i * kPi * (3 - std::sqrt(5.0));
    out.push_back({r * std::cos(angle), r * std::sin(angle), z});
  }
  return out;
}

TriangleMesh hull_or_nothing(const std::vector<Vec3>& points) {
  std::vector<Vec3> once = points;
  const auto key = [](const Vec3& v) { return std::array{v.x, v.y, v.z}; };
  std::sort(once.begin(), once.end(),
            [&](const Vec3& a, const Vec3& b) { return key(a) < key(b); });
  once.erase(std::unique(once.begin(), once.end()), once.end());
  if (once.size() < 4) return {};
  try {
    return convex_hull(once);
  } catch (const Error&) {
    return {};
  }
}

double enclosed_volume(const TriangleMesh& surface) {
  if (surface.vertices.empty()) return 0;
  const Vec3 origin = surface.vertices[0];
  double six = 0;
  for (std::size_t t = 0; t < surface.triangles.size(); ++t)
    six += dot(surface.corner(t, 0) - origin,
               cross(surface.corner(t, 1) - origin, surface.corner(t, 2) - origin));
  return six / 6;
}

double hull_volume(const std::vector<Vec3>& points) {
  return enclosed_volume(hull_or_nothing(points));
}

}  // namespace peal

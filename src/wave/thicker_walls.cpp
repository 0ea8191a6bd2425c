#include "wave/thicker_walls.h"

namespace peal {

TriangleMesh thicker(TriangleMesh surface, double by) {
  std::vector<Vec3> normal(surface.vertices.size());
  for (std::size_t t = 0; t < surface.triangles.size(); ++t)
    for (int k = 0; k < 3; ++k) {
      // Weighted by the angle at the corner: independent of how flat parts are triangulated.
      const Vec3 here = surface.corner(t, k);
      const Vec3 a = normalized(surface.corner(t, (k + 1) % 3) - here);
      const Vec3 b = normalized(surface.corner(t, (k + 2) % 3) - here);
      const double angle = std::atan2(norm(cross(a, b)), dot(a, b));
      normal[surface.triangles[t][k]] += angle * normalized(surface.area_vector(t));
    }
  for (std::size_t v = 0; v < normal.size(); ++v) surface.vertices[v] += by * normalized(normal[v]);
  return surface;
}

}  // namespace peal

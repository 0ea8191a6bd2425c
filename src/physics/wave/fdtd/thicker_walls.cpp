#include "physics/wave/fdtd/thicker_walls.h"

#include <cmath>

#include "base/parallel.h"
#include "physics/geometry/triangle_tree.h"

namespace peal {
namespace {

/// Whether a wall thinner than `thin` is behind each triangle: see
/// physics/geometry/wall_thickness.h.
std::vector<char> thin_walls(const TriangleMesh& surface, double thin) {
  const TriangleTree tree(surface);
  std::vector<char> out(surface.triangles.size());
  constexpr std::size_t kChunk = 256;
  parallel_for((out.size() + kChunk - 1) / kChunk, [&](std::size_t chunk) {
    for (std::size_t t = chunk * kChunk; t < std::min(out.size(), (chunk + 1) * kChunk); ++t) {
      const Vec3 area = surface.area_vector(t);
      if (norm(area) == 0) continue;
      const Vec3 inward = -normalized(area);
      const auto hit = tree.first_hit(surface.centroid(t), inward, 0, thin, static_cast<int>(t));
      out[t] = hit && dot(inward, normalized(surface.area_vector(hit->triangle))) > 0.5;
    }
  });
  return out;
}

}  // namespace

TriangleMesh thicker(TriangleMesh surface, double by, double thin) {
  const std::vector<char> wall = thin_walls(surface, thin);
  std::vector<Vec3> normal(surface.vertices.size());
  for (std::size_t t = 0; t < surface.triangles.size(); ++t)
    for (int k = 0; wall[t] && k < 3; ++k) {
      // Weighted by the angle at the corner: independent of how flat parts are triangulated.
      const Vec3 here = surface.corner(t, k);
      const Vec3 a = normalized(surface.corner(t, (k + 1) % 3) - here);
      const Vec3 b = normalized(surface.corner(t, (k + 2) % 3) - here);
      const double angle = std::atan2(norm(cross(a, b)), dot(a, b));
      normal[surface.triangles[t][k]] += angle * normalized(surface.area_vector(t));
    }
  for (std::size_t v = 0; v < normal.size(); ++v)
    if (norm(normal[v]) > 0) surface.vertices[v] += by * normalized(normal[v]);
  return surface;
}

}  // namespace peal

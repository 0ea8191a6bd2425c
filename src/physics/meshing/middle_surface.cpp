#include "physics/meshing/middle_surface.h"

#include <algorithm>

#include "base/parallel.h"
#include "physics/geometry/surface_parts.h"
#include "physics/geometry/triangle_tree.h"

namespace peal {
namespace {

constexpr double kLeastWall = 0.8;   // of the area
constexpr double kLeastFace = 0.42;  // of the area: one of two faces, its rim left out
constexpr double kFacing = 0.5;      // as in wall_thickness.h

/// [m] thickness of the wall behind each triangle; 0: none that is thin.
std::vector<double> thin_walls(const TriangleMesh& closed, double thin) {
  const TriangleTree tree(closed);
  std::vector<double> out(closed.triangles.size());
  constexpr std::size_t kChunk = 256;
  parallel_for((out.size() + kChunk - 1) / kChunk, [&](std::size_t chunk) {
    for (std::size_t t = chunk * kChunk; t < std::min(out.size(), (chunk + 1) * kChunk); ++t) {
      const Vec3 area = closed.area_vector(t);
      if (norm(area) == 0) continue;
      const Vec3 inward = -normalized(area);
      const auto hit = tree.first_hit(closed.centroid(t), inward, 0, thin, static_cast<int>(t));
      if (hit && dot(inward, normalized(closed.area_vector(hit->triangle))) > kFacing)
        out[t] = hit->t;
    }
  });
  return out;
}

}  // namespace

std::optional<TriangleMesh> middle_surface(const TriangleMesh& closed, double thin) {
  const std::vector<double> wall = thin_walls(closed, thin);
  double all = 0, walls = 0;
  TriangleMesh thin_parts{closed.vertices, {}};
  std::vector<std::size_t> origin;
  for (std::size_t t = 0; t < wall.size(); ++t) {
    const double area = norm(closed.area_vector(t));
    all += area;
    if (wall[t] == 0) continue;
    walls += area;
    thin_parts.triangles.push_back(closed.triangles[t]);
    origin.push_back(t);
  }
  if (!(walls >= kLeastWall * all && walls > 0)) return {};
  const SurfaceParts parts = surface_parts(thin_parts);
  std::vector<double> areas(parts.parts.size());
  for (std::size_t t = 0; t < origin.size(); ++t)
    areas[static_cast<std::size_t>(parts.of_triangle[t])] += norm(thin_parts.area_vector(t));
  const auto largest = std::max_element(areas.begin(), areas.end());
  const int face = static_cast<int>(largest - areas.begin());
  if (*largest < kLeastFace * all || parts.parts[largest - areas.begin()].closed) return {};

  TriangleMesh out{closed.vertices, {}};
  std::vector<Vec3> normal(out.vertices.size());
  std::vector<double> depth(out.vertices.size()), weight(out.vertices.size());
  for (std::size_t t = 0; t < origin.size(); ++t) {
    if (parts.of_triangle[t] != face) continue;
    out.triangles.push_back(thin_parts.triangles[t]);
    const Vec3 area = thin_parts.area_vector(t);
    for (const int v : thin_parts.triangles[t]) {
      const auto i = static_cast<std::size_t>(v);
      normal[i] += area;
      depth[i] += norm(area) * wall[origin[t]];
      weight[i] += norm(area);
    }
  }
  for (std::size_t v = 0; v < normal.size(); ++v)
    if (norm(normal[v]) > 0) out.vertices[v] -= 0.5 * depth[v] / weight[v] * normalized(normal[v]);
  return out;
}

}  // namespace peal

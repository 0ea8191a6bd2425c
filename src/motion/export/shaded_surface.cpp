#include "motion/export/shaded_surface.h"

#include <array>
#include <map>

namespace peal {
namespace {

constexpr double kSmoothCosine = 0.7660;  // 40 degrees

std::array<float, 3> narrow(const Vec3& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

}  // namespace

ShadedSurface shaded_surface(const TriangleMesh& mesh) {
  std::vector<Vec3> area(mesh.triangles.size()), normal(mesh.triangles.size());
  std::vector<std::vector<int>> around(mesh.vertices.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    area[t] = mesh.area_vector(t);
    normal[t] = normalized(area[t]);
    for (const int v : mesh.triangles[t]) around[v].push_back(static_cast<int>(t));
  }
  ShadedSurface out;
  std::vector<std::map<std::array<float, 3>, std::uint32_t>> corners(mesh.vertices.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (normal[t] == Vec3{}) continue;
    for (const int v : mesh.triangles[t]) {
      Vec3 sum;
      for (const int other : around[v])
        if (dot(normal[other], normal[t]) > kSmoothCosine) sum += area[other];
      const std::array<float, 3> direction = narrow(normalized(sum, normal[t]));
      const auto next = static_cast<std::uint32_t>(out.positions.size() / 3);
      const auto [corner, is_new] = corners[v].try_emplace(direction, next);
      if (is_new) {
        const std::array<float, 3> place = narrow(mesh.vertices[v]);
        out.positions.insert(out.positions.end(), place.begin(), place.end());
        out.normals.insert(out.normals.end(), direction.begin(), direction.end());
        out.sources.push_back(static_cast<std::uint32_t>(v));
      }
      out.indices.push_back(corner->second);
    }
  }
  return out;
}

}  // namespace peal

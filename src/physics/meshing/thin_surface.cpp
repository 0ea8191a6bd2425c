#include "physics/meshing/thin_surface.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <tuple>

#include "physics/meshing/edit_mesh.h"
#include "physics/meshing/surface_features.h"

namespace peal {
namespace {

constexpr double kLeastCosine = 0.77;  // 40 degrees

struct ThinSpot {
  double length;
  int gone, kept;
  bool operator>(const ThinSpot& o) const {
    return std::tie(length, gone, kept) > std::tie(o.length, o.gone, o.kept);
  }
};

/// A sharp edge that bends here would be cut short.
bool is_bend(const EditMesh& mesh, int gone, int kept, double most_bend) {
  const Vec3 on = normalized(mesh.at(kept) - mesh.at(gone));
  for (const int before : std::vector<int>(mesh.neighbours(gone)))
    if (before != kept && mesh.curve_of(gone, before) == mesh.vertices[gone].curve)
      return dot(normalized(mesh.at(gone) - mesh.at(before)), on) < std::cos(most_bend);
  return false;
}

bool may_collapse(const EditMesh& mesh, int gone, int kept, const ThinLimits& limits) {
  const EditVertex& vertex = mesh.vertices[gone];
  if (vertex.kind == VertexKind::corner || !mesh.collapse_keeps_topology(gone, kept)) return false;
  if (vertex.kind == VertexKind::crease &&
      (mesh.curve_of(gone, kept) != vertex.curve || is_bend(mesh, gone, kept, limits.most_bend)))
    return false;
  for (const int t : mesh.around[gone]) {
    if (mesh.edge_in(t, gone, kept) >= 0) continue;
    std::array<int, 3> v = mesh.triangles[t];
    const Vec3 before = mesh.area_vector(t);
    const double shape_before = triangle_shape(mesh.at(v[0]), mesh.at(v[1]), mesh.at(v[2]));
    for (int& corner : v)
      if (corner == gone) corner = kept;
    const Vec3 a = mesh.at(v[0]), b = mesh.at(v[1]), c = mesh.at(v[2]);
    const Vec3 after = cross(b - a, c - a);
    const double length = norm(after);
    if (dot(after, before) <= kLeastCosine * length * norm(before)) return false;
    if (triangle_shape(a, b, c) < std::min(limits.least_shape, shape_before)) return false;
    for (const int corner : v)
      if (mesh.vertices[corner].kind == VertexKind::smooth &&
          dot(after, mesh.vertices[corner].normal) < kLeastCosine * length)
        return false;
  }
  return true;
}

}  // namespace

TriangleMesh thin_surface(const TriangleMesh& mesh, std::size_t target, const ThinLimits& limits) {
  EditMesh edit(mesh);
  edit.update_normals();
  mark_features(edit, 0);
  std::size_t left = mesh.triangles.size();
  std::priority_queue<ThinSpot, std::vector<ThinSpot>, std::greater<>> open;
  const auto consider = [&](int a, int b) {
    const double length = edit.length(a, b);
    open.push({length, a, b});
    open.push({length, b, a});
  };
  for (const auto& [a, b] : edit.edges()) consider(a, b);
  while (left > target && !open.empty()) {
    const auto [length, gone, kept] = open.top();
    open.pop();
    std::array<int, 2> sides{};
    const int count = edit.triangles_of(gone, kept, sides);
    if (count == 0 || !may_collapse(edit, gone, kept, limits)) continue;
    edit.collapse(gone, kept);
    left -= static_cast<std::size_t>(count);
    for (const int w : std::vector<int>(edit.neighbours(kept))) consider(kept, w);
  }
  TriangleMesh out{mesh.vertices, {}};
  for (const auto& t : edit.triangles)
    if (t[0] >= 0) out.triangles.push_back(t);
  return out;
}

}  // namespace peal

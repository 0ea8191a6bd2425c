#include "geometry/tet_mesh.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "geometry/tet_shape_functions.h"

namespace peal {
namespace {

struct Face {
  std::array<int, 3> key;  // sorted corners
  std::array<int, 6> nodes;
};

int root(std::vector<int>& parent, int i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

}  // namespace

QuadraticSurface boundary_surface(const TetMesh& mesh) {
  std::vector<Face> faces;
  faces.reserve(mesh.tets.size() * 4);
  for (const auto& tet : mesh.tets)
    for (const auto& local : kTetFaces) {
      Face face;
      for (int k = 0; k < 6; ++k) face.nodes[k] = tet[local[k]];
      std::copy_n(face.nodes.begin(), 3, face.key.begin());
      std::sort(face.key.begin(), face.key.end());
      faces.push_back(face);
    }
  std::stable_sort(faces.begin(), faces.end(),
                   [](const Face& a, const Face& b) { return a.key < b.key; });

  QuadraticSurface surface;
  std::vector<int> compact(mesh.nodes.size(), -1);
  for (std::size_t i = 0; i < faces.size();) {
    std::size_t next = i + 1;
    while (next < faces.size() && faces[next].key == faces[i].key) ++next;
    if (next - i > 2)
      fail("the mesh is not a solid: {} tetrahedra share the face of nodes {}, {}, {}", next - i,
           faces[i].key[0], faces[i].key[1], faces[i].key[2]);
    if (next - i == 1) {
      surface.triangles.push_back(faces[i].nodes);
      for (const int node : faces[i].nodes) compact[node] = 0;
    }
    i = next;
  }
  for (std::size_t n = 0; n < compact.size(); ++n)
    if (compact[n] == 0) {
      compact[n] = static_cast<int>(surface.nodes.size());
      surface.nodes.push_back(mesh.nodes[n]);
      surface.mesh_node.push_back(static_cast<int>(n));
    }
  for (auto& triangle : surface.triangles)
    for (int& node : triangle) node = compact[node];
  return surface;
}

TriangleMesh linear_surface(const QuadraticSurface& surface) {
  TriangleMesh flat;
  flat.vertices = surface.nodes;
  flat.triangles.reserve(surface.triangles.size() * 4);
  for (const auto& [a, b, c, ab, bc, ca] : surface.triangles)
    flat.triangles.insert(flat.triangles.end(),
                          {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
  return flat;
}

ConnectedParts connected_parts(const TetMesh& mesh) {
  std::vector<int> parent(mesh.nodes.size());
  std::iota(parent.begin(), parent.end(), 0);
  std::vector<bool> used(mesh.nodes.size(), false);
  for (const auto& tet : mesh.tets)
    for (const int node : tet) {
      used[node] = true;
      parent[root(parent, node)] = root(parent, tet[0]);
    }
  ConnectedParts parts;
  parts.of_node.assign(mesh.nodes.size(), -1);
  std::vector<int> number(mesh.nodes.size(), -1);
  for (std::size_t n = 0; n < mesh.nodes.size(); ++n) {
    if (!used[n]) continue;
    int& part = number[root(parent, static_cast<int>(n))];
    if (part < 0) part = parts.count++;
    parts.of_node[n] = part;
  }
  return parts;
}

void check_mesh(const TetMesh& mesh) {
  if (mesh.tets.empty()) fail("the mesh has no tetrahedra");
  const int count = static_cast<int>(mesh.nodes.size());
  for (const Vec3& x : mesh.nodes)
    if (!is_finite(x)) fail("the mesh has a node at ({}, {}, {})", x.x, x.y, x.z);
  static const std::array<std::array<Vec3, 10>, 4> at_corners{
      tet_gradients({0, 0, 0}), tet_gradients({1, 0, 0}), tet_gradients({0, 1, 0}),
      tet_gradients({0, 0, 1})};
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    for (const int node : mesh.tets[t])
      if (node < 0 || node >= count)
        fail("tetrahedron {} names node {}, but the mesh has {} nodes", t, node, count);
    const auto x = mesh.tet_nodes(t);
    const auto check = [&](const std::array<Vec3, 10>& gradients) {
      const double volume = determinant(tet_jacobian(x, gradients));
      if (volume > 0) return;
      const Vec3 centre = (x[0] + x[1] + x[2] + x[3]) / 4.0;
      fail(
          "tetrahedron {} near ({:.4g}, {:.4g}, {:.4g}) m is {}: its Jacobian determinant is "
          "{:.3g} "
          "m^3; the mesh must be repaired or made finer there",
          t, centre.x, centre.y, centre.z, volume < 0 ? "folded or inside out" : "flat", volume);
    };
    for (const auto& gradients : at_corners) check(gradients);
    for (const auto& point : tet_rule_degree_5()) check(point.gradients);
    for (const auto& point : tet_rule_degree_7()) check(point.gradients);
  }
}

std::vector<int> nodes_in_box(const TetMesh& mesh, const Vec3& min, const Vec3& max) {
  if (mesh.nodes.empty()) return {};
  Vec3 low = mesh.nodes[0], high = low;
  for (const Vec3& x : mesh.nodes)
    for (int i = 0; i < 3; ++i) {
      low[i] = std::min(low[i], x[i]);
      high[i] = std::max(high[i], x[i]);
    }
  const double slack = 1e-9 * norm(high - low);
  std::vector<int> inside;
  for (std::size_t n = 0; n < mesh.nodes.size(); ++n) {
    bool in = true;
    for (int i = 0; i < 3; ++i)
      in = in && mesh.nodes[n][i] >= min[i] - slack && mesh.nodes[n][i] <= max[i] + slack;
    if (in) inside.push_back(static_cast<int>(n));
  }
  return inside;
}

}  // namespace peal

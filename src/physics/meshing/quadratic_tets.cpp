#include "physics/meshing/quadratic_tets.h"

#include <algorithm>
#include <unordered_map>

#include "physics/geometry/element.h"
#include "physics/meshing/mesh_quality.h"

namespace peal {
namespace {

struct EdgeHash {
  std::size_t operator()(const std::array<int, 2>& e) const {
    return static_cast<std::size_t>(e[0]) * 0x9E3779B97F4A7C15ull ^
           static_cast<std::size_t>(e[1]) * 0xC2B2AE3D27D4EB4Full;
  }
};
template <class T>
using ByEdge = std::unordered_map<std::array<int, 2>, T, EdgeHash>;  // looked up, never walked

std::array<int, 2> key(int a, int b) { return {std::min(a, b), std::max(a, b)}; }

ByEdge<Vec3> surface_middles(const RemeshedSurface& surface) {
  ByEdge<Vec3> middles;
  middles.reserve(surface.mesh.triangles.size() * 3 / 2);
  for (std::size_t t = 0; t < surface.mesh.triangles.size(); ++t)
    for (int k = 0; k < 3; ++k) {
      const auto& v = surface.mesh.triangles[t];
      middles.insert({key(v[k], v[(k + 1) % 3]), surface.middles[t][k]});
    }
  return middles;
}

// Corners that no tetrahedron uses are left out.
std::vector<int> number_corners(const LinearTets& linear, SolidMesh& mesh) {
  std::vector<int> node(linear.corners.size(), -1);
  for (const auto& t : linear.tets)
    for (const int v : t) node[v] = 0;
  for (std::size_t v = 0; v < node.size(); ++v) {
    if (node[v] < 0) continue;
    node[v] = static_cast<int>(mesh.nodes.size());
    mesh.nodes.push_back(linear.corners[v]);
  }
  return node;
}

}  // namespace

SolidMesh quadratic_tets(const LinearTets& linear, const RemeshedSurface& surface) {
  const ByEdge<Vec3> curved = surface_middles(surface);
  SolidMesh mesh;
  const std::vector<int> node = number_corners(linear, mesh);
  const int corners = static_cast<int>(mesh.nodes.size());
  std::vector<Vec3> straight;  // of node corners + i
  ByEdge<int> middle_node;
  middle_node.reserve(linear.tets.size() * 3 / 2);
  for (const auto& t : linear.tets) {
    std::array<int, 10> element;
    for (int k = 0; k < 4; ++k) element[k] = node[t[k]];
    for (int e = 0; e < 6; ++e) {
      const auto [p, q] = ElementOf<10>::kEdges[e];
      const auto edge = key(t[p], t[q]);
      const auto [at, fresh] = middle_node.insert({edge, static_cast<int>(mesh.nodes.size())});
      if (fresh) {
        straight.push_back(0.5 * (linear.corners[t[p]] + linear.corners[t[q]]));
        const auto on_surface = curved.find(edge);
        mesh.nodes.push_back(on_surface != curved.end() ? on_surface->second : straight.back());
      }
      element[4 + e] = at->second;
    }
    mesh.tets.push_back(element);
  }

  // Take back curvature where it costs more than half of an element's quality: first half of it,
  // then half again, then all. Neighbours share the nodes, so look again until nothing changes.
  std::vector<char> taken(straight.size(), 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& element : mesh.tets) {
      auto x = mesh.positions(element);
      const double quality = element_quality(x);
      for (int e = 0; e < 6; ++e) x[4 + e] = straight[element[4 + e] - corners];
      if (quality > 0.5 * element_quality(x)) continue;
      for (int e = 0; e < 6; ++e) {
        const int n = element[4 + e], i = n - corners;
        if (mesh.nodes[n] == straight[i]) continue;
        mesh.nodes[n] = ++taken[i] < 3 ? 0.5 * (mesh.nodes[n] + straight[i]) : straight[i];
        changed = true;
      }
    }
  }
  return mesh;
}

}  // namespace peal

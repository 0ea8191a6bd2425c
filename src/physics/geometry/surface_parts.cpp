#include "physics/geometry/surface_parts.h"

#include <algorithm>
#include <array>
#include <limits>

#include "physics/geometry/surface_edges.h"
#include "physics/geometry/triangle_tree.h"

namespace peal {
namespace {

// No two of them, nor an axis, a face diagonal or a space diagonal, are parallel: models like
// those.
constexpr std::array<Vec3, 6> kDirections{{{0.8131, 0.4927, 0.3099},
                                           {-0.2713, 0.9017, 0.3359},
                                           {0.1973, -0.3821, 0.9029},
                                           {-0.7451, -0.5807, 0.3271},
                                           {0.4219, 0.2011, -0.8837},
                                           {0.6329, -0.7027, -0.3253}}};

/// Closed parts around one point of part `inner`, by the parity of a ray's hits. Another direction
/// is tried when the ray meets an edge; the last one is taken as it is.
std::vector<int> parts_around(const TriangleMesh& mesh, const TriangleTree& tree,
                              const SurfaceParts& p, int inner) {
  const Vec3 origin = mesh.centroid(p.parts[inner].first_triangle);
  std::vector<int> odd;
  for (const Vec3& direction : kDirections) {
    odd.clear();
    bool clear = true;
    for (const RayHit& hit :
         tree.all_hits(origin, direction, 0, std::numeric_limits<double>::infinity())) {
      const int part = p.of_triangle[hit.triangle];
      if (part == inner || !p.parts[part].closed) continue;
      clear = clear && hit.margin > 1e-9;
      odd.push_back(part);
    }
    std::sort(odd.begin(), odd.end());
    std::vector<int> kept;
    for (std::size_t i = 0, j = 0; i < odd.size(); i = j) {
      while (j < odd.size() && odd[j] == odd[i]) ++j;
      if ((j - i) % 2 == 1) kept.push_back(odd[i]);
    }
    odd = std::move(kept);
    if (clear) break;
  }
  return odd;
}

void nest(const TriangleMesh& mesh, SurfaceParts& p) {
  std::vector<std::vector<int>> around(p.parts.size());
  const auto closed = std::count_if(p.parts.begin(), p.parts.end(),
                                    [](const SurfacePart& part) { return part.closed; });
  if (closed > 1) {
    const TriangleTree tree(mesh);
    for (std::size_t i = 0; i < p.parts.size(); ++i)
      if (p.parts[i].closed) around[i] = parts_around(mesh, tree, p, static_cast<int>(i));
  }
  for (std::size_t i = 0; i < p.parts.size(); ++i)
    p.parts[i].depth = static_cast<int>(around[i].size());
  for (std::size_t i = 0; i < p.parts.size(); ++i) {
    for (const int outer : around[i])
      if (p.parts[i].around < 0 || p.parts[outer].depth > p.parts[p.parts[i].around].depth)
        p.parts[i].around = outer;
    if (p.parts[i].closed && p.parts[i].depth % 2 == 0) p.parts[i].solid = p.solids++;
  }
  for (SurfacePart& part : p.parts)
    if (part.closed && part.solid < 0) {
      part.solid = p.parts[part.around].solid;
      if (part.solid < 0) part.solid = p.solids++;  // only where parts cross
    }
}

}  // namespace

SurfaceParts surface_parts(const TriangleMesh& mesh) {
  const SurfaceEdges edges(mesh);
  DisjointSets sets(mesh.triangles.size());
  for (const auto& e : edges.edges()) {
    const auto h = edges.half_edges(e);
    for (std::size_t i = 1; i < h.size(); ++i) sets.join(h[0] / 3, h[i] / 3);
  }
  SurfaceParts p;
  p.of_triangle.assign(mesh.triangles.size(), -1);
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
    const int root = sets.find(t);  // the lowest of its set, so it already has its number
    if (root == t) {
      p.of_triangle[t] = static_cast<int>(p.parts.size());
      p.parts.push_back({.closed = true, .first_triangle = t});
    }
    p.of_triangle[t] = p.of_triangle[root];
    ++p.parts[p.of_triangle[t]].triangles;
  }
  for (const auto& e : edges.edges())
    if (e.count != 2) p.parts[p.of_triangle[edges.half_edges(e)[0] / 3]].closed = false;
  nest(mesh, p);
  return p;
}

}  // namespace peal

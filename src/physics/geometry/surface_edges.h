// Edges of a surface and who shares them.
// Enters: a TriangleMesh; an index out of range stops. Leaves: each edge once, ordered by its two
// vertices, with its half-edges; half-edge 3 t + k runs from corner k to corner k + 1 of triangle
// t.
#pragma once
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "physics/geometry/triangle_mesh.h"

namespace peal {

class SurfaceEdges {
 public:
  struct Edge {
    int a, b;          // vertices, a < b
    int first, count;  // place of its half-edges
  };

  explicit SurfaceEdges(const TriangleMesh& mesh);

  const std::vector<Edge>& edges() const { return edges_; }
  /// In order of the triangles.
  std::span<const int> half_edges(const Edge& e) const {
    return {half_edges_.data() + e.first, static_cast<std::size_t>(e.count)};
  }
  /// Number of the edge that a half-edge lies on.
  int edge_of(int half_edge) const { return edge_of_[half_edge]; }
  /// The edge between two vertices, or null.
  const Edge* find(int a, int b) const;

 private:
  std::vector<Edge> edges_;
  std::vector<int> half_edges_, edge_of_;
  std::vector<int> first_edge_;  // of each lower vertex; one more at the end
};

/// Vertex at which a half-edge begins or ends.
inline int half_edge_start(const TriangleMesh& m, int h) { return m.triangles[h / 3][h % 3]; }
inline int half_edge_end(const TriangleMesh& m, int h) {
  return m.triangles[h / 3][(h % 3 + 1) % 3];
}

/// Disjoint sets; the lowest member of a set stands for it.
class DisjointSets {
 public:
  explicit DisjointSets(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }
  int find(int i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(int a, int b) {
    a = find(a), b = find(b);
    if (a < b) parent_[b] = a;
    if (b < a) parent_[a] = b;
  }

 private:
  std::vector<int> parent_;
};

/// "1,204" and "(0.1, -0.25, 3) m", for sentences about surfaces.
std::string grouped(std::size_t number);
std::string place_text(const Vec3& p);

}  // namespace peal

// A triangle surface that can be changed locally: split, collapse and flip of edges. Internal to
// the remesher. [m].
// Enters: triangles with consistent orientation; edges may have one triangle (a boundary), two, or
// more (which are kept as they are). Leaves: the same kind of surface.
#pragma once
#include <algorithm>
#include <array>
#include <vector>

#include "physics/geometry/triangle_mesh.h"

namespace peal {

/// Twice the area over the square of the longest edge: 0.87 for an equilateral triangle.
inline double triangle_shape(const Vec3& a, const Vec3& b, const Vec3& c) {
  const double longest = std::max({norm_squared(b - a), norm_squared(c - b), norm_squared(a - c)});
  return longest > 0 ? norm(cross(b - a, c - a)) / longest : 0;
}

enum class VertexKind : char { smooth, crease, corner };

struct EditVertex {
  Vec3 x;
  Vec3 normal;                           // unit, of the surface at the scale of its edges
  VertexKind kind = VertexKind::smooth;  // crease: moves along its curve only; corner: never
  int curve = -1;                        // of a crease vertex
  double s = 0;                          // [m] where on its curve
  double target = 0;                     // [m] wanted length of the edges here
};

struct EditEdge {
  int a = -1, b = -1;
  bool operator==(const EditEdge&) const = default;
};

class EditMesh {
 public:
  std::vector<EditVertex> vertices;
  std::vector<std::array<int, 3>> triangles;  // {-1, -1, -1}: removed
  /// Feature curve of the edges 01, 12, 20 of each triangle; -1: none.
  std::vector<std::array<int, 3>> curves;
  std::vector<std::vector<int>> around;  // triangles of each vertex

  explicit EditMesh(const TriangleMesh& mesh);

  bool alive(int triangle) const { return triangles[triangle][0] >= 0; }
  const Vec3& at(int vertex) const { return vertices[vertex].x; }
  /// Half the cross product of two edges [m^2].
  Vec3 area_vector(int triangle) const;
  double length(int a, int b) const { return norm(at(a) - at(b)); }
  /// Length in units of the wanted one.
  double ratio(int a, int b) const {
    return length(a, b) * 2 / (vertices[a].target + vertices[b].target);
  }

  /// Edge k of a triangle runs from its corner k to the next.
  EditEdge edge(int triangle, int k) const {
    return {triangles[triangle][k], triangles[triangle][(k + 1) % 3]};
  }
  int edge_in(int triangle, int a, int b) const;  // which k, either direction; -1: not there
  int other_corner(int triangle, int a, int b) const;
  /// Triangles on both sides (up to `most`); returns how many there are.
  int triangles_of(int a, int b, std::array<int, 2>& found) const;
  int curve_of(int a, int b) const;
  /// Every edge once, a < b, in order of triangles.
  std::vector<EditEdge> edges() const;
  /// Vertices joined with v by an edge; valid until the next call.
  const std::vector<int>& neighbours(int v) const;

  /// Puts a new vertex on the edge; returns its number.
  int split(int a, int b, const EditVertex& between);
  /// Whether the surface stays one when `gone` is moved into `kept` (link condition).
  bool collapse_keeps_topology(int gone, int kept) const;
  void collapse(int gone, int kept);
  /// Turns edge ab of two triangles into the other diagonal.
  void flip(int a, int b);

  /// Area weighted, of the triangles around each vertex.
  void update_normals();

  TriangleMesh surface(std::vector<int>* vertex_of = nullptr) const;

 private:
  void detach(int triangle, int vertex);
  mutable std::vector<int> ring_;
};

}  // namespace peal

// What a surface is like, and whether it bounds a solid.
// Enters: a TriangleMesh [m], as repair_surface leaves it. Leaves: facts, or an Error whose text
// says what is wrong, where, and the way out.
#pragma once
#include <cstddef>

#include "base/vec.h"
#include "physics/geometry/triangle_mesh.h"
#include "physics/geometry/triangle_tree.h"

namespace peal {

struct SurfaceFacts {
  std::size_t vertices = 0;  // that triangles use
  std::size_t triangles = 0, edges = 0;
  std::size_t boundary_edges = 0;  // with one triangle
  std::size_t holes = 0;           // connected sets of boundary edges
  double largest_hole = 0;         // [m] length of the longest of them
  Vec3 largest_hole_place;         // [m] its middle
  std::size_t crowded_edges = 0;   // with three or more triangles
  Vec3 crowded_edge_place;         // [m] of the first
  std::size_t clashing_edges = 0;  // with two triangles that turn against each other
  Vec3 clashing_edge_place;
  std::size_t pinched_vertices = 0;  // whose triangles do not hang together by edges
  Vec3 pinched_vertex_place;
  std::size_t crossing_pairs = 0;       // of triangles; see self_intersection.h
  bool crossing_pairs_complete = true;  // false: there are more
  Vec3 crossing_place;                  // [m] of the first pair
  std::size_t parts = 0;                // connected by edges
  std::size_t solids = 0;               // separate closed bodies; cavities belong to theirs
  long euler = 0;                       // vertices - edges + triangles
  int genus = -1;                       // handles of all parts; -1 unless closed and orientable
  double area = 0;                      // [m^2]
  double volume = 0;                    // [m^3] enclosed; means nothing when there are holes
  Bounds box;
  double shortest_edge = 0, longest_edge = 0;  // [m]
  double least_angle = 0;                      // [rad] of any triangle

  bool watertight() const { return triangles > 0 && boundary_edges == 0 && crowded_edges == 0; }
};

/// Stops only when an index is out of range or a vertex is not finite.
SurfaceFacts examine(const TriangleMesh& mesh);

/// Stops, with every fault in one message, when the surface has holes, edges with three or more
/// triangles, only one side, vertices at which it is pinched, places where it crosses itself, or no
/// volume. Several separate solids pass: ask `solids`.
void require_solid(const TriangleMesh& repaired);
void require_solid(const SurfaceFacts& facts);

}  // namespace peal

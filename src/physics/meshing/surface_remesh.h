// A triangle surface with even triangles of a wanted size in place of any triangulation. [m].
// Enters: a surface with consistent orientation, open or closed, and rules for the length of edges.
// Leaves: a surface whose vertices lie on the original, with its sharp edges and boundaries.
// M. Botsch, L. Kobbelt, "A remeshing approach to multiresolution modeling", SGP 2004: split long
// edges, collapse short ones, flip, smooth along the surface, project back.
#pragma once
#include <vector>

#include "physics/meshing/size_field.h"

namespace peal {

struct RemeshedSurface {
  TriangleMesh mesh;
  SizeReport size;
  std::vector<double> target;  // [m] of each vertex
  std::vector<Vec3> normals;   // of each vertex, unit
  /// Middle of each edge on the original: of triangle t, edges 01, 12, 20. On flat places the
  /// middle of the ends, to the last bit.
  std::vector<std::array<Vec3, 3>> middles;
  /// Feature curve of each edge, -1: none.
  std::vector<std::array<int, 3>> curves;
  double largest = 0;  // [m] longest edge the rules allowed, scaled
};

class SurfaceRemesher {
 public:
  /// `sharp`: dihedral angle [rad] from which edges are kept; above pi: boundaries only.
  SurfaceRemesher(const OriginalSurface& original, double detail, double sharp = kSharpAngle);

  /// May be called again with other rules: it starts from what the last call left.
  RemeshedSurface run(const SizeRules& rules);

 private:
  void split_long_edges();
  void collapse_short_edges();
  bool flip_if_better(int a, int b, bool by_valence);
  void flip_edges(bool by_valence);
  void flip_around(int vertex);
  void smooth();
  EditVertex between(int a, int b) const;
  double way_on(int curve, int vertex, double near) const;
  bool may_collapse(int gone, int kept) const;
  bool may_move(int vertex, const Vec3& to) const;
  Vec3 middle(int a, int b) const;
  bool move_along_curve(int v);
  bool move_on_surface(int v);
  RemeshedSurface result(const SizeReport& size, const SizeRules& rules);

  const OriginalSurface& original_;
  EditMesh mesh_;
  Features features_;
};

}  // namespace peal

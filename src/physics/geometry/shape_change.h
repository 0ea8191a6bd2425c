// How far a surface has bent and stretched from another state of it, moved and turned as a whole
// aside. Enter: the same triangles twice. [rad], 1.
#pragma once
#include "physics/geometry/triangle_mesh.h"

namespace peal {

/// The turn that takes `from` closest to `to` about their middles, every point of a triangle with a
/// third of its area (Horn 1987).
Quat best_turn(const TriangleMesh& from, const TriangleMesh& to);

struct ShapeChange {
  double turn = 0;     // [rad] of normals, root of the mean square over the area
  double stretch = 0;  // of areas, likewise: 0.3 is 30 %
};
ShapeChange shape_change(const TriangleMesh& from, const TriangleMesh& to);

}  // namespace peal

// Whether a surface looks the same after a quarter turn about an axis: then the sound of moving
// along one side is that of moving along the other, turned, and need not be computed twice.
#pragma once
#include "physics/geometry/triangle_mesh.h"
#include "physics/wave/fdtd/cut_cells.h"

namespace peal {

/// Differences below this part of a cell do not count.
inline constexpr double kSymmetryCells = 0.1;

struct MeshSymmetry {
  int axis = -1;       // 0, 1, 2: quarter turns about this axis; -1: none
  bool round = false;  // a body of revolution: turning about the axis makes no sound
};

/// About the given centre; vertices are compared to within `tolerance` [m]. The axis must pass
/// through the origin, about which the body turns. Equal vertices do not make equal bodies: whoever
/// relies on it asks same_after_quarter_turn() of the cells.
MeshSymmetry mesh_symmetry(const TriangleMesh& surface, const Vec3& centre, double tolerance);

/// Whether the cells of a cube around the body are those of the body turned.
bool same_after_quarter_turn(const CutCells& cells, int axis);

}  // namespace peal

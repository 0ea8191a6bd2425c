// Quasi-static (incompressible) air on both sides of an open sheet without thickness. In: the
// sheet's triangles and the velocity along their normals. Out: half the jump of the potential
// across the sheet, which is what LaplaceBem gives for each face of a closed body.
//   Galerkin, hypersingular operator after Maue, linear jumps mu that end at the rim:
//   1/(4 pi) int int curl w . curl mu / R = int v w,      u = mu / 2
// Symmetric and positive: what a moving sheet sends into the far field is that of the exact sheet
// to second order, and the two faces of a wall cancel exactly, which two meshes of faces do not.
// docs/theory/approximate-radiation.md
#pragma once
#include <span>
#include <vector>

#include "physics/geometry/triangle_mesh.h"

namespace peal {

class SheetBem {
 public:
  /// Stops when the sheet is closed, is degenerate or has too many triangles.
  explicit SheetBem(const TriangleMesh& sheet);

  /// Half the jump per triangle [m^2/s], one column of triangles after the other, for velocities
  /// [m/s] given likewise. Positive where the sheet pushes the air along its normal.
  std::vector<double> solve(std::span<const double> velocities) const;

 private:
  std::vector<std::array<int, 3>> triangles_;  // of unknowns; -1: on the rim
  std::vector<double> areas_;                  // [m^2]
  int unknowns_ = 0;
  std::vector<double> factor_;  // Cholesky, column-major
};

}  // namespace peal

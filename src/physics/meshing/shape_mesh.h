// Generated shapes as structured quadratic hexahedra.
// Enters: a Shape with true dimensions [m] and a level. Leaves: a SolidMesh in the shape's own
// frame (physics/geometry/shape.h), checked (positive Jacobians), its nodes exactly on curved
// surfaces. How fine: physics/meshing/mesh_density.h.
#pragma once
#include "physics/geometry/shape.h"
#include "physics/geometry/solid_mesh.h"
#include "physics/meshing/hex_blocks.h"

namespace peal {

/// Stops for a MeshShape: what a file holds is meshed by solid_of_surface and its kin. Stops with a
/// sentence when the fields contradict each other, or when more than kMaxNodes would be needed.
SolidMesh mesh_shape(const Shape& shape, MeshLevel level);

/// Cells per direction, for studies of convergence.
struct BarCells {
  int x = 1, y = 1, z = 1;
};
/// An inner cube of `core`^3 cells wrapped by six blocks of core^2 cells in `layers` layers, which
/// keeps every angle away from 0 and 180 degrees.
struct SphereCells {
  int core = 2, layers = 1;
};
SolidMesh mesh_shape(const BarShape& bar, const BarCells& cells);
SolidMesh mesh_shape(const SphereShape& sphere, const SphereCells& cells);

BarCells bar_cells(const Vec3& size, MeshLevel level);
SphereCells sphere_cells(MeshLevel level);

}  // namespace peal

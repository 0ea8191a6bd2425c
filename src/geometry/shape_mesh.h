// Generated shapes as structured quadratic tetrahedra.
// Enters: a Shape with true dimensions [m]. Leaves: a TetMesh whose origin is the centre of mass,
// checked (positive Jacobians), with curved mid-edge nodes exactly on round surfaces.
#pragma once
#include <array>

#include "geometry/shape.h"
#include "geometry/tet_mesh.h"

namespace peal {

/// Cells per direction. A bar uses x, y, z. A sphere is an inner cube of `core`^3 cells wrapped by
/// six blocks of core^2 cells in `layers` layers, which keeps every angle away from 0 and 180
/// degrees.
struct BarCells {
  int x = 1, y = 1, z = 1;
};
struct SphereCells {
  int core = 2, layers = 1;
};

inline constexpr int kMaxTets = 40000;  // about 60,000 nodes; beyond it one analysis takes minutes

/// Chosen so that the first ten elastic frequencies are within 2 % (normal) or 0.5 % (fine) of
/// theory for compact and slender bars and for spheres. Stops when a bar is so thin that more than
/// kMaxTets would be needed.
BarCells bar_cells(const BarShape& bar, MeshLevel level);
SphereCells sphere_cells(MeshLevel level);

TetMesh mesh_shape(const Shape& shape, MeshLevel level);
TetMesh mesh_shape(const BarShape& bar, const BarCells& cells);
TetMesh mesh_shape(const SphereShape& sphere, const SphereCells& cells);

}  // namespace peal

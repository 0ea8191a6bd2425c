// Where straight lines along an axis pass through a closed surface: the way in which solids are put
// on a grid here. Enters: surface [m] and a lattice of lines. Leaves: for each line the stretches
// that are inside. Lines that meet an edge or a vertex are decided by one rule for both neighbours,
// so that no line leaks through a closed surface.
#pragma once
#include <functional>

#include "physics/geometry/triangle_mesh.h"

namespace peal {

/// Lines along `axis` at u0 + i du (i < nu) on the next axis and v0 + j dv (j < nv) on the one
/// after, in cyclic order x, y, z.
struct LineLattice {
  int axis = 0;
  double u0 = 0, du = 0, v0 = 0, dv = 0;
  int nu = 0, nv = 0;
};

/// Calls inside(i, j, from, to) for every stretch inside the solid, line after line.
/// Stops when lines enter the solid and never leave: the surface is open.
void cross_lines(const TriangleMesh& surface, const LineLattice& lattice,
                 const std::function<void(int, int, double, double)>& inside);

}  // namespace peal

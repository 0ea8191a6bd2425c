// Straight tetrahedra with four nodes become curved ones with ten. [m].
// Enters: tetrahedra whose first corners are the vertices of a remeshed surface. Leaves: a
// SolidMesh; nodes in the middle of the surface's edges lie on the original surface, except where
// an element would lose too much of its shape: there edges are made straight again.
#pragma once
#include "physics/geometry/solid_mesh.h"
#include "physics/meshing/surface_remesh.h"
#include "physics/meshing/tetgen_program.h"

namespace peal {

SolidMesh quadratic_tets(const LinearTets& linear, const RemeshedSurface& surface);

}  // namespace peal

// The inside of an imported surface as quadratic tetrahedra, fit for modal analysis. [m].
// Enters: a closed surface of any triangulation, from the twelve triangles of a box to the hundred
// thousands of a scan: welded, outward, free of self-intersections; cavities are allowed. Leaves: a
// checked SolidMesh in the same frame.
//
// The surface gets new triangles of even size (surface_remesh.h), the program tetgen fills it
// (tetgen_program.h), the middles of its edges go onto the original surface (quadratic_tets.h).
// Edges: at most about 3 (draft), 1.25 (normal) or 1 (fine) wall thicknesses, as long as the
// number of elements allows it.
#pragma once
#include <array>

#include "physics/geometry/shape.h"
#include "physics/geometry/solid_mesh.h"
#include "physics/geometry/triangle_mesh.h"

namespace peal {

/// Tetrahedra that draft, normal and fine aim to stay below. A fifth more is accepted; walls that
/// are too thin for draft or normal get 20000 before they are refused.
inline constexpr std::array<double, 3> kTetBudget{6000, 12000, 30000};

/// Stops when the surface bounds several solids, when tetgen is missing or fails, and when walls
/// are so thin that the budget would leave edges longer than eight thicknesses (draft: twelve).
SolidMesh mesh_closed_surface(const TriangleMesh& surface, MeshLevel level);

}  // namespace peal

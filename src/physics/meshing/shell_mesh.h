// A sheet given by its middle surface, as one layer of quadratic wedges. [m].
// Enters: a surface, open or closed, with consistent orientation, and the thickness of the sheet.
// Leaves: a checked SolidMesh in the same frame; a closed surface gives a hollow body.
//
// The surface gets new triangles of even size (surface_remesh.h). Each becomes a wedge from
// -thickness/2 to +thickness/2 along the normals of its corners. At a fold the way to the offset
// corner is longer by 1/cos of half the fold, up to 2: both sides keep their thickness.
#pragma once
#include "physics/geometry/shape.h"
#include "physics/geometry/solid_mesh.h"
#include "physics/geometry/triangle_mesh.h"

namespace peal {

/// Stops where three sheets meet in an edge, where neighbours have opposite orientations, and where
/// the sheet is thicker than its curvature allows, with the largest thickness that would do.
SolidMesh mesh_shell(const TriangleMesh& middle, double thickness, MeshLevel level);

}  // namespace peal

// Walls too thin for a grid, made thicker: every vertex moves outward along its normal.
// A shell that moves as a whole sounds by its outline, not by its thickness: moving both of its
// faces by a hundredth of the body's radius changes the sound by as little.
#pragma once
#include "geometry/triangle_mesh.h"

namespace peal {

/// @param by [m] how far; faces that then pass through each other do no harm to cut_cells.
TriangleMesh thicker(TriangleMesh surface, double by);

}  // namespace peal

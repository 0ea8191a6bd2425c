// Walls too thin for a grid, made thicker: their two faces move apart. Rims stay where they are: a
// thin plate or shell sounds by its outline, not by its thickness, and a plate one hundredth wider
// radiates its low modes a decibel louder.
#pragma once
#include "physics/geometry/triangle_mesh.h"

namespace peal {

/// @param by [m] how far each face moves, @param thin [m] walls thinner than this are moved. Faces
/// that then pass through each other do no harm to cut_cells.
TriangleMesh thicker(TriangleMesh surface, double by, double thin);

}  // namespace peal

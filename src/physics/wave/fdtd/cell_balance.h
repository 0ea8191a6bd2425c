// The last steps of cut_cells.h: cells made large enough for the time step, and what the moving
// wall does to each.
#pragma once
#include "physics/wave/fdtd/cut_cells.h"
#include "physics/wave/fdtd/solid_lines.h"

namespace peal {

/// Stable when V >= courant^2 sum A / 6 (Gershgorin's bound on the largest frequency). What a cell
/// lacks is taken from its neighbours.
void enlarge_small_cells(CutCells& cut);

/// One source per cell of air with a wall; volumes are final.
std::vector<WallSource> wall_sources(const CutCells& cut, const SolidCells& solid);

}  // namespace peal

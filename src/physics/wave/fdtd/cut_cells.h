// A solid on a grid, cut exactly instead of rounded to whole cells (conformal FDTD after Dey and
// Mittra, for sound): each cell knows how much of it and of its faces is air.
// Enters: closed surface [m], grid. Leaves: volumes and openings (1: all air), and what a unit
// rigid acceleration of the wall does to each cell. docs/theory/acceleration-noise.md
//   V p'' / c^2 = sum_faces A (p_neighbour - p) / dx^2 + rho a . N / dx,   N = sum A e_face
// The wall's area vector N follows from the openings alone, so that a pressure rising linearly (air
// that moves along with the body) is kept exactly. Volumes too small for the time step are
// enlarged at the cost of their neighbours.
#pragma once
#include <array>
#include <vector>

#include "physics/geometry/triangle_mesh.h"
#include "physics/wave/fdtd/cell_block.h"
#include "physics/wave/fdtd/wave_grid.h"
#include "physics/wave/multipole/pulse_record.h"

namespace peal {

struct WallSource {
  std::size_t cell = 0;  // index into the grid
  /// Pressure rate p'' per unit acceleration of each DOF, without rho c^2: [1/m], [1].
  std::array<float, kRigidDofs> gain{};
};

struct CutCells {
  WaveGrid grid;
  CellBlock block;            // around the solid, at least one cell of air on every side
  std::vector<float> volume;  // per cell of the block: part that is air, 0 in the solid
  std::array<std::vector<float>, 3> opening;  // of each cell's low face, per axis
  std::vector<WallSource> sources;
  double solid_volume = 0;  // [m^3] as the cells see it, before small cells were enlarged
  int closed_parts = 0;     // cells in which air on both sides of a wall meets; one side was closed
};

enum class CutRule {
  exact,     // as described
  staircase  // whole cells by their middles: for comparison
};

/// Stops when the solid does not fit into the grid or the surface is open.
CutCells cut_cells(const TriangleMesh& surface, const WaveGrid& grid,
                   CutRule rule = CutRule::exact);

}  // namespace peal

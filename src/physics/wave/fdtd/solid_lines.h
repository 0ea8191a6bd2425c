// What lines through a closed surface see of the cells of a grid: how much of each cell and of each
// face is solid, which parts of a cell are, and where the wall is. The first step of cut_cells.h.
// Enters: closed surface [m], grid. Leaves: parts of 1, places in m.
#pragma once
#include <cstdint>
#include <vector>

#include "physics/geometry/triangle_mesh.h"
#include "physics/wave/fdtd/cell_block.h"
#include "physics/wave/fdtd/wave_grid.h"

namespace peal {

/// Part of a cell (or of a face) that is solid, as lines along each axis see it. Lines along a wall
/// see it in steps of their distance, those across it exactly: each counts as often as it crosses.
struct SolidPart {
  float part[3] = {};
  int crossings[3] = {};

  int all_crossings() const { return crossings[0] + crossings[1] + crossings[2]; }
  /// @param skip axis along which no lines ran; -1: they ran along all.
  float mean(int skip = -1) const;
};

/// Per cell of the block.
struct SolidCells {
  std::vector<SolidPart> solid;
  std::vector<std::uint64_t> masks;  // parts of the cell that are solid (cell_parts.h)
  std::vector<Vec3> crossing_sum;    // [m] sum of the places where lines pass the wall
};

/// The cells around the surface, at least one of air on every side. Stops when the grid is smaller.
CellBlock block_around(const TriangleMesh& surface, const WaveGrid& grid);

/// Lines through the middles of the parts of all cells. Stops when the surface is open.
SolidCells solid_cells(const TriangleMesh& surface, const WaveGrid& grid, const CellBlock& block);

/// Part of each cell's low face across `normal` that is air: from lines in the planes of the faces,
/// along both other axes.
std::vector<float> face_openings(const TriangleMesh& surface, const WaveGrid& grid,
                                 const CellBlock& block, int normal);

}  // namespace peal

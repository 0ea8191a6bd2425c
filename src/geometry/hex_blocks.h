// Structured blocks of hexahedra cut into quadratic tetrahedra. Internal to the shape mesher.
#pragma once
#include <array>
#include <functional>
#include <vector>

#include "geometry/tet_mesh.h"

namespace peal {

struct HexBlocks {
  std::vector<Vec3> corners;  // [m]
  /// Lower ranks win diagonals (ties: lower index). Ranks made of the parity of grid indices mirror
  /// neighbouring cells, so that no direction of shear is preferred.
  std::vector<int> rank;
  /// Corner (i, j, k) of a cell, each 0 or 1, at position i + 2 j + 4 k.
  std::vector<std::array<int, 8>> hexes;
};

/// Six tetrahedra per cell: a cone from the cell's first corner over the opposite faces, each cut
/// from its own first corner. Neighbours agree on every face because the order is global.
/// `edge_middle(a, b)` places the node between corners a and b.
TetMesh cut_into_tets(const HexBlocks& blocks,
                      const std::function<Vec3(const Vec3& a, const Vec3& b)>& edge_middle);

}  // namespace peal

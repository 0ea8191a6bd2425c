// A box of cells within a grid, x fastest: where the solid is.
#pragma once
#include <cstddef>

namespace peal {

struct CellBlock {
  int low[3] = {}, count[3] = {};
  std::size_t size() const { return static_cast<std::size_t>(count[0]) * count[1] * count[2]; }
  std::size_t index(int i, int j, int k) const {
    return (static_cast<std::size_t>(k) * count[1] + j) * count[0] + i;
  }
  std::size_t index(const int (&c)[3]) const { return index(c[0], c[1], c[2]); }
  /// From a cell to its next along an axis.
  std::size_t stride(int axis) const {
    return axis == 0 ? 1 : axis == 1 ? static_cast<std::size_t>(count[0]) : index(0, 0, 1);
  }
};

/// Calls visit(i, j, k, index).
template <class Visit>
void each_cell(const CellBlock& block, const Visit& visit) {
  for (int k = 0; k < block.count[2]; ++k)
    for (int j = 0; j < block.count[1]; ++j)
      for (int i = 0; i < block.count[0]; ++i) visit(i, j, k, block.index(i, j, k));
}

/// Calls visit(low, high) with the indices of the two cells that share a face across the axis.
template <class Visit>
void each_face(const CellBlock& block, int axis, const Visit& visit) {
  const std::size_t back = block.stride(axis);
  each_cell(block, [&](int i, int j, int k, std::size_t here) {
    const int c[3] = {i, j, k};
    if (c[axis] > 0) visit(here - back, here);
  });
}

}  // namespace peal

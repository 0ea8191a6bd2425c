// A box of cubic cells in which the wave equation is stepped. Cell (i, j, k) has its pressure in
// the middle; x runs fastest in memory. The outermost cells stay silent. [m]
#pragma once
#include <cmath>
#include <cstddef>

#include "base/vec.h"

namespace peal {

struct WaveGrid {
  Vec3 low;         // corner of cell (0, 0, 0)
  double cell = 0;  // edge of a cell
  int nx = 0, ny = 0, nz = 0;

  std::size_t size() const { return static_cast<std::size_t>(nx) * ny * nz; }
  std::size_t index(int i, int j, int k) const {
    return (static_cast<std::size_t>(k) * ny + j) * nx + i;
  }
  int count(int axis) const { return axis == 0 ? nx : axis == 1 ? ny : nz; }
  Vec3 middle(int i, int j, int k) const { return low + cell * Vec3{i + 0.5, j + 0.5, k + 0.5}; }

  /// A cube around a centre that reaches at least `half` to every side, with an even number of
  /// cells so that the centre is a corner: symmetric bodies stay symmetric on the grid.
  static WaveGrid cube(const Vec3& centre, double half, double cell) {
    const int n = 2 * static_cast<int>(std::ceil(half / cell - 1e-9));
    const double reach = 0.5 * n * cell;
    return {centre - Vec3{reach, reach, reach}, cell, n, n, n};
  }
};

/// The largest stable step of the seven-point scheme is cell / (c sqrt 3); cut cells want a margin.
inline constexpr double kCourant = 0.9;
inline double stable_step(double cell, double speed_of_sound) {
  return kCourant * cell / (speed_of_sound * std::sqrt(3.0));
}

}  // namespace peal

// Pressure between the cells of a grid: cubic interpolation (four cells each way, error of fourth
// order) at fixed places. Places must be two cells away from walls and from the end of the grid.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "base/vec.h"
#include "physics/wave/fdtd/wave_grid.h"

namespace peal {

class GridProbe {
 public:
  /// Stops when a place is too close to the end of the grid.
  GridProbe(const WaveGrid& grid, std::span<const Vec3> places);

  std::size_t size() const { return points_.size(); }
  /// @param field in the grid's order; fills size() values.
  void read(const float* field, std::span<double> out) const;

 private:
  struct Point {
    std::size_t first;  // the lowest of the 64 cells
    std::array<float, 4> x, y, z;
  };
  std::size_t line_, plane_;
  std::vector<Point> points_;
};

}  // namespace peal

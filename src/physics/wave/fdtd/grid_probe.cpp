#include "physics/wave/fdtd/grid_probe.h"

#include "base/error.h"

namespace peal {
namespace {

// Lagrange's weights at -1, 0, 1, 2 for a place 0 <= u < 1.
std::array<float, 4> cubic_weights(double u) {
  return {static_cast<float>(-u * (u - 1) * (u - 2) / 6),
          static_cast<float>((u + 1) * (u - 1) * (u - 2) / 2),
          static_cast<float>(-(u + 1) * u * (u - 2) / 2),
          static_cast<float>((u + 1) * u * (u - 1) / 6)};
}

}  // namespace

GridProbe::GridProbe(const WaveGrid& grid, std::span<const Vec3> places)
    : line_(grid.nx), plane_(static_cast<std::size_t>(grid.nx) * grid.ny) {
  for (const Vec3& place : places) {
    int base[3];
    std::array<float, 4> weights[3];
    for (int a = 0; a < 3; ++a) {
      const double t = (place[a] - grid.low[a]) / grid.cell - 0.5;
      const double below = std::floor(t);
      if (!(below >= 1 && below + 2 < grid.count(a)))
        fail("a probe at ({:.4g}, {:.4g}, {:.4g}) m lies outside the grid", place.x, place.y,
             place.z);
      base[a] = static_cast<int>(below) - 1;
      weights[a] = cubic_weights(t - below);
    }
    points_.push_back({grid.index(base[0], base[1], base[2]), weights[0], weights[1], weights[2]});
  }
}

void GridProbe::read(const float* field, std::span<double> out) const {
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const Point& p = points_[i];
    double sum = 0;
    for (int k = 0; k < 4; ++k)
      for (int j = 0; j < 4; ++j) {
        const float* row = field + p.first + k * plane_ + j * line_;
        const float along =
            (row[0] * p.x[0] + row[1] * p.x[1]) + (row[2] * p.x[2] + row[3] * p.x[3]);
        sum += static_cast<double>(p.z[k] * p.y[j] * along);
      }
    out[i] = sum;
  }
}

}  // namespace peal

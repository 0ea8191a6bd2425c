#include "physics/wave/fdtd/cell_balance.h"

#include <algorithm>

namespace peal {
namespace {

float high_opening(const CutCells& cut, int axis, int i, int j, int k) {
  int c[3] = {i, j, k};
  return ++c[axis] < cut.block.count[axis] ? cut.opening[axis][cut.block.index(c)] : 1.0f;
}

}  // namespace

void enlarge_small_cells(CutCells& cut) {
  const CellBlock& b = cut.block;
  std::vector<float> least(b.size(), 0);
  each_cell(b, [&](int i, int j, int k, std::size_t here) {
    float sum = 0;
    for (int axis = 0; axis < 3; ++axis)
      sum += cut.opening[axis][here] + high_opening(cut, axis, i, j, k);
    least[here] = static_cast<float>(kCourant * kCourant) * sum / 6;
  });
  // All ask before anybody gives, so that the order of the cells does not show: the two halves of a
  // symmetric body keep symmetric cells.
  std::vector<float> asked(b.size(), 0);
  each_cell(b, [&](int i, int j, int k, std::size_t here) {
    const float missing = least[here] - cut.volume[here];
    if (cut.volume[here] == 0 || missing <= 0) return;
    float spare[6], spare_sum = 0;
    std::size_t neighbour[6];
    for (int f = 0; f < 6; ++f) {
      const int axis = f / 2;
      int n[3] = {i, j, k};
      n[axis] += f % 2 ? 1 : -1;
      spare[f] = 0;
      if (n[axis] < 0 || n[axis] >= b.count[axis]) continue;
      neighbour[f] = b.index(n);
      const float opening = cut.opening[axis][f % 2 ? neighbour[f] : here];
      spare[f] = opening * std::max(0.0f, cut.volume[neighbour[f]] - least[neighbour[f]]);
      spare_sum += spare[f];
    }
    if (spare_sum <= 0) return;
    const float part = std::min(1.0f, missing / spare_sum);
    for (int f = 0; f < 6; ++f)
      if (spare[f] > 0) asked[neighbour[f]] += part * spare[f];
  });
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (cut.volume[i] == 0) continue;
    cut.volume[i] = std::max(least[i], cut.volume[i] - asked[i]);
  }
}

std::vector<WallSource> wall_sources(const CutCells& cut, const SolidCells& solid) {
  std::vector<WallSource> sources;
  const WaveGrid& grid = cut.grid;
  each_cell(cut.block, [&](int i, int j, int k, std::size_t here) {
    if (cut.volume[here] == 0) return;
    Vec3 wall;
    for (int axis = 0; axis < 3; ++axis)
      wall[axis] = high_opening(cut, axis, i, j, k) - cut.opening[axis][here];
    if (norm_squared(wall) == 0) return;
    const int* low = cut.block.low;
    const int touches = solid.solid[here].all_crossings();
    const Vec3 place = touches > 0 ? solid.crossing_sum[here] / touches
                                   : grid.middle(i + low[0], j + low[1], k + low[2]);
    const Vec3 turn = cross(place, wall);
    WallSource source;
    source.cell = grid.index(i + low[0], j + low[1], k + low[2]);
    const auto width = static_cast<float>(cut.volume[here] * grid.cell);
    for (int a = 0; a < 3; ++a) {
      source.gain[a] = static_cast<float>(wall[a]) / width;
      source.gain[3 + a] = static_cast<float>(turn[a]) / width;
    }
    sources.push_back(source);
  });
  return sources;
}

}  // namespace peal

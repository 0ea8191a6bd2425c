#include "physics/wave/fdtd/cut_cells.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/error.h"
#include "physics/wave/fdtd/cell_balance.h"
#include "physics/wave/fdtd/cell_parts.h"
#include "physics/wave/fdtd/solid_lines.h"

namespace peal {
namespace {

constexpr double kLeastOpening = 1e-3;
constexpr float kLeastSlab = 0.01f;

class Cutter {
 public:
  Cutter(const TriangleMesh& surface, const WaveGrid& grid) : surface_(surface) {
    cut_.grid = grid;
    cut_.block = block_around(surface, grid);
    cut_.volume.assign(cut_.block.size(), 1.0f);
    for (auto& opening : cut_.opening) opening.assign(cut_.block.size(), 1.0f);
    solid_ = solid_cells(surface, grid, cut_.block);
  }

  CutCells exact() {
    for (int axis = 0; axis < 3; ++axis)
      cut_.opening[axis] = face_openings(surface_, cut_.grid, cut_.block, axis);
    for (std::size_t i = 0; i < cut_.volume.size(); ++i) {
      const float solid = solid_.solid[i].mean();
      cut_.volume[i] = std::clamp(1 - solid, 0.0f, 1.0f);
      cut_.solid_volume += solid * std::pow(cut_.grid.cell, 3);
    }
    keep_one_part();
    drop_slits();
    keep_what_is_outside();
    enlarge_small_cells(cut_);
    cut_.sources = wall_sources(cut_, solid_);
    return std::move(cut_);
  }

  CutCells staircase() {
    for (std::size_t i = 0; i < cut_.volume.size(); ++i) {
      const bool air = solid_.solid[i].mean() < 0.5f;
      cut_.volume[i] = air ? 1 : 0;
      cut_.solid_volume += air ? 0 : std::pow(cut_.grid.cell, 3);
    }
    for (int axis = 0; axis < 3; ++axis)
      each_face(cut_.block, axis, [&](std::size_t low, std::size_t high) {
        cut_.opening[axis][high] = cut_.volume[low] * cut_.volume[high];
      });
    keep_what_is_outside();
    cut_.sources = wall_sources(cut_, solid_);
    return std::move(cut_);
  }

 private:
  // Air so flat along a face of the cell that it lies between the parts and the face: the outermost
  // parts stand for it. Slivers on both sides of a wall cancel in N and are none.
  std::uint64_t slab_part(std::size_t cell) const {
    std::uint64_t best = 0;
    float most = 0.5f;
    for (int axis = 0; axis < 3; ++axis) {
      const std::vector<float>& opening = cut_.opening[axis];
      const float n = opening[cell + cut_.block.stride(axis)] - opening[cell];
      if (std::abs(n) <= most) continue;
      most = std::abs(n);
      best = part_plane(axis, n > 0 ? kCellParts - 1 : 0);
    }
    return best;
  }

  /// -1 or 1: on which side of the grid's middle a cell of the block lies, 0 in it.
  int side_of_centre(std::size_t cell, int axis) const {
    const CellBlock& b = cut_.block;
    const auto at = static_cast<int>(cell / b.stride(axis) % b.count[axis]) + b.low[axis];
    const int twice = 2 * at + 1 - cut_.grid.count(axis);
    return (twice > 0) - (twice < 0);
  }

  // A wall may pass through the middle of a cell, with air on both sides: the cell has one
  // pressure, so it belongs to the larger part and the other is closed.
  void keep_one_part() {
    const std::vector<std::uint64_t>& masks = solid_.masks;
    std::vector<std::uint64_t> kept(masks.size());
    for (std::size_t i = 0; i < masks.size(); ++i) {
      const std::uint64_t air = ~masks[i];
      kept[i] = air;
      if (air != ~0ull) {
        int outward[3];
        for (int axis = 0; axis < 3; ++axis) outward[axis] = side_of_centre(i, axis);
        kept[i] = largest_part(air, outward);
      }
      if (air == 0 && cut_.volume[i] > kLeastSlab) kept[i] = slab_part(i);
      if (kept[i] == 0) cut_.volume[i] = 0;
      if (kept[i] == air || kept[i] == 0 || air == 0) continue;
      ++cut_.closed_parts;
      cut_.volume[i] *= static_cast<float>(std::popcount(kept[i])) / std::popcount(air);
    }
    for (int axis = 0; axis < 3; ++axis)
      each_face(cut_.block, axis, [&](std::size_t low, std::size_t high) {
        float& opening = cut_.opening[axis][high];
        if (cut_.volume[low] == 0 || cut_.volume[high] == 0) {
          opening = 0;
        } else if (masks[low] != 0 || masks[high] != 0) {
          // Air on either side of the face that does not meet is on either side of a wall.
          const int all = face_contacts(~masks[low], ~masks[high], axis);
          const int meet = face_contacts(kept[low], kept[high], axis);
          opening *=
              meet == 0 ? 0 : static_cast<float>(meet) / static_cast<float>(std::max(all, meet));
        }
      });
  }

  void drop_slits() {
    for (auto& opening : cut_.opening)
      for (float& a : opening) a = a < kLeastOpening ? 0 : std::min(a, 1.0f);
  }

  // Air shut up inside the solid is never heard.
  void keep_what_is_outside() {
    const CellBlock& b = cut_.block;
    std::vector<char> reached(b.size(), 0);
    std::vector<std::array<int, 3>> border{{0, 0, 0}};
    reached[0] = 1;
    while (!border.empty()) {
      const std::array<int, 3> c = border.back();
      border.pop_back();
      for (int axis = 0; axis < 3; ++axis)
        for (int way : {-1, 1}) {
          std::array<int, 3> next = c;
          next[axis] += way;
          if (next[axis] < 0 || next[axis] >= b.count[axis]) continue;
          const std::array<int, 3>& face = way > 0 ? next : c;
          const std::size_t to = b.index(next[0], next[1], next[2]);
          if (reached[to] || cut_.opening[axis][b.index(face[0], face[1], face[2])] == 0) continue;
          reached[to] = 1;
          border.push_back(next);
        }
    }
    for (std::size_t i = 0; i < reached.size(); ++i)
      if (!reached[i]) cut_.volume[i] = 0;
    for (int axis = 0; axis < 3; ++axis)
      each_face(b, axis, [&](std::size_t low, std::size_t high) {
        if (cut_.volume[low] == 0 || cut_.volume[high] == 0) cut_.opening[axis][high] = 0;
      });
  }

  const TriangleMesh& surface_;
  CutCells cut_;
  SolidCells solid_;
};

}  // namespace

CutCells cut_cells(const TriangleMesh& surface, const WaveGrid& grid, CutRule rule) {
  if (surface.triangles.empty()) fail("the surface has no triangles");
  Cutter cutter(surface, grid);
  return rule == CutRule::exact ? cutter.exact() : cutter.staircase();
}

}  // namespace peal

#include "wave/cut_cells.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/error.h"
#include "wave/cell_parts.h"
#include "wave/line_crossings.h"

namespace peal {
namespace {

// Lines sit this part of a cell beside their places: faces of boxes often lie on the grid exactly.
constexpr double kAside = 1.2345e-5;
constexpr double kLeastOpening = 1e-3;
constexpr float kLeastSlab = 0.01f;

/// Part of a cell (or of a face) that is solid, as lines along each axis see it. Lines along a wall
/// see it in steps of their distance, those across it exactly: each counts as often as it crosses.
struct SolidPart {
  float part[3] = {};
  int crossings[3] = {};

  int all_crossings() const { return crossings[0] + crossings[1] + crossings[2]; }
  float mean(int skip = -1) const {
    float sum = 0, weight = 0, plain = 0;
    int axes = 0;
    for (int a = 0; a < 3; ++a) {
      if (a == skip) continue;
      sum += static_cast<float>(crossings[a]) * part[a];
      weight += static_cast<float>(crossings[a]);
      plain += part[a];
      ++axes;
    }
    return weight > 0 ? sum / weight : plain / static_cast<float>(axes);
  }
};

class Cutter {
 public:
  Cutter(const TriangleMesh& surface, const WaveGrid& grid) : surface_(surface), grid_(grid) {
    cut_.grid = grid;
    place_block();
    const std::size_t n = cut_.block.size();
    cut_.volume.assign(n, 1.0f);
    for (auto& opening : cut_.opening) opening.assign(n, 1.0f);
    masks_.assign(n, 0);
    solid_.assign(n, {});
    touch_.assign(n, {});
  }

  CutCells exact() {
    for (int axis = 0; axis < 3; ++axis) fill_volumes(axis);
    for (int axis = 0; axis < 3; ++axis) close_faces(axis);
    for (std::size_t i = 0; i < solid_.size(); ++i) {
      const float solid = solid_[i].mean();
      cut_.volume[i] = std::clamp(1 - solid, 0.0f, 1.0f);
      cut_.solid_volume += solid * std::pow(grid_.cell, 3);
    }
    keep_one_part();
    drop_slits();
    keep_what_is_outside();
    find_sources();
    enlarge_small_cells();
    scale_sources();
    return std::move(cut_);
  }

  CutCells staircase() {
    for (int axis = 0; axis < 3; ++axis) fill_volumes(axis);
    for (std::size_t i = 0; i < solid_.size(); ++i) {
      const bool air = solid_[i].mean() < 0.5f;
      cut_.volume[i] = air ? 1 : 0;
      cut_.solid_volume += air ? 0 : std::pow(grid_.cell, 3);
    }
    for (int axis = 0; axis < 3; ++axis)
      each_face(axis, [&](std::size_t low, std::size_t high) {
        cut_.opening[axis][high] = cut_.volume[low] * cut_.volume[high];
      });
    keep_what_is_outside();
    find_sources();
    scale_sources();
    return std::move(cut_);
  }

 private:
  void place_block() {
    Vec3 low = surface_.vertices.front(), high = low;
    for (const Vec3& v : surface_.vertices)
      for (int a = 0; a < 3; ++a)
        low[a] = std::min(low[a], v[a]), high[a] = std::max(high[a], v[a]);
    for (int a = 0; a < 3; ++a) {
      const double from = std::floor((low[a] - grid_.low[a]) / grid_.cell - 1.01);
      const double to = std::ceil((high[a] - grid_.low[a]) / grid_.cell + 1.01);
      if (!(from >= 1 && to <= grid_.count(a) - 1))
        fail("the body, {:.4g} m wide, does not fit into the grid of {} cells of {:.3g} m",
             high[a] - low[a], grid_.count(a), grid_.cell);
      cut_.block.low[a] = static_cast<int>(from);
      cut_.block.count[a] = static_cast<int>(to - from);
    }
  }

  double block_low(int axis) const { return grid_.low[axis] + cut_.block.low[axis] * grid_.cell; }
  std::size_t at(const int (&c)[3]) const { return cut_.block.index(c[0], c[1], c[2]); }

  // A stretch of a line inside the solid, in cells of the block.
  struct Stretch {
    double begin, end;
    int first, last;  // cells that hold the two ends
    float within(int cell) const {
      return static_cast<float>(std::min(end, cell + 1.0) - std::max(begin, cell + 0.0));
    }
  };
  Stretch stretch(int axis, double from, double to) const {
    const double begin = (from - block_low(axis)) / grid_.cell;
    const double end = (to - block_low(axis)) / grid_.cell;
    const auto cell_of = [&](double t) {
      return std::clamp(static_cast<int>(std::floor(t)), 0, cut_.block.count[axis] - 1);
    };
    return {begin, end, cell_of(begin), cell_of(end)};
  }

  // Lines through the middles of the parts of all cells: volume, parts, and where the wall is.
  void fill_volumes(int axis) {
    const int b = (axis + 1) % 3, c = (axis + 2) % 3;
    const double fine = grid_.cell / kCellParts;
    const double aside = kAside * grid_.cell;
    const LineLattice lattice{axis,
                              block_low(b) + 0.5 * fine + aside,
                              fine,
                              block_low(c) + 0.5 * fine - 1.3 * aside,
                              fine,
                              cut_.block.count[b] * kCellParts,
                              cut_.block.count[c] * kCellParts};
    const float share = 1.0f / (kCellParts * kCellParts);
    cross_lines(surface_, lattice, [&](int iu, int iv, double from, double to) {
      int cell[3], part[3];
      cell[b] = iu / kCellParts, part[b] = iu % kCellParts;
      cell[c] = iv / kCellParts, part[c] = iv % kCellParts;
      const Stretch solid_part = stretch(axis, from, to);
      for (int i = solid_part.first; i <= solid_part.last; ++i) {
        cell[axis] = i;
        const std::size_t here = at(cell);
        solid_[here].part[axis] += share * solid_part.within(i);
        if (axis != 0) continue;
        for (part[0] = 0; part[0] < kCellParts; ++part[0]) {
          const double middle = i + (part[0] + 0.5) / kCellParts;
          if (middle >= solid_part.begin && middle < solid_part.end)
            masks_[here] |= part_bit(part[0], part[1], part[2]);
        }
      }
      for (const bool leaving : {false, true}) {
        cell[axis] = leaving ? solid_part.last : solid_part.first;
        Vec3 touch;
        touch[axis] = block_low(axis) + (leaving ? solid_part.end : solid_part.begin) * grid_.cell;
        touch[b] = lattice.u0 + iu * lattice.du;
        touch[c] = lattice.v0 + iv * lattice.dv;
        touch_[at(cell)] += touch;
        ++solid_[at(cell)].crossings[axis];
      }
    });
  }

  // Lines in the planes of the faces with this normal, along both other axes.
  void close_faces(int normal) {
    std::vector<SolidPart> solid(cut_.block.size());
    for (const int axis : {(normal + 1) % 3, (normal + 2) % 3}) cross_faces(normal, axis, solid);
    for (std::size_t i = 0; i < solid.size(); ++i)
      cut_.opening[normal][i] = std::clamp(1 - solid[i].mean(normal), 0.0f, 1.0f);
  }

  void cross_faces(int normal, int axis, std::vector<SolidPart>& solid) const {
    const int b = (axis + 1) % 3, c = (axis + 2) % 3;  // one of them is the normal
    constexpr int kLines = 8;
    const double fine = grid_.cell / kLines, aside = kAside * grid_.cell;
    const auto from_of = [&](int a) {
      return block_low(a) + (a == normal ? aside : 0.5 * fine - 0.7 * aside);
    };
    const auto step_of = [&](int a) { return a == normal ? grid_.cell : fine; };
    const int per_b = b == normal ? 1 : kLines, per_c = c == normal ? 1 : kLines;
    const LineLattice lattice{axis,
                              from_of(b),
                              step_of(b),
                              from_of(c),
                              step_of(c),
                              cut_.block.count[b] * per_b,
                              cut_.block.count[c] * per_c};
    cross_lines(surface_, lattice, [&](int iu, int iv, double from, double to) {
      int cell[3];
      cell[b] = iu / per_b;
      cell[c] = iv / per_c;
      const Stretch solid_part = stretch(axis, from, to);
      for (int i = solid_part.first; i <= solid_part.last; ++i) {
        cell[axis] = i;
        solid[at(cell)].part[axis] += solid_part.within(i) / kLines;
      }
      for (const int end : {solid_part.first, solid_part.last}) {
        cell[axis] = end;
        ++solid[at(cell)].crossings[axis];
      }
    });
  }

  template <class Visit>
  void each_face(int axis, const Visit& visit) const {
    const CellBlock& b = cut_.block;
    const std::size_t back = axis == 0 ? 1 : axis == 1 ? b.count[0] : b.index(0, 0, 1);
    int c[3];
    for (c[2] = 0; c[2] < b.count[2]; ++c[2])
      for (c[1] = 0; c[1] < b.count[1]; ++c[1])
        for (c[0] = 0; c[0] < b.count[0]; ++c[0])
          if (c[axis] > 0) visit(at(c) - back, at(c));
  }

  // Air so flat along a face of the cell that it lies between the parts and the face: the outermost
  // parts stand for it. Slivers on both sides of a wall cancel in N and are none.
  std::uint64_t slab_part(std::size_t cell) const {
    const CellBlock& b = cut_.block;
    const std::size_t on[3] = {1, static_cast<std::size_t>(b.count[0]), b.index(0, 0, 1)};
    std::uint64_t best = 0;
    float most = 0.5f;
    for (int axis = 0; axis < 3; ++axis) {
      const float n = cut_.opening[axis][cell + on[axis]] - cut_.opening[axis][cell];
      if (std::abs(n) <= most) continue;
      most = std::abs(n);
      best = part_plane(axis, n > 0 ? kCellParts - 1 : 0);
    }
    return best;
  }

  // A wall may pass through the middle of a cell, with air on both sides: the cell has one
  // pressure, so it belongs to the larger part and the other is closed.
  void keep_one_part() {
    std::vector<std::uint64_t> kept(masks_.size());
    for (std::size_t i = 0; i < masks_.size(); ++i) {
      const std::uint64_t air = ~masks_[i];
      kept[i] = air == ~0ull ? air : largest_part(air);
      if (air == 0 && cut_.volume[i] > kLeastSlab) kept[i] = slab_part(i);
      if (kept[i] == 0) cut_.volume[i] = 0;
      if (kept[i] == air || kept[i] == 0 || air == 0) continue;
      ++cut_.closed_parts;
      cut_.volume[i] *= static_cast<float>(std::popcount(kept[i])) / std::popcount(air);
    }
    for (int axis = 0; axis < 3; ++axis)
      each_face(axis, [&](std::size_t low, std::size_t high) {
        float& opening = cut_.opening[axis][high];
        if (cut_.volume[low] == 0 || cut_.volume[high] == 0) {
          opening = 0;
        } else if (masks_[low] != 0 || masks_[high] != 0) {
          // Air on either side of the face that does not meet is on either side of a wall.
          const int all = face_contacts(~masks_[low], ~masks_[high], axis);
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
      each_face(axis, [&](std::size_t low, std::size_t high) {
        if (cut_.volume[low] == 0 || cut_.volume[high] == 0) cut_.opening[axis][high] = 0;
      });
  }

  float high_opening(int axis, int i, int j, int k) const {
    int c[3] = {i, j, k};
    return ++c[axis] < cut_.block.count[axis] ? cut_.opening[axis][at(c)] : 1.0f;
  }

  template <class Visit>
  void each_cell(const Visit& visit) const {
    const CellBlock& b = cut_.block;
    for (int k = 0; k < b.count[2]; ++k)
      for (int j = 0; j < b.count[1]; ++j)
        for (int i = 0; i < b.count[0]; ++i) visit(i, j, k, b.index(i, j, k));
  }

  void find_sources() {
    each_cell([&](int i, int j, int k, std::size_t here) {
      if (cut_.volume[here] == 0) return;
      Vec3 wall;
      const int c[3] = {i, j, k};
      for (int axis = 0; axis < 3; ++axis)
        wall[axis] = high_opening(axis, c[0], c[1], c[2]) - cut_.opening[axis][here];
      if (norm_squared(wall) == 0) return;
      const int* low = cut_.block.low;
      const int touches = solid_[here].all_crossings();
      const Vec3 place =
          touches > 0 ? touch_[here] / touches : grid_.middle(i + low[0], j + low[1], k + low[2]);
      const Vec3 turn = cross(place, wall);
      WallSource source;
      source.cell = grid_.index(i + low[0], j + low[1], k + low[2]);
      for (int a = 0; a < 3; ++a) {
        source.gain[a] = static_cast<float>(wall[a]);
        source.gain[3 + a] = static_cast<float>(turn[a]);
      }
      cut_.sources.push_back(source);
      source_cells_.push_back(here);
    });
  }

  void scale_sources() {
    for (std::size_t s = 0; s < cut_.sources.size(); ++s)
      for (float& gain : cut_.sources[s].gain)
        gain /= static_cast<float>(cut_.volume[source_cells_[s]] * grid_.cell);
  }

  // Stable when V >= courant^2 sum A / 6 (Gershgorin's bound on the largest frequency).
  void enlarge_small_cells() {
    const CellBlock& b = cut_.block;
    std::vector<float> least(b.size(), 0);
    each_cell([&](int i, int j, int k, std::size_t here) {
      float sum = 0;
      for (int axis = 0; axis < 3; ++axis)
        sum += cut_.opening[axis][here] + high_opening(axis, i, j, k);
      least[here] = static_cast<float>(kCourant * kCourant) * sum / 6;
    });
    each_cell([&](int i, int j, int k, std::size_t here) {
      float missing = least[here] - cut_.volume[here];
      if (cut_.volume[here] == 0 || missing <= 0) return;
      cut_.volume[here] = least[here];
      const int c[3] = {i, j, k};
      float spare[6], spare_sum = 0;
      std::size_t neighbour[6];
      for (int f = 0; f < 6; ++f) {
        const int axis = f / 2;
        int n[3] = {i, j, k};
        n[axis] += f % 2 ? 1 : -1;
        spare[f] = 0;
        if (n[axis] < 0 || n[axis] >= b.count[axis]) continue;
        neighbour[f] = at(n);
        const float opening =
            f % 2 ? cut_.opening[axis][at(n)] : cut_.opening[axis][b.index(c[0], c[1], c[2])];
        spare[f] = opening * std::max(0.0f, cut_.volume[at(n)] - least[at(n)]);
        spare_sum += spare[f];
      }
      if (spare_sum <= 0) return;
      const float part = std::min(1.0f, missing / spare_sum);
      for (int f = 0; f < 6; ++f)
        if (spare[f] > 0) cut_.volume[neighbour[f]] -= part * spare[f];
    });
  }

  const TriangleMesh& surface_;
  const WaveGrid& grid_;
  CutCells cut_;
  std::vector<std::uint64_t> masks_;  // solid parts of each cell
  std::vector<SolidPart> solid_;
  std::vector<Vec3> touch_;                // sum of the places where lines pass the wall
  std::vector<std::size_t> source_cells_;  // block index of each source
};

}  // namespace

CutCells cut_cells(const TriangleMesh& surface, const WaveGrid& grid, CutRule rule) {
  if (surface.triangles.empty()) fail("the surface has no triangles");
  Cutter cutter(surface, grid);
  return rule == CutRule::exact ? cutter.exact() : cutter.staircase();
}

}  // namespace peal

#include "physics/wave/fdtd/solid_lines.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "physics/wave/fdtd/cell_parts.h"
#include "physics/wave/fdtd/line_crossings.h"

namespace peal {
namespace {

// Faces of boxes often lie on the grid exactly, and lines must not lie in them. All are moved by
// this part of their distance from the grid's middle: what is symmetric about it stays symmetric.
constexpr double kAside = 1.2345e-5;

// A stretch of a line inside the solid, in cells of the block.
struct Stretch {
  double begin, end;
  int first, last;  // cells that hold the two ends
  float within(int cell) const {
    return static_cast<float>(std::min(end, cell + 1.0) - std::max(begin, cell + 0.0));
  }
};

class Lines {
 public:
  Lines(const TriangleMesh& surface, const WaveGrid& grid, const CellBlock& block)
      : surface_(surface), grid_(grid), block_(block) {}

  void fill_cells(int axis, SolidCells& out) const {
    const int b = (axis + 1) % 3, c = (axis + 2) % 3;
    const double fine = grid_.cell / kCellParts;
    const LineLattice lattice{axis,
                              aside(b, block_low(b) + 0.5 * fine, kAside),
                              fine * (1 + kAside),
                              aside(c, block_low(c) + 0.5 * fine, -1.3 * kAside),
                              fine * (1 - 1.3 * kAside),
                              block_.count[b] * kCellParts,
                              block_.count[c] * kCellParts};
    const float share = 1.0f / (kCellParts * kCellParts);
    cross_lines(surface_, lattice, [&](int iu, int iv, double from, double to) {
      int cell[3], part[3];
      cell[b] = iu / kCellParts, part[b] = iu % kCellParts;
      cell[c] = iv / kCellParts, part[c] = iv % kCellParts;
      const Stretch solid_part = stretch(axis, from, to);
      for (int i = solid_part.first; i <= solid_part.last; ++i) {
        cell[axis] = i;
        const std::size_t here = block_.index(cell);
        out.solid[here].part[axis] += share * solid_part.within(i);
        if (axis != 0) continue;
        for (part[0] = 0; part[0] < kCellParts; ++part[0]) {
          const double middle = i + (part[0] + 0.5) / kCellParts;
          if (middle >= solid_part.begin && middle < solid_part.end)
            out.masks[here] |= part_bit(part[0], part[1], part[2]);
        }
      }
      for (const bool leaving : {false, true}) {
        cell[axis] = leaving ? solid_part.last : solid_part.first;
        Vec3 crossing;
        crossing[axis] =
            block_low(axis) + (leaving ? solid_part.end : solid_part.begin) * grid_.cell;
        crossing[b] = lattice.u0 + iu * lattice.du;
        crossing[c] = lattice.v0 + iv * lattice.dv;
        out.crossing_sum[block_.index(cell)] += crossing;
        ++out.solid[block_.index(cell)].crossings[axis];
      }
    });
  }

  void fill_faces(int normal, int axis, std::vector<SolidPart>& solid) const {
    const int b = (axis + 1) % 3, c = (axis + 2) % 3;  // one of them is the normal
    constexpr int kLines = 8;
    const double fine = grid_.cell / kLines;
    const auto by = [&](int a) { return a == normal ? kAside : -0.7 * kAside; };
    const auto from_of = [&](int a) {
      return aside(a, block_low(a) + (a == normal ? 0 : 0.5 * fine), by(a));
    };
    const auto step_of = [&](int a) { return (a == normal ? grid_.cell : fine) * (1 + by(a)); };
    const int per_b = b == normal ? 1 : kLines, per_c = c == normal ? 1 : kLines;
    const LineLattice lattice{axis,
                              from_of(b),
                              step_of(b),
                              from_of(c),
                              step_of(c),
                              block_.count[b] * per_b,
                              block_.count[c] * per_c};
    cross_lines(surface_, lattice, [&](int iu, int iv, double from, double to) {
      int cell[3];
      cell[b] = iu / per_b;
      cell[c] = iv / per_c;
      const Stretch solid_part = stretch(axis, from, to);
      for (int i = solid_part.first; i <= solid_part.last; ++i) {
        cell[axis] = i;
        solid[block_.index(cell)].part[axis] += solid_part.within(i) / kLines;
      }
      for (const int end : {solid_part.first, solid_part.last}) {
        cell[axis] = end;
        ++solid[block_.index(cell)].crossings[axis];
      }
    });
  }

 private:
  double block_low(int axis) const { return grid_.low[axis] + block_.low[axis] * grid_.cell; }
  double aside(int axis, double place, double by) const {
    const double middle = grid_.low[axis] + 0.5 * grid_.count(axis) * grid_.cell;
    return middle + (place - middle) * (1 + by);
  }

  Stretch stretch(int axis, double from, double to) const {
    const double begin = (from - block_low(axis)) / grid_.cell;
    const double end = (to - block_low(axis)) / grid_.cell;
    // An end on a face of cells belongs to the solid one, at both ends.
    constexpr double kOnFace = 1e-9;
    const auto within = [&](double cell) {
      return std::clamp(static_cast<int>(cell), 0, block_.count[axis] - 1);
    };
    const int first = within(std::floor(begin + kOnFace));
    return {begin, end, first, std::max(first, within(std::ceil(end - kOnFace) - 1))};
  }

  const TriangleMesh& surface_;
  const WaveGrid& grid_;
  const CellBlock& block_;
};

}  // namespace

float SolidPart::mean(int skip) const {
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

CellBlock block_around(const TriangleMesh& surface, const WaveGrid& grid) {
  Vec3 low = surface.vertices.front(), high = low;
  for (const Vec3& v : surface.vertices)
    for (int a = 0; a < 3; ++a) low[a] = std::min(low[a], v[a]), high[a] = std::max(high[a], v[a]);
  CellBlock block;
  for (int a = 0; a < 3; ++a) {
    const double from = std::floor((low[a] - grid.low[a]) / grid.cell - 1.01);
    const double to = std::ceil((high[a] - grid.low[a]) / grid.cell + 1.01);
    if (!(from >= 1 && to <= grid.count(a) - 1))
      fail("the body, {:.4g} m wide, does not fit into the grid of {} cells of {:.3g} m",
           high[a] - low[a], grid.count(a), grid.cell);
    block.low[a] = static_cast<int>(from);
    block.count[a] = static_cast<int>(to - from);
  }
  return block;
}

SolidCells solid_cells(const TriangleMesh& surface, const WaveGrid& grid, const CellBlock& block) {
  SolidCells out;
  out.solid.resize(block.size()), out.masks.resize(block.size()),
      out.crossing_sum.resize(block.size());
  for (int axis = 0; axis < 3; ++axis) Lines(surface, grid, block).fill_cells(axis, out);
  return out;
}

std::vector<float> face_openings(const TriangleMesh& surface, const WaveGrid& grid,
                                 const CellBlock& block, int normal) {
  std::vector<SolidPart> solid(block.size());
  for (const int axis : {(normal + 1) % 3, (normal + 2) % 3})
    Lines(surface, grid, block).fill_faces(normal, axis, solid);
  std::vector<float> openings(solid.size());
  for (std::size_t i = 0; i < solid.size(); ++i)
    openings[i] = std::clamp(1 - solid[i].mean(normal), 0.0f, 1.0f);
  return openings;
}

}  // namespace peal

// Bar, box, plate and undercut bar: mapped grids.
#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"
#include "physics/meshing/hex_blocks.h"
#include "physics/meshing/mesh_density.h"
#include "physics/meshing/shape_mesh.h"
#include "physics/meshing/shape_meshers.h"

namespace peal {
namespace {

/// Torsion decides about the cells across a section, bending about those along the length.
struct BarRule {
  int across;      // layers through a bar; a sheet (thinner than 1/40 of its length) has one
  double wide;     // cells wanted over the second size
  double lengthy;  // cells wanted over the length of a bar; a sheet follows kAlong
  double least;    // cells over the longest size of a compact body
};
constexpr std::array<BarRule, 3> kBarRules{{{1, 2, 10, 3}, {2, 4, 16, 5}, {2, 6, 28, 8}}};
constexpr double kSheet = 1.0 / 40;

/// Lattice coordinate 0 .. cells => -length/2 .. length/2, all cells equal but, when rim > 0 [m],
/// the first and the last.
double along(double at, int cells, double length, double rim) {
  if (rim == 0 || cells < 4) return length * (at / cells - 0.5);
  if (at <= 1) return rim * at - length / 2;
  if (at >= cells - 1) return length / 2 - rim * (cells - at);
  return (length - 2 * rim) * ((at - 1) / (cells - 2) - 0.5);
}

SolidMesh grid(const char* what, const Vec3& size, const BarCells& cells, double rim = 0) {
  HexBlocks blocks(what, norm(size));
  const double thin = std::min({size.x, size.y, size.z});
  const auto place = [&](double at, int count, double length) {
    return along(at, count, length, length > thin ? rim : 0);
  };
  blocks.add_block({cells.x, cells.y, cells.z}, [&](const Vec3& at) {
    return Vec3{place(at.x, cells.x, size.x), place(at.y, cells.y, size.y),
                place(at.z, cells.z, size.z)};
  });
  return blocks.finish();
}

/// At a clamped or free edge of a sheet the stress changes within one thickness; cells 0.4
/// thicknesses wide there take a clamped plate's error from 0.7 % to 0.1 % (4 mm, 200 mm).
SolidMesh sheet_or_bar(const char* what, const Vec3& size, MeshLevel level) {
  BarCells cells = bar_cells(size, level);
  const double thin = std::min({size.x, size.y, size.z});
  const double edge = std::max({size.x / cells.x, size.y / cells.y, size.z / cells.z});
  std::array sorted{size.x, size.y, size.z};
  std::sort(sorted.begin(), sorted.end());
  if (level == MeshLevel::draft || sorted[0] > kSheet * sorted[1] || edge < 0.8 * thin)
    return grid(what, size, cells);
  for (int* count : {&cells.x, &cells.y, &cells.z})
    if (*count > 1) *count += 2;
  return grid(what, size, cells, 0.4 * thin);
}

}  // namespace

BarCells bar_cells(const Vec3& size, MeshLevel level) {
  for (int i = 0; i < 3; ++i)
    if (!(size[i] > 0) || !std::isfinite(size[i]))
      fail("a bar needs three sizes > 0 m, got ({}, {}, {})", size.x, size.y, size.z);
  std::array<int, 3> axis{0, 1, 2};  // from thin to long
  std::stable_sort(axis.begin(), axis.end(), [&](int a, int b) { return size[a] < size[b]; });
  const double thin = size[axis[0]], wide = size[axis[1]], lengthy = size[axis[2]];
  const BarRule& rule = kBarRules[static_cast<int>(level)];
  // The broader a bar, the more of its first modes bend both ways, as those of a plate do.
  const double along =
      std::lerp(rule.lengthy, of_level(kAlong, level), std::min(1.0, 1.5 * wide / lengthy));
  const bool sheet = thin < kSheet * wide;
  const int across = sheet ? 1 : rule.across;
  const double first_modes = std::max(lengthy / along, thin / across);
  const double edge = std::max(wall_edge(level, first_modes, thin, wide * lengthy),
                               std::min(first_modes, thin / across));
  const auto count = [&](double length, double wanted, int least) {
    return std::max(cell_count(length, wanted, least), cell_count(rule.least * length, lengthy));
  };
  std::array<int, 3> cells;
  cells[axis[0]] = count(thin, thin / across, across);
  cells[axis[1]] = count(wide, std::min(edge, std::max(wide / rule.wide, thin / across)), across);
  cells[axis[2]] = count(lengthy, edge, across);
  return {cells[0], cells[1], cells[2]};
}

SolidMesh mesh_shape(const BarShape& bar, const BarCells& cells) {
  return grid("bar", bar.size, cells);
}

SolidMesh mesh_of(const BarShape& bar, MeshLevel level) {
  return sheet_or_bar("bar", bar.size, level);
}
SolidMesh mesh_of(const BoxShape& box, MeshLevel level) {
  return sheet_or_bar("box", box.size, level);
}
SolidMesh mesh_of(const PlateShape& plate, MeshLevel level) {
  const Vec3 size{plate.length, plate.thickness, plate.width};
  return sheet_or_bar("plate", size, level);
}

SolidMesh mesh_of(const UndercutBarShape& bar, MeshLevel level) {
  const BarCells cells = bar_cells({bar.length, bar.height, bar.width}, level);
  // Cells end in the middle and at the ends of the cut.
  const double half = bar.length / 2, edge = bar.length / cells.x;
  const int cut = cell_count(bar.half_cut, edge, 2), end = cell_count(half - bar.half_cut, edge);
  const auto x = [&](double i) {
    const double out = std::abs(i - cut - end);
    const double at = out < cut ? bar.half_cut * out / cut
                                : bar.half_cut + (half - bar.half_cut) * (out - cut) / end;
    return i < cut + end ? -at : at;
  };
  const auto height = [&](double at) {
    const double out = std::abs(at) / bar.half_cut;
    return out >= 1
               ? bar.height
               : bar.middle_height + (bar.height - bar.middle_height) * std::pow(out, bar.power);
  };
  HexBlocks blocks("undercut bar", norm(Vec3{bar.length, bar.height, bar.width}));
  blocks.add_block({2 * (cut + end), cells.y, cells.z}, [&](const Vec3& at) {
    const double along = x(at.x);
    return Vec3{along, bar.height / 2 - height(along) * (1 - at.y / cells.y),
                bar.width * (at.z / cells.z - 0.5)};
  });
  return blocks.finish();
}

}  // namespace peal

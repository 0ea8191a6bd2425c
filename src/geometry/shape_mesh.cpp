#include "geometry/shape_mesh.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/constants.h"
#include "base/error.h"
#include "geometry/hex_blocks.h"

namespace peal {
namespace {

int odd_count(std::initializer_list<int> indices) {
  int count = 0;
  for (const int i : indices) count += i % 2;
  return count;
}

Vec3 straight_middle(const Vec3& a, const Vec3& b) { return 0.5 * (a + b); }

/// Corner (i, j, k), 0 or 1 each, of a cell at position i + 2 j + 4 k.
template <class Corner>
std::array<int, 8> cell(const Corner& corner) {
  std::array<int, 8> hex;
  for (int p = 0; p < 8; ++p) hex[p] = corner(p & 1, (p >> 1) & 1, p >> 2);
  return hex;
}

void check_cells(std::initializer_list<int> counts, double tets) {
  for (const int n : counts)
    if (n < 1) fail("a mesh needs at least one cell per direction, got {}", n);
  if (tets > kMaxTets)
    fail("this mesh would have {:.0f} tetrahedra, more than the limit of {}", tets, kMaxTets);
}

void check_size(const BarShape& bar) {
  for (int i = 0; i < 3; ++i)
    if (!(bar.size[i] > 0) || !std::isfinite(bar.size[i]))
      fail("a bar needs three sizes > 0 m, got ({}, {}, {})", bar.size.x, bar.size.y, bar.size.z);
}

/// Torsion decides about the cells across a section, bending about those along the length; measured
/// errors are in docs/theory/modes.md. Edges count in thicknesses of the bar.
struct BarRule {
  int across;         // cells through the thickness, at least
  int wide, lengthy;  // cells wanted over the second and the longest size
  int least;          // cells over the longest size of a compact body
  double longest_edge;
};
constexpr BarRule kNormalBar{2, 8, 20, 6, 2.0};
constexpr BarRule kFineBar{3, 12, 30, 8, 1.5};
constexpr double kLockingEdge = 3;

/// Positions of the wrapped sphere: a slightly bulged inner cube and layers towards the unit
/// sphere.
class BallMap {
 public:
  explicit BallMap(const SphereCells& cells) : cells_(cells) {}

  /// Lattice point of the inner cube (0..core each) pushed out to `layer`.
  Vec3 operator()(int i, int j, int k, int layer) const {
    const Vec3 q{coordinate(i), coordinate(j), coordinate(k)};
    const double reach = std::max({std::abs(q.x), std::abs(q.y), std::abs(q.z)});
    // Equal angles instead of equal steps: the outer cells become nearly equal.
    const Vec3 direction =
        normalized(Vec3{std::tan(kPi / 4 * q.x), std::tan(kPi / 4 * q.y), std::tan(kPi / 4 * q.z)});
    const Vec3 inner = kCore * ((1 - kBulge) * q + kBulge * kRound * reach * direction);
    if (layer == 0) return inner;
    const double outwards = static_cast<double>(layer) / cells_.layers;
    return layer == cells_.layers ? direction : (1 - outwards) * inner + outwards * direction;
  }

 private:
  static constexpr double kCore = 0.42;   // half edge of the inner cube / radius
  static constexpr double kBulge = 0.4;   // 0 = cube, 1 = ball
  static constexpr double kRound = 1.35;  // radius of that ball / half edge
  double coordinate(int i) const { return 2.0 * i / cells_.core - 1; }
  SphereCells cells_;
};

}  // namespace

BarCells bar_cells(const BarShape& bar, MeshLevel level) {
  check_size(bar);
  std::array<int, 3> axis{0, 1, 2};  // from thin to long
  std::stable_sort(axis.begin(), axis.end(),
                   [&](int a, int b) { return bar.size[a] < bar.size[b]; });
  const double thin = bar.size[axis[0]], wide = bar.size[axis[1]], lengthy = bar.size[axis[2]];
  const BarRule rule = level == MeshLevel::fine ? kFineBar : kNormalBar;
  // A nearly square section has no broad side whose cells would help its torsion.
  const int across = rule.across + (wide < 1.5 * thin);
  double long_edge = std::clamp(lengthy / rule.lengthy, thin / across, rule.longest_edge * thin);
  double wide_edge = std::clamp(wide / rule.wide, thin / across, long_edge);
  for (;; wide_edge *= 1.1, long_edge *= 1.1) {
    const auto count = [&](double length, double edge, int least) {
      return std::max({static_cast<int>(std::ceil(length / edge - 1e-9)), least,
                       static_cast<int>(std::ceil(rule.least * length / lengthy - 1e-9))});
    };
    if (lengthy / long_edge * (wide / wide_edge) > 1e7)
      fail("a bar of {:g} x {:g} x {:g} m is too thin to be meshed as a solid; make it thicker",
           bar.size.x, bar.size.y, bar.size.z);
    std::array<int, 3> cells;
    cells[axis[0]] = count(thin, thin / across, across);
    cells[axis[1]] = count(wide, wide_edge, across);
    cells[axis[2]] = count(lengthy, long_edge, across);
    const double tets = 6.0 * cells[0] * cells[1] * cells[2];
    if (tets <= kMaxTets) return {cells[0], cells[1], cells[2]};
    // Longer edges than this lock: the mesh would be small and its frequencies wrong.
    if (std::max(wide_edge, long_edge) * 1.1 > kLockingEdge * thin)
      fail(
          "a bar of {:g} x {:g} x {:g} m is too thin: a mesh that does not falsify its frequencies "
          "needs {:.0f} tetrahedra, more than the limit of {}; make it thicker or smaller{}",
          bar.size.x, bar.size.y, bar.size.z, tets, kMaxTets,
          level == MeshLevel::fine ? ", or use the normal mesh" : "");
  }
}

SphereCells sphere_cells(MeshLevel level) {
  return level == MeshLevel::fine ? SphereCells{6, 3} : SphereCells{4, 2};
}

TetMesh mesh_shape(const BarShape& bar, const BarCells& cells) {
  check_size(bar);
  check_cells({cells.x, cells.y, cells.z}, 6.0 * cells.x * cells.y * cells.z);
  HexBlocks blocks;
  const auto index = [&](int i, int j, int k) {
    return (k * (cells.y + 1) + j) * (cells.x + 1) + i;
  };
  for (int k = 0; k <= cells.z; ++k)
    for (int j = 0; j <= cells.y; ++j)
      for (int i = 0; i <= cells.x; ++i) {
        blocks.corners.push_back({bar.size.x * (static_cast<double>(i) / cells.x - 0.5),
                                  bar.size.y * (static_cast<double>(j) / cells.y - 0.5),
                                  bar.size.z * (static_cast<double>(k) / cells.z - 0.5)});
        blocks.rank.push_back(odd_count({i, j, k}));
      }
  for (int k = 0; k < cells.z; ++k)
    for (int j = 0; j < cells.y; ++j)
      for (int i = 0; i < cells.x; ++i)
        blocks.hexes.push_back(
            cell([&](int a, int b, int c) { return index(i + a, j + b, k + c); }));
  TetMesh mesh = cut_into_tets(blocks, straight_middle);
  check_mesh(mesh);
  return mesh;
}

TetMesh mesh_shape(const SphereShape& sphere, const SphereCells& cells) {
  const double radius = sphere.radius;
  if (!(radius > 0) || !std::isfinite(radius))
    fail("a sphere needs a radius > 0 m, got {}", radius);
  const int n = cells.core, m = cells.layers;
  check_cells({n, m}, 6.0 * n * n * (n + 6.0 * m));
  HexBlocks blocks;
  const BallMap position(cells);
  std::map<std::array<int, 4>, int> known;
  const auto corner = [&](int i, int j, int k, int layer) {
    const auto [at, added] = known.try_emplace({i, j, k, layer}, blocks.corners.size());
    if (added) {
      blocks.corners.push_back(radius * position(i, j, k, layer));
      blocks.rank.push_back(odd_count({i, j, k, layer}));
    }
    return at->second;
  };
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        blocks.hexes.push_back(
            cell([&](int a, int b, int c) { return corner(i + a, j + b, k + c, 0); }));
  for (int axis = 0; axis < 3; ++axis)
    for (const int side : {0, n})
      for (int layer = 0; layer < m; ++layer)
        for (int v = 0; v < n; ++v)
          for (int u = 0; u < n; ++u)
            blocks.hexes.push_back(cell([&](int a, int b, int c) {
              std::array<int, 3> at;
              at[axis] = side, at[(axis + 1) % 3] = u + a, at[(axis + 2) % 3] = v + b;
              return corner(at[0], at[1], at[2], layer + c);
            }));
  // An edge whose two ends are on the sphere bends with it; all others stay straight.
  const auto middle = [&](const Vec3& a, const Vec3& b) {
    const double skin = radius * (1 - 1e-9);
    const Vec3 half = 0.5 * (a + b);
    return norm(a) > skin && norm(b) > skin ? normalized(half) * radius : half;
  };
  TetMesh mesh = cut_into_tets(blocks, middle);
  check_mesh(mesh);
  return mesh;
}

TetMesh mesh_shape(const Shape& shape, MeshLevel level) {
  if (const auto* sphere = std::get_if<SphereShape>(&shape))
    return mesh_shape(*sphere, sphere_cells(level));
  const auto& bar = std::get<BarShape>(shape);
  return mesh_shape(bar, bar_cells(bar, level));
}

}  // namespace peal

// Coin, key and table top: cells of a plane, extruded.
#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "physics/meshing/hex_blocks.h"
#include "physics/meshing/lathe.h"
#include "physics/meshing/mesh_density.h"
#include "physics/meshing/shape_meshers.h"

namespace peal {

SolidMesh mesh_of(const CoinShape& coin, MeshLevel level) {
  const bool rim = coin.rim_width > 0 && coin.field_thickness < coin.thickness;
  const double field = rim ? coin.field_thickness : coin.thickness;
  const double inner = rim ? coin.radius - coin.rim_width : coin.radius;
  const double edge = wall_edge(level, edge_around(level, coin.radius, coin.radius), field,
                                kPi * coin.radius * coin.radius);
  LathedWall wall{rim ? 2 : 1, true, [&](double s, double v) {
                    const double r = s <= 1 ? s * inner : inner + (s - 1) * coin.rim_width;
                    return SectionPoint{r, field * (v - 0.5)};
                  }};
  const LathedCells cells = lathed_cells(wall, edge, sector_count(coin.radius, edge));
  HexBlocks blocks("coin", 2 * coin.radius);
  blocks.add_layers(cells.all(), wall_layers(field, edge), [&](const PlanePoint& at, double v) {
    return around_axis(wall.section(at.a, v), at.b);
  });
  if (rim)
    for (const double side : {-1.0, 1.0})
      blocks.add_layers(cells.segment[1], 1, [&](const PlanePoint& at, double v) {
        const double y = side * (field + v * (coin.thickness - field)) / 2;
        return around_axis({wall.section(at.a, 0).r, y}, at.b);
      });
  return blocks.finish();
}

SolidMesh mesh_of(const TableTopShape& top, MeshLevel level) {
  const double edge = wall_edge(level, edge_along(level, std::max(top.length, top.width)),
                                top.thickness, top.length * top.width);
  HexBlocks blocks("table top", top.length + top.width);
  PlaneCells cells;
  if (top.corner_radius > 0) {
    cells = rounded_rectangle_cells(top.length, top.width, top.corner_radius, edge);
  } else {
    const int nx = cell_count(top.length, edge), nz = cell_count(top.width, edge);
    add_grid(cells, nx, nz, [&](double i, double j) {
      return PlanePoint{top.length * (i / nx - 0.5), top.width * (j / nz - 0.5)};
    });
  }
  blocks.add_layers(cells, wall_layers(top.thickness, edge), [&](const PlanePoint& at, double v) {
    return Vec3{at.a, top.thickness * (v - 0.5), at.b};
  });
  return blocks.finish();
}

namespace {

/// Lower edge of the blade: V-shaped cuts side by side on its outer nine tenths.
struct KeyBlade {
  const KeyShape& key;
  double first() const { return key.bow_radius + 0.1 * key.blade_length; }  // [m] where cuts begin
  double end() const { return key.bow_radius + key.blade_length; }
  double bottom(double x) const {
    const double at = key.cuts * (x - first()) / (end() - first());  // one per cut
    const double depth = 1 - std::abs(2 * (at - std::floor(at)) - 1);
    return -key.blade_height / 2 + (at > 0 ? key.cut_depth * depth : 0);
  }
};

PlaneCells key_cells(const KeyShape& key, double edge) {
  PlaneCells cells;
  const double hole = key.hole_radius, bow = key.bow_radius, high = key.blade_height;
  const double root = std::asin(high / 2 / bow);  // [rad] half the arc that carries the blade
  const int radial = cell_count(bow - hole, edge), rows = cell_count(high, edge, 2);
  const auto add_arc = [&](double from, double to, int least) {
    const int n = cell_count(bow * (to - from), edge, least);
    add_grid(cells, n, radial, [&](double i, double j) {
      const double angle = std::lerp(from, to, i / n), r = hole + (bow - hole) * j / radial;
      return PlanePoint{r * std::cos(angle), r * std::sin(angle)};
    });
  };
  add_grid(cells, rows, radial, [&](double i, double j) {
    const double angle = root * (2 * i / rows - 1), r = hole + (bow - hole) * j / radial;
    return PlanePoint{r * std::cos(angle), r * std::sin(angle)};
  });
  add_arc(root, kPi / 2, 1);
  add_arc(kPi / 2, kPi, 2);
  add_arc(kPi, 3 * kPi / 2, 2);
  add_arc(3 * kPi / 2, 2 * kPi - root, 1);

  const KeyBlade blade{key};
  const int neck = cell_count(blade.first() - bow * std::cos(root), edge);
  add_grid(cells, neck, rows, [&](double i, double j) {
    const double angle = root * (2 * j / rows - 1), t = i / neck;
    return PlanePoint{std::lerp(bow * std::cos(angle), blade.first(), t),
                      std::lerp(bow * std::sin(angle), high * (j / rows - 0.5), t)};
  });
  // Every flank of a cut is a whole number of cells.
  const int flanks = std::max(1, 2 * key.cuts);
  const double length = blade.end() - blade.first();
  const int along = flanks * cell_count(length / flanks, edge);
  add_grid(cells, along, rows, [&](double i, double j) {
    const double x = blade.first() + length * i / along;
    // Flanks end between floating-point numbers; ask for the edge inside them.
    return PlanePoint{x, std::lerp(blade.bottom(x), high / 2, j / rows)};
  });
  return cells;
}

}  // namespace

SolidMesh mesh_of(const KeyShape& key, MeshLevel level) {
  const double length = 2 * key.bow_radius + key.blade_length;
  const double area = kPi * key.bow_radius * key.bow_radius + key.blade_length * key.blade_height;
  const double edge = wall_edge(level, edge_along(level, length), key.thickness, area);
  HexBlocks blocks("key", length);
  blocks.add_layers(key_cells(key, edge), wall_layers(key.thickness, edge),
                    [&](const PlanePoint& at, double v) {
                      return Vec3{at.a, at.b, key.thickness * (v - 0.5)};
                    });
  return blocks.finish();
}

}  // namespace peal

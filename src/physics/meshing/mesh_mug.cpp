// Mug: a straight cup, and a handle swept along half an ellipse between two patches of its wall.
#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/error.h"
#include "physics/meshing/hex_blocks.h"
#include "physics/meshing/lathed_profiles.h"
#include "physics/meshing/mesh_density.h"
#include "physics/meshing/shape_meshers.h"

namespace peal {
namespace {

// Segments of the wall: floor, below the handle, lower root, between, upper root, above.
constexpr int kLowerRoot = 2, kUpperRoot = 4;  // segments

/// Angles of the wall's cells, shifted so that `cells` of them just carry the handle at angle 0.
/// Nothing moves from a quarter turn on.
struct AngleShift {
  AngleShift(double half_angle, int around, int least) {
    const double even = kPi / around;  // half a cell
    cells = std::max(least, static_cast<int>(std::lround(half_angle / even)));
    turn = cells % 2 == 1 ? even : 0;
    strength = (half_angle - even * cells) / bump(even * cells);
  }
  static double bump(double angle) {
    const double c = std::cos(angle);
    return c > 0 ? std::sin(2 * angle) * c * c : 0;
  }
  /// share 1: as said; 0: turned, not shifted.
  double operator()(double angle, double share) const {
    return angle + turn + share * strength * bump(angle + turn);
  }
  bool possible(int around) const { return cells <= around / 4 && std::abs(strength) < 0.4; }
  int cells;
  double turn;  // [rad] of all cells: angle 0 in the middle of a cell or between two
  double strength;
};

}  // namespace

SolidMesh mesh_of(const MugShape& mug, MeshLevel level) {
  const double low = (mug.height - mug.handle_height) / 2, high = mug.height - low;
  const double root = mug.handle_thickness / 2;
  CupWalls cup =
      cup_walls({mug.radius, mug.radius, mug.height, mug.thickness, mug.bottom_thickness},
                {low - root, low + root, high - root, high + root});
  // The torsion of the handle needs two rows of cells.
  cup.wall.shorter.insert(cup.wall.shorter.end(), {0.5, 1, 0.5});
  const double first_modes =
      std::max(edge_around(level, mug.radius, mug.thickness), edge_along(level, mug.height));
  const double edge = wall_edge(level, first_modes, mug.thickness,
                                2 * kPi * mug.radius * mug.height + kPi * mug.radius * mug.radius);
  const double half_angle = std::asin(mug.handle_width / 2 / mug.radius);
  const int least = level == MeshLevel::draft ? 1 : 2;  // columns of the handle
  // A narrow handle on a wide mug needs more cells around than the wall itself.
  int around = 8 * cell_count(kPi / 4 * mug.radius, edge, 2);
  while (!AngleShift(half_angle, around, least).possible(around))
    if ((around += 8) > 400)
      fail(
          "the handle of this mug does not fit its wall: {:g} m wide on a radius of {:g} m; make "
          "handle_width larger",
          mug.handle_width, mug.radius);
  const AngleShift shift(half_angle, around, least);
  HexBlocks blocks("mug", 2 * mug.radius + mug.height);
  const LathedCells cells =
      add_cup(blocks, cup, edge, around, wall_layers(mug.thickness, edge, true), shift);
  if (cells.segment[kLowerRoot].size() != cells.segment[kUpperRoot].size())
    fail(
        "the roots of the mug's handle got different cells; change handle_thickness by a "
        "thousandth");
  const auto on_wall = [&](double s, double angle) {
    return around_axis(cup.wall.section(s, 1), shift(angle, 1));
  };
  const double reach = mug.handle_reach - mug.handle_thickness / 2, half = mug.handle_height / 2;
  const int rows = static_cast<int>(cells.segment[kLowerRoot].size()) / around;
  const int columns = shift.cells;
  const int along = cell_count(kPi * (reach + half) / 2, 1.3 * edge, 4);
  const double cell_angle = 2 * kPi / around;
  // Sides x up x along. Angle t of the path: 0 at the lower root, pi at the upper one.
  const auto swept = [&](const Vec3& at, double t) {
    const Vec3 middle{mug.radius + reach * std::sin(t), mug.height / 2 - half * std::cos(t), 0};
    const Vec3 forward = normalized(Vec3{reach * std::cos(t), half * std::sin(t), 0});
    const Vec3 up{-forward.y, forward.x, 0};  // towards the inside of the bend
    return middle + up * (mug.handle_thickness * (at.y / rows - 0.5)) +
           Vec3{0, 0, mug.handle_width * (at.x / columns - 0.5)};
  };
  blocks.add_block({columns, rows, along}, [&](const Vec3& at) {
    const double angle = cell_angle * (at.x - columns / 2.0) - shift.turn, up = at.y / rows;
    // The ends take the places of the wall's nodes; the first and last cell lead over.
    Vec3 x = swept(at, kPi * at.z / along);
    if (at.z < 1) x += (1 - at.z) * (on_wall(kLowerRoot + up, angle) - swept(at, 0));
    if (at.z > along - 1)
      x += (at.z - along + 1) * (on_wall(kUpperRoot + 1 - up, angle) - swept(at, kPi));
    return x;
  });
  return blocks.finish();
}

}  // namespace peal

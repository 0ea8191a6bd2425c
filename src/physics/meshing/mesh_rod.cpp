// A rod as a solid, for its modes by finite elements: its section swept along its points.
#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/error.h"
#include "physics/geometry/swept_surface.h"
#include "physics/meshing/hex_blocks.h"
#include "physics/meshing/plane_cells.h"
#include "physics/meshing/shape_meshers.h"

namespace peal {
namespace {

/// The inside of a section in (d1, d2) [m].
PlaneCells section_cells(const RodOutline& section, MeshLevel level) {
  const int fine = level == MeshLevel::draft ? 1 : 2;
  PlaneCells cells;
  if (const auto* tube = std::get_if<TubeOutline>(&section)) {
    const double inner = tube->radius - tube->thickness;
    add_grid(cells, 1, 6 * fine, [&](double i, double j) -> PlanePoint {
      const double r = inner + tube->thickness * i, angle = 2 * kPi * j / (6 * fine);
      return {r * std::cos(angle), r * std::sin(angle)};
    });
    return cells;
  }
  if (const auto* box = std::get_if<RectangleOutline>(&section)) {
    const double thin = std::min(box->width, box->height);
    const auto count = [&](double side) {
      return std::clamp(static_cast<int>(std::lround(side / thin)), 1, 4) * fine;
    };
    const int a = count(box->width), b = count(box->height);
    add_grid(cells, a, b, [&](double i, double j) -> PlanePoint {
      return {box->width * (i / a - 0.5), box->height * (j / b - 0.5)};
    });
    return cells;
  }
  double a = 0, b = 0;
  if (const auto* circle = std::get_if<CircleOutline>(&section)) a = b = circle->radius;
  if (const auto* ellipse = std::get_if<EllipseOutline>(&section)) a = ellipse->a, b = ellipse->b;
  if (!(a > 0))
    fail("a rod with a polygon for a section has no finite elements; body \"rod\" simulates it");
  cells = disc_cells(fine, 1);
  for (PlaneCell& cell : cells)
    for (PlanePoint& p : cell) p.a *= a, p.b *= b;
  return cells;
}

}  // namespace

SolidMesh mesh_of(const RodShape& rod, MeshLevel level) {
  std::vector<Vec3> points = rod_points(rod);
  const bool closed = is_closed(rod);
  std::vector<SweptFrame> frames = swept_frames(points, closed, rod_directions(rod, points));
  if (closed) points.push_back(points.front()), frames.push_back(frames.front());
  const int edges = static_cast<int>(points.size()) - 1;
  HexBlocks blocks("rod", rod_length(rod));
  blocks.add_layers(section_cells(rod.section, level), edges, [&](const PlanePoint& at, double v) {
    const double s = v * edges;
    const int i = std::clamp(static_cast<int>(std::floor(s)), 0, edges - 1);
    const auto mixed = [&](const Vec3& from, const Vec3& to) {
      return (i + 1 - s) * from + (s - i) * to;
    };
    return mixed(points[i], points[i + 1]) + at.a * mixed(frames[i].d1, frames[i + 1].d1) +
           at.b * mixed(frames[i].d2, frames[i + 1].d2);
  });
  return blocks.finish();
}

}  // namespace peal

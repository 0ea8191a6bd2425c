#include "motion/solids/sheet_shapes.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/error.h"
#include "physics/geometry/imported_body.h"
#include "physics/meshing/lathed_profiles.h"
#include "physics/meshing/surface_remesh.h"

namespace peal {
namespace {

/// Diagonals in alternating directions.
TriangleMesh plate_mesh(const PlateShape& plate, double cell) {
  TriangleMesh mesh;
  const auto across = [&](double side) { return std::max(2, int(std::lround(side / cell))); };
  const int nx = across(plate.length), nz = across(plate.width);
  for (int j = 0; j <= nz; ++j)
    for (int i = 0; i <= nx; ++i)
      mesh.vertices.push_back(
          {plate.length * (double(i) / nx - 0.5), 0, plate.width * (0.5 - double(j) / nz)});
  for (int j = 0; j < nz; ++j)
    for (int i = 0; i < nx; ++i) {
      const int p = i + (nx + 1) * j, q = p + nx + 1;
      if ((i + j) % 2) {
        mesh.triangles.push_back({p, p + 1, q});
        mesh.triangles.push_back({p + 1, q + 1, q});
      } else {
        mesh.triangles.push_back({p, p + 1, q + 1});
        mesh.triangles.push_back({p, q + 1, q});
      }
    }
  return mesh;
}

/// One ring of points around the axis.
struct PointRing {
  int first = 0, count = 1;  // 1: the point on the axis
  double shift = 0;          // [rad] of its first point
  double angle(int i) const { return shift + 2 * kPi * i / count; }
};

/// Between two rings: always the shorter way around.
void zip(const PointRing& a, const PointRing& b, std::vector<std::array<int, 3>>& out) {
  const auto at = [](const PointRing& ring, int i) { return ring.first + i % ring.count; };
  int i = 0, j = 0;
  const int na = a.count == 1 ? 0 : a.count, nb = b.count == 1 ? 0 : b.count;
  while (i < na || j < nb) {
    const bool on_a =
        j >= nb || (i < na && a.angle(i + 1) + a.angle(i) < b.angle(j + 1) + b.angle(j));
    if (on_a) {
      out.push_back({at(a, i), at(b, j), at(a, i + 1)});
      ++i;
    } else {
      out.push_back({at(a, i), at(b, j), at(b, j + 1)});
      ++j;
    }
  }
}

/// The middle of a wall turned about the y axis: rings of points about a cell apart, every other
/// one turned by half a cell.
TriangleMesh turned_mesh(const LathedWall& wall, double cell) {
  TriangleMesh mesh;
  std::vector<PointRing> rings;
  const auto add = [&](double station) {
    const SectionPoint at = wall.section(station, 0.5);
    PointRing ring;
    ring.first = static_cast<int>(mesh.vertices.size());
    if (at.r > 1e-9 * cell) {
      ring.count = std::max(8, 6 * int(std::lround(2 * kPi * at.r / (6 * cell))));
      if (rings.size() % 2) ring.shift = kPi / ring.count;
    }
    for (int i = 0; i < ring.count; ++i) mesh.vertices.push_back(around_axis(at, ring.angle(i)));
    rings.push_back(ring);
  };
  add(0);
  for (int k = 0; k < wall.segments; ++k) {
    const int rows = meridian_cells(wall, k, cell);
    for (int i = 1; i <= rows; ++i) add(k + double(i) / rows);
  }
  for (std::size_t k = 1; k < rings.size(); ++k) zip(rings[k - 1], rings[k], mesh.triangles);
  return mesh;
}

/// Of even triangles, whatever those of the file are.
TriangleMesh even_mesh(const MeshShape& shape, double cell) {
  if (!shape.body || shape.body->surface.triangles.empty())
    fail("'{}' holds no surface that could be the middle of a sheet", shape.file);
  const OriginalSurface original(shape.body->surface);
  SizeRules rules = shell_rules(original, MeshLevel::fine);
  rules.largest = cell, rules.smallest_curved = cell / 2;
  rules.budget = 40'000, rules.fewest = 0;
  SurfaceRemesher remesher(original, cell / 3);
  return remesher.run(rules).mesh;
}

}  // namespace

std::optional<double> wall_of(const Shape& shape) {
  if (const auto* s = std::get_if<PlateShape>(&shape)) return s->thickness;
  if (const auto* s = std::get_if<BowlShape>(&shape)) return s->thickness;
  if (const auto* s = std::get_if<TubeShape>(&shape)) return s->thickness;
  if (const auto* s = std::get_if<FunnelShape>(&shape)) return s->thickness;
  if (const auto* s = std::get_if<MeshShape>(&shape); s && s->shell_thickness > 0)
    return s->shell_thickness;
  return {};
}

double longest_side(const Shape& shape) {
  const auto most = [](const Vec3& v) { return std::max({v.x, v.y, v.z}); };
  if (const auto* s = std::get_if<PlateShape>(&shape)) return std::max(s->length, s->width);
  if (const auto* s = std::get_if<BowlShape>(&shape)) return std::max(2 * s->radius, s->height);
  if (const auto* s = std::get_if<TubeShape>(&shape)) return std::max(2 * s->radius, s->length);
  if (const auto* s = std::get_if<FunnelShape>(&shape))
    return std::max(2 * s->radius, s->cone_height + s->spout_height);
  if (const auto* s = std::get_if<BarShape>(&shape)) return most(s->size);
  if (const auto* s = std::get_if<BoxShape>(&shape)) return most(s->size);
  if (const auto* s = std::get_if<UndercutBarShape>(&shape))
    return std::max({s->length, s->width, s->height});
  if (const auto* s = std::get_if<MeshShape>(&shape); s && s->body) {
    const std::vector<Vec3>& points =
        s->body->surface.vertices.empty() ? s->body->solid.nodes : s->body->surface.vertices;
    Vec3 low = points.at(0), high = low;
    for (const Vec3& p : points)
      for (int k = 0; k < 3; ++k)
        low[k] = std::min(low[k], p[k]), high[k] = std::max(high[k], p[k]);
    return most(high - low);
  }
  return 0;
}

MiddleSurface middle_of_wall(const Shape& shape, int cells) {
  const std::optional<double> wall = wall_of(shape);
  if (!wall)
    fail(
        "its shape has no wall of one thickness: expected a plate, bowl, tube, funnel or a mesh "
        "with `shell_thickness` for `solid.elements` sheet");
  const double cell = longest_side(shape) / cells;
  if (*wall > cell)
    fail(
        "its wall is thicker ({:.3g} m) than a cell of its mesh is wide ({:.3g} m): give "
        "`solid.cells` a smaller number, or `solid.elements` bricks",
        *wall, cell);
  MiddleSurface out;
  out.thickness = *wall;
  if (const auto* s = std::get_if<PlateShape>(&shape)) out.mesh = plate_mesh(*s, cell);
  if (const auto* s = std::get_if<BowlShape>(&shape)) out.mesh = turned_mesh(bowl_wall(*s), cell);
  if (const auto* s = std::get_if<TubeShape>(&shape)) out.mesh = turned_mesh(tube_wall(*s), cell);
  if (const auto* s = std::get_if<FunnelShape>(&shape))
    out.mesh = turned_mesh(funnel_wall(*s), cell);
  if (const auto* s = std::get_if<MeshShape>(&shape)) {
    out.mesh = even_mesh(*s, cell);
    out.closed = s->body->closed;
  }
  return out;
}

}  // namespace peal

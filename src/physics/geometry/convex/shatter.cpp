#include "physics/geometry/convex/shatter.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/error.h"
#include "base/rng.h"

namespace peal {
namespace {

constexpr double kGrid = 1e-7;                               // [m]
constexpr double kAngleJitter = 0.18, kRadiusJitter = 0.22;  // parts of the spacing, both ways

double farthest(const SheetOutline& outline, const Vec3& blow) {
  double out = 0;
  for (const Vec3& corner : outline) out = std::max(out, norm(corner - blow));
  return out;
}

/// Outward normal of the edge from a to b, seen from +y anticlockwise: points in the plane.
Vec3 outward(const Vec3& a, const Vec3& b) { return normalized(cross(b - a, {0, 1, 0})); }

bool inside(const SheetOutline& outline, const Vec3& x) {
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Vec3& a = outline[i];
    if (dot(x - a, outward(a, outline[(i + 1) % outline.size()])) >= 0) return false;
  }
  return true;
}

/// What of the convex polygon lies where dot(x, normal) <= limit.
SheetOutline clipped(const SheetOutline& polygon, const Vec3& normal, double limit) {
  SheetOutline out;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec3 &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    const double da = dot(a, normal) - limit, db = dot(b, normal) - limit;
    if (da <= 0) out.push_back(a);
    if ((da < 0 && db > 0) || (da > 0 && db < 0)) out.push_back(a + (b - a) * (da / (da - db)));
  }
  return out;
}

/// Points on rings from outside inwards, those outside the outline left out, until there are
/// enough; the innermost ring takes as many as are missing, evenly. With s spokes a ring is 2 pi /
/// s of its radius wide, so that cells are about as long as wide.
std::vector<Vec3> seed_points(const SheetOutline& outline, const ShatterPattern& pattern) {
  const int spokes = std::max(3, static_cast<int>(std::lround(1.6 * std::sqrt(pattern.pieces))));
  const double ratio = 1 + 2 * kPi / spokes;
  double outer = farthest(outline, pattern.blow);
  const double turn = KeyedRng(pattern.seed, source_number("shatter turn"), 0).uniform(0, 2 * kPi);
  std::vector<Vec3> points;
  for (std::uint64_t ring = 0; static_cast<int>(points.size()) < pattern.pieces; ++ring) {
    const int missing = pattern.pieces - static_cast<int>(points.size());
    const double inner = outer / ratio, middle = 0.5 * (inner + outer);
    const auto add_ring = [&](int count) {
      for (int k = 0; k < count; ++k) {
        KeyedRng random(pattern.seed, source_number("shatter point"), ring << 32 | k);
        const double angle =
            turn + 2 * kPi / count * (k + random.uniform(-kAngleJitter, kAngleJitter));
        const double radius =
            middle + (outer - inner) * random.uniform(-kRadiusJitter, kRadiusJitter);
        const Vec3 x = pattern.blow + radius * Vec3{std::cos(angle), 0, std::sin(angle)};
        if (inside(outline, x)) points.push_back(x);
      }
    };
    if (missing == 1)
      points.push_back(pattern.blow);
    else
      add_ring(std::min(missing, spokes));
    outer = inner;
  }
  return points;
}

double signed_area(const SheetOutline& polygon) {
  double twice = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i)
    twice += cross(polygon[i] - polygon[0], polygon[(i + 1) % polygon.size()] - polygon[0]).y;
  return 0.5 * twice;
}

/// On the grid, without corners that fall together.
SheetOutline on_grid(const SheetOutline& polygon) {
  SheetOutline out;
  for (const Vec3& x : polygon) {
    const Vec3 y{std::round(x.x / kGrid) * kGrid, 0, std::round(x.z / kGrid) * kGrid};
    if (out.empty() || (norm(y - out.back()) > kGrid && norm(y - out.front()) > kGrid))
      out.push_back(y);
  }
  return out;
}

TriangleMesh prism(const SheetOutline& polygon, double thickness) {
  TriangleMesh mesh;
  const int n = static_cast<int>(polygon.size());
  for (const double y : {thickness / 2, -thickness / 2})
    for (const Vec3& x : polygon) mesh.vertices.push_back({x.x, y, x.z});
  for (int i = 1; i + 1 < n; ++i) {
    mesh.triangles.push_back({0, i, i + 1});
    mesh.triangles.push_back({n, n + i + 1, n + i});
  }
  for (int i = 0; i < n; ++i) {
    const int j = (i + 1) % n;
    mesh.triangles.push_back({i, n + i, n + j});
    mesh.triangles.push_back({i, n + j, j});
  }
  return mesh;
}

void require_sheet(const SheetOutline& outline, double thickness, const ShatterPattern& pattern) {
  const auto is_length = [](double x) { return std::isfinite(x) && x > 1e-5 && x <= 100; };
  if (!is_length(thickness))
    fail("the thickness of the sheet must be 10 um to 100 m, got {} m", thickness);
  if (outline.size() < 3 || !(signed_area(outline) > 1e-9))
    fail("the outline of the sheet must be a convex polygon of at least 1 mm^2");
  if (pattern.pieces < 2 || pattern.pieces > kMostPieces)
    fail("a sheet breaks into 2 to {} pieces, got {}", kMostPieces, pattern.pieces);
  if (!(pattern.gap >= 1e-6 && pattern.gap <= 1))
    fail("the gap between pieces must be 1 um to 1 m, got {} m", pattern.gap);
  if (!is_finite(pattern.blow) || !inside(outline, pattern.blow))
    fail("the blow at ({:.4g}, {:.4g}) m does not lie inside the sheet", pattern.blow.x,
         pattern.blow.z);
}

}  // namespace

SheetOutline rectangle_outline(double length, double width) {
  const double x = length / 2, z = width / 2;
  return {{x, 0, z}, {x, 0, -z}, {-x, 0, -z}, {-x, 0, z}};
}

SheetOutline disc_outline(double radius, int corners) {
  SheetOutline out;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * kPi * i / corners;
    out.push_back({radius * std::cos(angle), 0, -radius * std::sin(angle)});
  }
  return out;
}

std::vector<TriangleMesh> shatter_sheet(const SheetOutline& outline, double thickness,
                                        const ShatterPattern& given) {
  ShatterPattern pattern = given;
  pattern.blow.y = 0;
  require_sheet(outline, thickness, pattern);
  const std::vector<Vec3> points = seed_points(outline, pattern);
  std::vector<TriangleMesh> pieces;
  for (std::size_t i = 0; i < points.size(); ++i) {
    SheetOutline cell = outline;
    for (std::size_t j = 0; j < points.size() && cell.size() > 2; ++j) {
      if (j == i) continue;
      const Vec3 normal = normalized(points[j] - points[i], {1, 0, 0});
      const Vec3 middle = 0.5 * (points[i] + points[j]);
      cell = clipped(cell, normal, dot(middle, normal) - pattern.gap / 2);
    }
    cell = on_grid(cell);
    if (cell.size() < 3 || !(signed_area(cell) > pattern.gap * pattern.gap))
      fail(
          "with {} pieces and gaps of {:.3g} m nothing is left of the piece at ({:.4g}, {:.4g}) m; "
          "fewer pieces or a smaller gap",
          pattern.pieces, pattern.gap, points[i].x, points[i].z);
    pieces.push_back(prism(cell, thickness));
  }
  return pieces;
}

PieceMotion piece_motion(const SheetOutline& outline, const Vec3& blow, const ShatterMotion& motion,
                         const Vec3& centre) {
  const double reach = farthest(outline, blow);
  const Vec3 way{centre.x - blow.x, 0, centre.z - blow.z}, normal{0, 1, 0};
  const double steep = 4 / (reach * reach);
  const double bulge = motion.push * std::exp(-steep * norm_squared(way));
  const Vec3 gradient = -2 * steep * bulge * way;
  return {motion.spread / reach * way + bulge * normal, cross(gradient, normal)};
}

}  // namespace peal

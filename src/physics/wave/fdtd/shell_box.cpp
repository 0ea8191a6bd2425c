#include "physics/wave/fdtd/shell_box.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "physics/geometry/convex/convex_hull.h"
#include "physics/geometry/mass_properties.h"
#include "physics/wave/fdtd/wave_rows.h"

namespace peal {
namespace {

constexpr double kShell = 1.1;  // radius of the shell over that of the body
constexpr double kShellCells = 3;
constexpr double kHollow = 0.5;

}  // namespace

BodyBound body_bound(const TriangleMesh& surface) {
  if (surface.triangles.empty()) fail("the surface has no triangles");
  Vec3 low = surface.corner(0, 0), high = low;
  for (std::size_t t = 0; t < surface.triangles.size(); ++t)
    for (int k = 0; k < 3; ++k)
      for (int a = 0; a < 3; ++a) {
        low[a] = std::min(low[a], surface.corner(t, k)[a]);
        high[a] = std::max(high[a], surface.corner(t, k)[a]);
      }
  BodyBound out{0.5 * (low + high)};
  for (std::size_t t = 0; t < surface.triangles.size(); ++t)
    for (int k = 0; k < 3; ++k)
      out.radius = std::max(out.radius, norm(surface.corner(t, k) - out.centre));
  if (!(out.radius > 0) || !std::isfinite(out.radius)) fail("the surface has no size");
  return out;
}

bool may_hold_air(const TriangleMesh& surface) {
  const double hull = mass_properties(convex_hull(surface.vertices), 1).volume;
  return mass_properties(surface, 1).volume < kHollow * hull;
}

double shell_radius(double bound, double cell) {
  return std::max(kShell * bound, bound + kShellCells * cell);
}

double box_half_width(double bound, double cell) {
  return shell_radius(bound, cell) + (3 + wave_rows::kLayer + 1) * cell;
}

double finest_cell(double bound, int n) {
  double cell = 2 * bound / n;
  for (int i = 0; i < 60; ++i) cell = 2 * box_half_width(bound, cell) / n;
  return cell;
}

int shell_order(double kr) { return static_cast<int>(std::ceil(kr + 2 * std::cbrt(kr))) + 2; }

}  // namespace peal

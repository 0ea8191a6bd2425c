// Triangulated sheets for tests: rectangles (diagonals in alternating directions), panels of
// cylinders, hemispheres. [m].
#pragma once
#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/rng.h"
#include "physics/solids/sheet_elements.h"

namespace peal::test {

inline constexpr double kPi = std::numbers::pi;

/// In the plane z = 0, from (0, 0) to (a, b), node i + (nx + 1) j. Inner nodes are shifted by up to
/// `jitter` cells.
inline SheetDesign rectangle_sheet(double a, double b, int nx, int ny, double thickness,
                                   double jitter = 0) {
  SheetDesign sheet;
  sheet.thickness = thickness;
  KeyedRng random(3, 1, 4);
  for (int j = 0; j <= ny; ++j)
    for (int i = 0; i <= nx; ++i) {
      const double u = random.uniform(-jitter, jitter), v = random.uniform(-jitter, jitter);
      const double moved = i % nx && j % ny ? 1 : 0;
      sheet.points.push_back({a / nx * (i + moved * u), b / ny * (j + moved * v), 0});
    }
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) {
      const int p = i + (nx + 1) * j, q = p + nx + 1;
      if ((i + j) % 2) {
        sheet.triangles.push_back({p, p + 1, q});
        sheet.triangles.push_back({p + 1, q + 1, q});
      } else {
        sheet.triangles.push_back({p, p + 1, q + 1});
        sheet.triangles.push_back({p, q + 1, q});
      }
    }
  return sheet;
}

/// Part of a cylinder of radius R about the axis along x; b is measured along the arc.
inline SheetDesign cylinder_panel(double radius, double a, double b, int n, double thickness) {
  SheetDesign sheet = rectangle_sheet(a, b, n, n, thickness);
  for (Vec3& p : sheet.points) {
    const double angle = (p.y - b / 2) / radius;
    p = {p.x, radius * std::sin(angle), radius * std::cos(angle)};
    sheet.directors.push_back({0, std::sin(angle), std::cos(angle)});
  }
  return sheet;
}

/// Open below, rim in the plane y = 0: rings of 6k triangles round the pole.
inline SheetDesign hemisphere(double radius, int rings, double thickness) {
  SheetDesign sheet;
  sheet.thickness = thickness;
  sheet.points.push_back({0, radius, 0});
  for (int k = 1; k <= rings; ++k)
    for (int i = 0; i < 6 * k; ++i) {
      const double down = kPi / 2 * k / rings, round = kPi / 3 * i / k;
      sheet.points.push_back(radius * Vec3{std::sin(down) * std::cos(round), std::cos(down),
                                           -std::sin(down) * std::sin(round)});
    }
  const auto at = [](int ring, int i) {
    return ring == 0 ? 0 : 1 + 3 * ring * (ring - 1) + i % (6 * ring);
  };
  for (int k = 1; k <= rings; ++k)
    for (int sector = 0; sector < 6; ++sector)
      for (int i = 0; i < k; ++i) {
        const int outer = sector * k + i, inner = sector * (k - 1) + i;
        sheet.triangles.push_back({at(k - 1, inner), at(k, outer), at(k, outer + 1)});
        if (i < k - 1)
          sheet.triangles.push_back({at(k - 1, inner), at(k, outer + 1), at(k - 1, inner + 1)});
      }
  return sheet;
}

/// Nodes of a rectangle that lie on its outline.
inline std::vector<int> rectangle_rim(int nx, int ny) {
  std::vector<int> rim;
  for (int j = 0; j <= ny; ++j)
    for (int i = 0; i <= nx; ++i)
      if (i % nx == 0 || j % ny == 0) rim.push_back(i + (nx + 1) * j);
  return rim;
}

}  // namespace peal::test

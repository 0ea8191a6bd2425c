// Boxes of cells as bricks or as ten-node tetrahedra (six per cell, Kuhn), and bodies mapped from
// them. [m].
#pragma once
#include <functional>
#include <map>
#include <numbers>

#include "physics/solids/explicit_body.h"

namespace peal::test {

using CellMap = std::function<Vec3(double, double, double)>;  // from the unit cube

inline CellMap box_map(double a, double b, double c) {
  return [=](double u, double v, double w) { return Vec3{a * u, b * (v - 0.5), c * (w - 0.5)}; };
}

inline ExplicitBody brick_body(int nx, int ny, int nz, const CellMap& map,
                               const SolidMaterial& material, std::array<bool, 3> simpson = {}) {
  BrickDesign design = brick_grid(nx, ny, nz, simpson);
  design.material = material;
  for (int k = 0, n = 0; k <= nz; ++k)
    for (int j = 0; j <= ny; ++j)
      for (int i = 0; i <= nx; ++i, ++n)
        design.points[n] = map(double(i) / nx, double(j) / ny, double(k) / nz);
  return make_brick_solid(design);
}

inline ExplicitBody tet10_body(int nx, int ny, int nz, const CellMap& map,
                               const SolidMaterial& material) {
  std::vector<Vec3> points;
  for (int k = 0; k <= nz; ++k)
    for (int j = 0; j <= ny; ++j)
      for (int i = 0; i <= nx; ++i)
        points.push_back(map(double(i) / nx, double(j) / ny, double(k) / nz));
  std::map<std::pair<int, int>, int> middles;
  const auto middle = [&](int a, int b) {
    const auto [at, fresh] =
        middles.insert({{std::min(a, b), std::max(a, b)}, static_cast<int>(points.size())});
    if (fresh) points.push_back(0.5 * (points[a] + points[b]));
    return at->second;
  };
  std::vector<std::array<int, 10>> tets;
  constexpr int kOrders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
  for (int k = 0; k < nz; ++k)
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i)
        for (int order = 0; order < 6; ++order) {
          int place[3] = {i, j, k}, c[4];
          const auto number = [&] {
            return place[0] + (nx + 1) * (place[1] + (ny + 1) * place[2]);
          };
          c[0] = number();
          for (int s = 0; s < 3; ++s) ++place[kOrders[order][s]], c[s + 1] = number();
          if (order > 2) std::swap(c[1], c[2]);
          tets.push_back({c[0], c[1], c[2], c[3], middle(c[0], c[1]), middle(c[1], c[2]),
                          middle(c[0], c[2]), middle(c[0], c[3]), middle(c[1], c[3]),
                          middle(c[2], c[3])});
        }
  return make_tet10_solid(points, tets, material);
}

inline SolidMaterial aluminium(SolidLaw law = SolidLaw::st_venant_kirchhoff) {
  return {70e9, 0.33, 2700, law};
}

}  // namespace peal::test

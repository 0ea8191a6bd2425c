#include "models/bake/curved_surface.h"

#include <map>

namespace peal {

TriangleMesh curved_surface(const QuadraticSurface& surface) {
  TriangleMesh out;
  out.vertices = surface.nodes;
  const std::vector<Vec3>& x = surface.nodes;
  // Quarter points of edges are shared with the neighbour: known by corner and middle.
  std::map<std::pair<int, int>, int> quarters;
  const auto quarter = [&](int near, int middle, int far) {
    const auto [found, fresh] =
        quarters.try_emplace({near, middle}, static_cast<int>(out.vertices.size()));
    if (fresh) out.vertices.push_back(0.375 * x[near] + 0.75 * x[middle] - 0.125 * x[far]);
    return found->second;
  };
  const auto add = [&](int a, int b, int c) { out.triangles.push_back({a, b, c}); };
  // Corners a, b, c and the middles of ab, bc, ca, as four triangles.
  const auto add_four = [&](int a, int b, int c, int ab, int bc, int ca) {
    add(a, ab, ca), add(ab, b, bc), add(ca, bc, c), add(ab, bc, ca);
  };
  for (const auto& t : surface.triangles) {
    // Inside, half of it at corner k: (1/2, 1/4, 1/4) in barycentric coordinates.
    std::array<int, 3> inner{};
    for (int k = 0; k < 3; ++k) {
      const int b = t[(k + 1) % 3], c = t[(k + 2) % 3];
      const int ab = t[3 + k], bc = t[3 + (k + 1) % 3], ca = t[3 + (k + 2) % 3];
      inner[k] = static_cast<int>(out.vertices.size());
      out.vertices.push_back(0.5 * (x[ab] + x[ca]) + 0.25 * x[bc] - 0.125 * (x[b] + x[c]));
    }
    for (int k = 0; k < 3; ++k) {
      const int a = t[k], b = t[(k + 1) % 3], c = t[(k + 2) % 3], ab = t[3 + k],
                ca = t[3 + (k + 2) % 3];
      add_four(a, ab, ca, quarter(a, ab, b), inner[k], quarter(a, ca, c));
    }
    add_four(t[3], t[4], t[5], inner[1], inner[2], inner[0]);
  }
  return out;
}

}  // namespace peal

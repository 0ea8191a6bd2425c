// Closed surfaces of slender bodies: what is put together from blocks (a tuning fork), and a ring
// of square section. [m]
#pragma once
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <vector>

#include "base/constants.h"
#include "physics/geometry/triangle_mesh.h"

namespace peal::test {

/// The surface of the filled cells of a grid whose lines lie at these places along each axis.
inline TriangleMesh blocks(const std::array<std::vector<double>, 3>& lines,
                           const std::function<bool(const Vec3&)>& filled) {
  TriangleMesh mesh;
  std::map<std::array<int, 3>, int> known;
  const auto vertex = [&](const std::array<int, 3>& at) {
    const auto [found, fresh] = known.try_emplace(at, static_cast<int>(mesh.vertices.size()));
    if (fresh) mesh.vertices.push_back({lines[0][at[0]], lines[1][at[1]], lines[2][at[2]]});
    return found->second;
  };
  const auto solid = [&](const std::array<int, 3>& at) {
    Vec3 middle;
    for (int a = 0; a < 3; ++a) {
      if (at[a] < 0 || at[a] + 1 >= static_cast<int>(lines[a].size())) return false;
      middle[a] = 0.5 * (lines[a][at[a]] + lines[a][at[a] + 1]);
    }
    return filled(middle);
  };
  std::array<int, 3> at;
  for (at[2] = 0; at[2] + 1 < static_cast<int>(lines[2].size()); ++at[2])
    for (at[1] = 0; at[1] + 1 < static_cast<int>(lines[1].size()); ++at[1])
      for (at[0] = 0; at[0] + 1 < static_cast<int>(lines[0].size()); ++at[0])
        for (int axis = 0; solid(at) && axis < 3; ++axis)
          for (const int way : {0, 1}) {
            std::array<int, 3> next = at;
            next[axis] += way ? 1 : -1;
            if (solid(next)) continue;
            const int u = (axis + 1) % 3, v = (axis + 2) % 3;
            std::array<int, 3> corner[4] = {at, at, at, at};
            for (auto& c : corner) c[axis] += way;
            ++corner[1][u], ++corner[2][u], ++corner[2][v], ++corner[3][v];
            int i[4];
            for (int k = 0; k < 4; ++k) i[k] = vertex(corner[k]);
            if (!way) std::swap(i[1], i[3]);
            mesh.triangles.push_back({i[0], i[1], i[2]});
            mesh.triangles.push_back({i[0], i[2], i[3]});
          }
  return mesh;
}

/// From a to b in steps of at most `edge`, appended; a itself only when nothing is there yet.
inline void line_to(std::vector<double>& line, double a, double b, double edge) {
  const int n = std::max(1, static_cast<int>(std::ceil((b - a) / edge - 1e-9)));
  for (int i = line.empty() ? 0 : 1; i <= n; ++i) line.push_back(a + (b - a) * i / n);
}

/// Two prongs of 5 x 5 x 90 mm, 10 mm apart along x, on a yoke of 8 mm and a stem of 32 mm.
inline TriangleMesh tuning_fork(double edge) {
  std::array<std::vector<double>, 3> lines;
  const auto along = [&](int axis, std::initializer_list<double> stops) {
    for (auto s = stops.begin(); s + 1 != stops.end(); ++s)
      line_to(lines[axis], *s, *(s + 1), edge);
  };
  along(0, {-0.010, -0.005, -0.0025, 0.0025, 0.005, 0.010});
  along(1, {-0.040, -0.008, 0, 0.090});
  along(2, {-0.0025, 0.0025});
  return blocks(lines, [](const Vec3& x) {
    if (x.y > 0) return std::abs(x.x) > 0.005;
    return x.y > -0.008 || std::abs(x.x) < 0.0025;
  });
}

/// Middle radius, side of the square section, n times around, m along each side. Axis z.
inline TriangleMesh square_ring(double radius, double side, int n, int m) {
  TriangleMesh mesh;
  std::vector<std::array<double, 2>> section;
  const double h = 0.5 * side;
  for (int i = 0; i < m; ++i) section.push_back({-h + side * i / m, -h});
  for (int i = 0; i < m; ++i) section.push_back({h, -h + side * i / m});
  for (int i = 0; i < m; ++i) section.push_back({h - side * i / m, h});
  for (int i = 0; i < m; ++i) section.push_back({-h, h - side * i / m});
  const int around = static_cast<int>(section.size());
  for (int j = 0; j < n; ++j)
    for (const auto& [r, z] : section) {
      const double phi = 2 * kPi * j / n;
      mesh.vertices.push_back({(radius + r) * std::cos(phi), (radius + r) * std::sin(phi), z});
    }
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < around; ++i) {
      const int a = j * around + i, b = j * around + (i + 1) % around;
      const int c = (j + 1) % n * around + (i + 1) % around, d = (j + 1) % n * around + i;
      mesh.triangles.push_back({a, d, c});
      mesh.triangles.push_back({a, c, b});
    }
  return mesh;
}

}  // namespace peal::test

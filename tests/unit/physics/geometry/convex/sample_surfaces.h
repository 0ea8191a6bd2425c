// Closed and open surfaces for tests of surface code. [m], counter-clockwise from outside.
#pragma once
#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <utility>

#include "base/rng.h"
#include "physics/geometry/triangle_mesh.h"

namespace peal::sample {

/// Octahedron, each face cut into 4^levels, pushed onto the sphere: 8 * 4^levels triangles.
inline TriangleMesh sphere(double radius, int levels, const Vec3& centre = {}) {
  TriangleMesh m;
  m.vertices = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  m.triangles = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                 {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
  for (int l = 0; l < levels; ++l) {
    std::map<std::pair<int, int>, int> middles;
    const auto middle = [&](int a, int b) {
      const auto [place, fresh] = middles.try_emplace(std::minmax(a, b), int(m.vertices.size()));
      if (fresh) m.vertices.push_back(normalized(m.vertices[a] + m.vertices[b]));
      return place->second;
    };
    std::vector<std::array<int, 3>> finer;
    for (const auto& [a, b, c] : m.triangles) {
      const int ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      finer.insert(finer.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
    }
    m.triangles = finer;
  }
  for (Vec3& v : m.vertices) v = radius * v + centre;
  return m;
}

/// (i, j) of a grid that closes on itself both ways -> point; the surface turns i x j outward.
inline TriangleMesh closed_grid(int n, int m, const std::function<Vec3(double, double)>& at) {
  TriangleMesh s;
  const double turn = 2 * std::numbers::pi;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) s.vertices.push_back(at(turn * i / n, turn * j / m));
  const auto id = [&](int i, int j) { return (i % n) * m + j % m; };
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      s.triangles.push_back({id(i, j), id(i + 1, j), id(i + 1, j + 1)});
      s.triangles.push_back({id(i, j), id(i + 1, j + 1), id(i, j + 1)});
    }
  return s;
}

/// About the z axis. `bump` adds a ripple to the tube's radius.
inline TriangleMesh torus(double ring, double tube, int n, int m, double bump = 0) {
  return closed_grid(n, m, [=](double u, double v) {
    const double r = tube + bump * std::sin(17 * u) * std::cos(5 * v);
    const double q = ring + r * std::cos(v);
    return Vec3{q * std::cos(u), q * std::sin(u), r * std::sin(v)};
  });
}

/// Box from `low` to `high`, each side cut into n x n squares. Vertices on edges are shared.
inline TriangleMesh box(const Vec3& low, const Vec3& high, int n = 1) {
  TriangleMesh s;
  std::map<std::array<int, 3>, int> ids;
  const auto id = [&](std::array<int, 3> k) {
    const auto [place, fresh] = ids.try_emplace(k, int(s.vertices.size()));
    if (fresh) {
      Vec3 p;
      for (int d = 0; d < 3; ++d)
        p[d] = k[d] == n ? high[d] : low[d] + (high[d] - low[d]) * k[d] / n;
      s.vertices.push_back(p);
    }
    return place->second;
  };
  for (int d = 0; d < 3; ++d)
    for (const int side : {0, n})
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
          std::array<int, 4> q;
          for (int c = 0; c < 4; ++c) {
            std::array<int, 3> k;
            k[d] = side, k[(d + 1) % 3] = i + (c == 1 || c == 2), k[(d + 2) % 3] = j + (c >= 2);
            q[c] = id(k);
          }
          if (side == 0) std::swap(q[1], q[3]);
          s.triangles.push_back({q[0], q[1], q[2]});
          s.triangles.push_back({q[0], q[2], q[3]});
        }
  return s;
}

/// Closed cylinder about z with fans as caps.
inline TriangleMesh cylinder(double radius, double height, int around, int along) {
  TriangleMesh s;
  for (int k = 0; k <= along; ++k)
    for (int i = 0; i < around; ++i) {
      const double a = 2 * std::numbers::pi * i / around;
      s.vertices.push_back({radius * std::cos(a), radius * std::sin(a), height * k / along});
    }
  const auto id = [&](int k, int i) { return k * around + i % around; };
  const int low = int(s.vertices.size()), high = low + 1;
  s.vertices.push_back({0, 0, 0});
  s.vertices.push_back({0, 0, height});
  for (int i = 0; i < around; ++i) {
    for (int k = 0; k < along; ++k) {
      s.triangles.push_back({id(k, i), id(k, i + 1), id(k + 1, i + 1)});
      s.triangles.push_back({id(k, i), id(k + 1, i + 1), id(k + 1, i)});
    }
    s.triangles.push_back({low, id(0, i + 1), id(0, i)});
    s.triangles.push_back({high, id(along, i), id(along, i + 1)});
  }
  return s;
}

inline TriangleMesh turned_inside_out(TriangleMesh m) {
  for (auto& t : m.triangles) std::swap(t[1], t[2]);
  return m;
}

inline TriangleMesh joined(TriangleMesh a, const TriangleMesh& b) {
  const int base = int(a.vertices.size());
  a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (const auto& t : b.triangles) a.triangles.push_back({t[0] + base, t[1] + base, t[2] + base});
  return a;
}

/// As STL has it: three own vertices for each triangle.
inline TriangleMesh soup_of(const TriangleMesh& m) {
  TriangleMesh s;
  for (std::size_t t = 0; t < m.triangles.size(); ++t) {
    const int base = int(s.vertices.size());
    for (int k = 0; k < 3; ++k) s.vertices.push_back(m.corner(t, k));
    s.triangles.push_back({base, base + 1, base + 2});
  }
  return s;
}

inline TriangleMesh moved(TriangleMesh m, const std::function<Vec3(const Vec3&)>& f) {
  for (Vec3& v : m.vertices) v = f(v);
  return m;
}

inline Vec3 random_point(KeyedRng& rng, double reach) {
  const double x = rng.uniform(-reach, reach), y = rng.uniform(-reach, reach);
  return {x, y, rng.uniform(-reach, reach)};
}

}  // namespace peal::sample

// Triangle surfaces with known measures, for tests of the mesher. [m].
#pragma once
#include <functional>
#include <map>

#include "base/constants.h"
#include "physics/geometry/triangle_mesh.h"

namespace peal {

inline TriangleMesh box_surface(const Vec3& size) {
  TriangleMesh m;
  for (int i = 0; i < 8; ++i)
    m.vertices.push_back({(i & 1) * size.x, ((i >> 1) & 1) * size.y, (i >> 2) * size.z});
  m.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                 {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return m;
}

/// 20 * 4^levels triangles.
inline TriangleMesh ball_surface(int levels, double radius) {
  const double g = (1 + std::sqrt(5.0)) / 2;
  TriangleMesh m;
  m.vertices = {{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
                {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
  m.triangles = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                 {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                 {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                 {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
  for (int level = 0; level < levels; ++level) {
    std::map<std::pair<int, int>, int> middles;
    const auto middle = [&](int a, int b) {
      const std::pair<int, int> key{std::min(a, b), std::max(a, b)};
      const auto [at, fresh] = middles.insert({key, static_cast<int>(m.vertices.size())});
      if (fresh) m.vertices.push_back(0.5 * (m.vertices[a] + m.vertices[b]));
      return at->second;
    };
    std::vector<std::array<int, 3>> finer;
    for (const auto& t : m.triangles) {
      const int a = middle(t[0], t[1]), b = middle(t[1], t[2]), c = middle(t[2], t[0]);
      finer.insert(finer.end(), {{t[0], a, c}, {a, t[1], b}, {c, b, t[2]}, {a, b, c}});
    }
    m.triangles = finer;
  }
  for (Vec3& v : m.vertices) v = radius * normalized(v);
  return m;
}

/// f(u, v) with u, v in 0..1, normals along f_u x f_v; `round`: the last row is the first.
inline TriangleMesh patch_surface(int nu, int nv, bool round_u, bool round_v,
                                  const std::function<Vec3(double, double)>& f) {
  TriangleMesh m;
  const int rows = round_u ? nu : nu + 1, columns = round_v ? nv : nv + 1;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      m.vertices.push_back(f(static_cast<double>(i) / nu, static_cast<double>(j) / nv));
  const auto id = [&](int i, int j) { return (i % rows) * columns + j % columns; };
  for (int i = 0; i < nu; ++i)
    for (int j = 0; j < nv; ++j) {
      m.triangles.push_back({id(i, j), id(i + 1, j), id(i + 1, j + 1)});
      m.triangles.push_back({id(i, j), id(i + 1, j + 1), id(i, j + 1)});
    }
  return m;
}

inline TriangleMesh torus_surface(double radius, double wire) {
  return patch_surface(60, 24, true, true, [=](double u, double v) {
    const double r = radius + wire * std::cos(2 * kPi * v), a = 2 * kPi * u;
    return Vec3{r * std::cos(a), wire * std::sin(2 * kPi * v), -r * std::sin(a)};
  });
}

/// Turned about y: a profile (radius, height) that begins and ends on the axis, material inside
/// when it runs counter-clockwise (radius to the right, height up).
inline TriangleMesh turned_surface(const std::vector<std::array<double, 2>>& profile, int around) {
  TriangleMesh m;
  const int n = static_cast<int>(profile.size());
  m.vertices = {{0, profile.front()[1], 0}, {0, profile.back()[1], 0}};
  for (int i = 0; i < around; ++i)
    for (int j = 1; j + 1 < n; ++j) {
      const double a = 2 * kPi * i / around, r = profile[j][0];
      m.vertices.push_back({r * std::cos(a), profile[j][1], -r * std::sin(a)});
    }
  const auto id = [&](int i, int j) { return 2 + (i % around) * (n - 2) + j - 1; };
  for (int i = 0; i < around; ++i) {
    m.triangles.push_back({0, id(i + 1, 1), id(i, 1)});
    m.triangles.push_back({1, id(i, n - 2), id(i + 1, n - 2)});
    for (int j = 1; j + 2 < n; ++j) {
      m.triangles.push_back({id(i, j), id(i + 1, j), id(i + 1, j + 1)});
      m.triangles.push_back({id(i, j), id(i + 1, j + 1), id(i, j + 1)});
    }
  }
  return m;
}

/// `inner` turned inside out, beside `outer`.
inline TriangleMesh with_cavity(TriangleMesh outer, const TriangleMesh& inner) {
  const int n = static_cast<int>(outer.vertices.size());
  outer.vertices.insert(outer.vertices.end(), inner.vertices.begin(), inner.vertices.end());
  for (const auto& t : inner.triangles) outer.triangles.push_back({t[0] + n, t[2] + n, t[1] + n});
  return outer;
}

inline double enclosed_volume(const TriangleMesh& m) {
  double v = 0;
  for (std::size_t t = 0; t < m.triangles.size(); ++t)
    v += dot(m.area_vector(t), m.corner(t, 0)) / 3;
  return v;
}

}  // namespace peal

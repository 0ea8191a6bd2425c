// Closed test surfaces: icosphere, flat disc, box. [m], centred on the origin, normals outward.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "base/constants.h"
#include "physics/geometry/triangle_mesh.h"

namespace peal::test {

inline double volume(const TriangleMesh& mesh) {
  double sum = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    sum += dot(mesh.centroid(t), mesh.area_vector(t)) / 3;
  return sum;
}

/// 20 * 4^level triangles on the sphere, scaled so that the polyhedron has the sphere's volume.
inline TriangleMesh icosphere(double radius, int level) {
  const double g = (1 + std::sqrt(5.0)) / 2;
  TriangleMesh mesh;
  mesh.vertices = {{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
                   {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
  mesh.triangles = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                    {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                    {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                    {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
  for (auto& v : mesh.vertices) v = normalized(v);
  for (int step = 0; step < level; ++step) {
    std::map<std::pair<int, int>, int> middle;
    const auto between = [&](int a, int b) {
      const auto [it, fresh] =
          middle.try_emplace({std::min(a, b), std::max(a, b)}, mesh.vertices.size());
      if (fresh) mesh.vertices.push_back(normalized(mesh.vertices[a] + mesh.vertices[b]));
      return it->second;
    };
    std::vector<std::array<int, 3>> finer;
    for (const auto& [a, b, c] : mesh.triangles) {
      const int ab = between(a, b), bc = between(b, c), ca = between(c, a);
      for (const auto& t : {std::array{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}})
        finer.push_back(t);
    }
    mesh.triangles = std::move(finer);
  }
  const double scale = radius * std::cbrt(4 * kPi / 3 / volume(mesh));
  for (auto& v : mesh.vertices) v *= scale;
  return mesh;
}

/// Disc with its axis along z. `rings` rings of triangles per face; one band around the rim.
inline TriangleMesh disc(double radius, double thickness, int rings) {
  TriangleMesh mesh;
  const auto face = [&](double z, bool up) {  // returns the index of the first rim vertex
    const int centre = static_cast<int>(mesh.vertices.size());
    mesh.vertices.push_back({0, 0, z});
    int inner = centre, inner_count = 1;
    for (int ring = 1; ring <= rings; ++ring) {
      const double r = radius * ring / rings;
      const int count = 6 * ring, outer = static_cast<int>(mesh.vertices.size());
      for (int i = 0; i < count; ++i) {
        const double angle = 2 * kPi * i / count;
        mesh.vertices.push_back({r * std::cos(angle), r * std::sin(angle), z});
      }
      const auto add = [&](int a, int b, int c) {
        mesh.triangles.push_back(up ? std::array{a, b, c} : std::array{a, c, b});
      };
      for (int sector = 0; sector < 6; ++sector) {
        for (int i = 0; i < ring; ++i) {
          const int o0 = outer + sector * ring + i, o1 = outer + (sector * ring + i + 1) % count;
          const int first = inner + (sector * (ring - 1) + i) % inner_count;
          add(first, o0, o1);
          if (i + 1 < ring) add(first, o1, inner + (sector * (ring - 1) + i + 1) % inner_count);
        }
      }
      inner = outer;
      inner_count = count;
    }
    return inner;
  };
  const int top = face(thickness / 2, true), bottom = face(-thickness / 2, false);
  const int count = 6 * rings;
  for (int i = 0; i < count; ++i) {
    const int j = (i + 1) % count;
    mesh.triangles.push_back({bottom + i, bottom + j, top + j});
    mesh.triangles.push_back({bottom + i, top + j, top + i});
  }
  return mesh;
}

/// The lower face twisted and shifted against the upper one; the rim is as it was.
inline TriangleMesh twisted_disc(double a, double thickness, int rings) {
  TriangleMesh mesh = disc(a, thickness, rings);
  for (Vec3& v : mesh.vertices) {
    const double r = std::hypot(v.x, v.y) / a;
    if (v.z > 0 || r > 0.999) continue;
    const double angle = std::atan2(v.y, v.x) + 0.5 * (1 - r) + 0.1;
    v.x = a * (r * std::cos(angle) + 0.04 * (1 - r));
    v.y = a * r * std::sin(angle);
  }
  return mesh;
}

/// Unit velocity of every triangle along z, as normal component.
inline std::vector<double> rigid_along_z(const TriangleMesh& mesh) {
  std::vector<double> v;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    v.push_back(normalized(mesh.area_vector(t)).z);
  return v;
}

/// Box with the given edge lengths, cut into cells per edge, two triangles each.
inline TriangleMesh box(const Vec3& size, std::array<int, 3> cells) {
  TriangleMesh mesh;
  std::map<std::array<int, 3>, int> index;
  const auto vertex = [&](const std::array<int, 3>& at) {
    const auto [it, fresh] = index.try_emplace(at, mesh.vertices.size());
    if (fresh) {
      Vec3 p;
      for (int d = 0; d < 3; ++d) p[d] = size[d] * (double(at[d]) / cells[d] - 0.5);
      mesh.vertices.push_back(p);
    }
    return it->second;
  };
  for (int d = 0; d < 3; ++d) {
    const int u = (d + 1) % 3, v = (d + 2) % 3;
    for (int side = 0; side < 2; ++side) {
      for (int i = 0; i < cells[u]; ++i) {
        for (int j = 0; j < cells[v]; ++j) {
          const auto at = [&](int du, int dv) {
            std::array<int, 3> p{};
            p[d] = side * cells[d], p[u] = i + du, p[v] = j + dv;
            return vertex(p);
          };
          const int a = at(0, 0), b = at(1, 0), c = at(1, 1), e = at(0, 1);
          // Alternating diagonals, so that no direction is preferred.
          std::array<std::array<int, 3>, 2> pair;
          if ((i + j) % 2 == 0)
            pair = {{{a, b, c}, {a, c, e}}};
          else
            pair = {{{a, b, e}, {b, c, e}}};
          for (auto t : pair) {
            if (side == 0) std::swap(t[1], t[2]);
            mesh.triangles.push_back(t);
          }
        }
      }
    }
  }
  return mesh;
}

}  // namespace peal::test

// Sphere of 20 n^2 triangles of nearly one size: every face of an icosahedron cut n times,
// its edges into equal angles. [m]
#pragma once
#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "support/closed_meshes.h"

namespace peal::test {

/// Centred on the origin, normals outward, scaled so that the polyhedron has the sphere's volume.
inline TriangleMesh geodesic_sphere(double radius, int n) {
  const TriangleMesh coarse = icosphere(1, 0);
  const double edge = std::atan(2.0);  // angle between corners of an icosahedron
  TriangleMesh mesh;
  using Share = std::pair<int, int>;  // corner, n times its weight
  std::map<std::array<Share, 3>, int> known;
  for (const auto& corners : coarse.triangles) {
    const auto vertex = [&](int i, int j) {
      const int weight[3] = {n - i - j, i, j};
      std::array<Share, 3> key;
      Vec3 sum;
      for (int k = 0; k < 3; ++k) {
        key[k] = {weight[k] > 0 ? corners[k] : -1, weight[k]};
        sum += std::sin(edge * weight[k] / n) * coarse.vertices[corners[k]];
      }
      std::sort(key.begin(), key.end());
      const auto [it, fresh] = known.try_emplace(key, static_cast<int>(mesh.vertices.size()));
      if (fresh) mesh.vertices.push_back(normalized(sum));
      return it->second;
    };
    for (int i = 0; i < n; ++i) {
      for (int j = 0; i + j < n; ++j) {
        mesh.triangles.push_back({vertex(i, j), vertex(i + 1, j), vertex(i, j + 1)});
        if (i + j + 1 < n)
          mesh.triangles.push_back({vertex(i + 1, j), vertex(i + 1, j + 1), vertex(i, j + 1)});
      }
    }
  }
  const double scale = radius * std::cbrt(4 * kPi / 3 / volume(mesh));
  for (Vec3& v : mesh.vertices) v *= scale;
  return mesh;
}

}  // namespace peal::test

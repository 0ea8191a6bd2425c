// Worlds of grains for tests and benchmarks: boxes of planes or triangles, lattices of grains.
#pragma once
#include <cmath>

#include "base/rng.h"
#include "physics/grains/grain_world.h"

namespace peal::test {

/// Six planes around [0, size], one body.
inline GrainWalls plane_box(const Vec3& size) {
  GrainWalls walls;
  const int body = walls.add_body();
  for (int k = 0; k < 3; ++k) {
    Vec3 n;
    n[k] = 1;
    walls.add_plane(body, {0, 0, 0}, n);
    walls.add_plane(body, size, -n);
  }
  return walls;
}

/// Twelve triangles around [0, size].
inline TriangleMesh box_mesh(const Vec3& size) {
  TriangleMesh mesh;
  for (int i = 0; i < 8; ++i)
    mesh.vertices.push_back({i & 1 ? size.x : 0, i & 2 ? size.y : 0, i & 4 ? size.z : 0});
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return mesh;
}

/// Simple cubic lattice from `corner` on, velocities uniform in +-speed.
inline std::vector<GrainStart> cubic(int nx, int ny, int nz, const Vec3& corner, double spacing,
                                     double speed, std::uint64_t seed = 1) {
  std::vector<GrainStart> out;
  for (int z = 0; z < nz; ++z)
    for (int y = 0; y < ny; ++y)
      for (int x = 0; x < nx; ++x) {
        KeyedRng rng(seed, 0, out.size());
        out.push_back(
            {corner + spacing * Vec3{double(x), double(y), double(z)},
             {rng.uniform(-speed, speed), rng.uniform(-speed, speed), rng.uniform(-speed, speed)},
             0});
      }
  return out;
}

}  // namespace peal::test

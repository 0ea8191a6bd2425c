// Sphere, ellipsoid, die and ring.
#include <algorithm>
#include <array>
#include <cmath>

#include "base/constants.h"
#include "base/error.h"
#include "physics/meshing/hex_blocks.h"
#include "physics/meshing/mesh_density.h"
#include "physics/meshing/shape_mesh.h"
#include "physics/meshing/shape_meshers.h"

namespace peal {
namespace {

/// A core of cells wrapped by six blocks. position(lattice point of the core, how far out: 0 on the
/// core, 1 on the surface).
void add_wrapped_core(HexBlocks& blocks, const std::array<int, 3>& core, int layers,
                      const std::function<Vec3(const Vec3& at, double out)>& position) {
  blocks.add_block(core, [&](const Vec3& at) { return position(at, 0); });
  for (int axis = 0; axis < 3; ++axis) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (const int side : {0, core[axis]})
      blocks.add_block({core[u], core[v], layers}, [&](const Vec3& at) {
        Vec3 corner;
        corner[axis] = side, corner[u] = at.x, corner[v] = at.y;
        return position(corner, at.z / layers);
      });
  }
}

/// Unit ball: a slightly bulged inner cube and layers towards the sphere.
class BallMap {
 public:
  explicit BallMap(const std::array<int, 3>& core) : core_(core) {}

  Vec3 operator()(const Vec3& at, double out) const {
    const Vec3 q{2 * at.x / core_[0] - 1, 2 * at.y / core_[1] - 1, 2 * at.z / core_[2] - 1};
    const double reach = std::max({std::abs(q.x), std::abs(q.y), std::abs(q.z)});
    // Equal angles instead of equal steps: the outer cells become nearly equal.
    const Vec3 direction =
        normalized(Vec3{std::tan(kPi / 4 * q.x), std::tan(kPi / 4 * q.y), std::tan(kPi / 4 * q.z)});
    const Vec3 inner = kCore * ((1 - kBulge) * q + kBulge * kRound * reach * direction);
    return (1 - out) * inner + out * direction;
  }

 private:
  static constexpr double kCore = 0.42;   // half edge of the inner cube / radius
  static constexpr double kBulge = 0.4;   // 0 = cube, 1 = ball
  static constexpr double kRound = 1.35;  // radius of that ball / half edge
  std::array<int, 3> core_;
};

SolidMesh ball(const char* what, const Vec3& radii, const std::array<int, 3>& core, int layers) {
  HexBlocks blocks(what, 2 * std::max({radii.x, radii.y, radii.z}));
  const BallMap map(core);
  add_wrapped_core(blocks, core, layers, [&](const Vec3& at, double out) {
    const Vec3 p = map(at, out);
    return Vec3{radii.x * p.x, radii.y * p.y, radii.z * p.z};
  });
  return blocks.finish();
}

}  // namespace

SphereCells sphere_cells(MeshLevel level) {
  return std::array{SphereCells{2, 1}, SphereCells{4, 2},
                    SphereCells{6, 3}}[static_cast<int>(level)];
}

SolidMesh mesh_shape(const SphereShape& sphere, const SphereCells& cells) {
  if (cells.core < 1 || cells.layers < 1 || cells.core > 40 || cells.layers > 40)
    fail("a sphere is meshed with 1 to 40 cells in core and layers, got {} and {}", cells.core,
         cells.layers);
  return ball("sphere", Vec3{1, 1, 1} * sphere.radius, {cells.core, cells.core, cells.core},
              cells.layers);
}

SolidMesh mesh_of(const SphereShape& sphere, MeshLevel level) {
  return mesh_shape(sphere, sphere_cells(level));
}

SolidMesh mesh_of(const EllipsoidShape& ellipsoid, MeshLevel level) {
  const Vec3& r = ellipsoid.radii;
  const SphereCells cells = sphere_cells(level);
  const double mean = std::cbrt(r.x * r.y * r.z);
  std::array<int, 3> core;
  // A long body bends along its length: more cells there.
  for (int i = 0; i < 3; ++i)
    core[i] = std::clamp(static_cast<int>(std::lround(cells.core * r[i] / mean)), cells.core,
                         4 * cells.core);
  return ball("ellipsoid", r, core, cells.layers);
}

SolidMesh mesh_of(const DieShape& die, MeshLevel level) {
  const double half = die.size / 2, r = die.edge_radius, flat = half - r;
  const SphereCells cells = sphere_cells(level);
  // Along an edge of the core: half an arc, the flat face, half an arc.
  const int arc = level == MeshLevel::fine ? 2 : 1;
  const int faces = cell_count(2 * flat, die.size / (cells.core + 1));
  const int n = faces + 2 * arc;
  const auto angle = [&](double i) {
    const double over = i < arc ? i - arc : i > n - arc ? i - (n - arc) : 0;
    return kPi / 4 * over / arc;
  };
  const auto face = [&](double i) {
    return flat * std::clamp(2 * (i - arc) / faces - 1, -1.0, 1.0);
  };
  const double core = 0.5 * half / (flat + r * std::sqrt(0.5));
  const auto position = [&](const Vec3& at, double out) {
    Vec3 inner, surface, normal;
    for (int i = 0; i < 3; ++i) {
      inner[i] = core * (face(at[i]) + r * std::sin(angle(at[i])));
      surface[i] = face(at[i]);
      normal[i] = std::tan(angle(at[i]));
    }
    if (out == 0) return inner;
    return (1 - out) * inner + out * (surface + r * normalized(normal));
  };
  HexBlocks blocks("die", die.size);
  add_wrapped_core(blocks, {n, n, n}, cells.layers, position);
  return blocks.finish();
}

SolidMesh mesh_of(const RingShape& ring, MeshLevel level) {
  const double edge = wall_edge(level, edge_around(level, ring.radius, ring.wire_radius),
                                2 * ring.wire_radius, kPi * kPi * ring.radius * ring.wire_radius);
  const int around = 4 * cell_count(kPi / 2 * ring.radius, edge, 2);  // quarter turns have nodes
  const int core = level == MeshLevel::draft ? 1 : 2, layers = level == MeshLevel::fine ? 2 : 1;
  HexBlocks blocks("ring", 2 * (ring.radius + ring.wire_radius));
  blocks.add_layers(disc_cells(core, layers), around, [&](const PlanePoint& at, double v) {
    const double r = ring.radius + ring.wire_radius * at.a, angle = 2 * kPi * v;
    return Vec3{r * std::cos(angle), ring.wire_radius * at.b, r * std::sin(angle)};
  });
  return blocks.finish();
}

}  // namespace peal

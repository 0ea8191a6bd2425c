// Walls of a world of grains: planes, cylinders, cones and triangle meshes, each part of a body
// that hits report. Built once, then shared.
// Enters: geometry in metres, in the frame of the body (that of the world while it has not moved).
// Leaves: pieces (wall_feature.h); those of meshes are found by the cells that they touch.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "physics/geometry/triangle_mesh.h"
#include "physics/grains/wall_feature.h"

namespace peal {

class GrainWalls {
 public:
  /// @return its number. A body that will move is looked for without cells: keep its mesh small.
  int add_body(bool moves = false);
  /// A rigid body that is told anew for every step (GrainWorld::carry()): meshes in its own frame.
  int add_carried();

  /// Half space: grains on the side of `normal`.
  void add_plane(int body, const Vec3& point, const Vec3& normal, int material = 0);
  /// Tube or rod from `from` to `to`, without caps and rims. inside: grains are within.
  void add_cylinder(int body, const Vec3& from, const Vec3& to, double radius, bool inside,
                    int material = 0);
  /// Frustum around the axis `from` -> `to`, without caps and rims; the radii differ.
  void add_cone(int body, const Vec3& from, double radius_from, const Vec3& to, double radius_to,
                bool inside, int material = 0);
  /// Both sides are solid: grains may be on either.
  void add_mesh(int body, const TriangleMesh& mesh, int material = 0);

  int bodies() const { return static_cast<int>(moves_.size()); }
  bool moves(int body) const { return moves_[body]; }
  bool carried(int body) const { return carried_[body]; }
  /// Of a body that is carried.
  std::span<const int> pieces_of(int body) const { return pieces_[body]; }
  std::span<const WallFeature> features() const { return features_; }

  /// Pieces without bounds, on every grain's list, that belong to bodies at rest.
  std::span<const int> everywhere() const { return everywhere_; }
  /// Pieces of bodies that move.
  std::span<const int> moving() const { return moving_; }
  /// Pieces of meshes at rest.
  std::span<const int> bounded() const { return bounded_; }

 private:
  int keep(WallFeature feature, int body, int material);

  std::vector<WallFeature> features_;
  std::vector<int> everywhere_, bounded_, moving_;
  std::vector<bool> moves_, carried_;
  std::vector<std::vector<int>> pieces_;  // by body
};

/// For each cell of a grid the pieces that a grain with its centre in there can touch.
class WallCells {
 public:
  using Cell = std::array<std::int32_t, 3>;
  /// @param side [m] of the cells, cell (0, 0, 0) begins at the origin; @param reach [m] radius of
  /// the largest grain.
  WallCells(const GrainWalls& walls, double side, double reach);

  std::span<const int> at(const std::int32_t* cell) const noexcept;
  std::size_t bytes() const;

 private:
  struct Slot {
    std::uint64_t key;
    std::uint32_t begin, count;  // count 0: free
  };
  static std::uint64_t key_of(const std::int32_t* cell) noexcept;
  std::size_t place_of(std::uint64_t key) const noexcept;

  std::vector<Slot> slots_;
  std::vector<int> lists_;
};

}  // namespace peal

// Structured blocks of quadratic hexahedra that join where they touch. Used by the shape meshers.
// Enters: blocks as counts and smooth maps into space [m]. Leaves: a SolidMesh. Every node,
// including those in the middles of edges, is an image of a map, so it lies on the true surface.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>

#include "physics/geometry/solid_mesh.h"
#include "physics/meshing/plane_cells.h"

namespace peal {

/// A modal analysis of more nodes takes minutes and gigabytes.
inline constexpr int kMaxNodes = 60000;

class HexBlocks {
 public:
  /// `what` names the body in messages, `size` [m] is its extent. Points nearer to each other than
  /// 1e-10 of the size become one node; neighbouring blocks need equal cells where they meet.
  HexBlocks(std::string what, double size);

  /// position(lattice coordinates): multiples of 1/2, up to the counts.
  void add_block(const std::array<int, 3>& cells,
                 const std::function<Vec3(const Vec3& at)>& position);
  /// Plane cells in `layers` layers; v runs from 0 to 1 through them. Maps may mirror: every
  /// element is turned to positive volume.
  void add_layers(const PlaneCells& cells, int layers,
                  const std::function<Vec3(const PlanePoint& at, double v)>& position);

  /// Checked: positive Jacobians. The builder is empty afterwards.
  SolidMesh finish();

 private:
  struct KeyHash {
    std::size_t operator()(const std::array<std::int64_t, 3>& key) const;
  };
  int node(const Vec3& x);
  void add_hex(const std::array<Vec3, 20>& x);

  std::string what_;
  double tolerance_;  // [m]
  SolidMesh mesh_;
  std::unordered_map<std::array<std::int64_t, 3>, int, KeyHash> known_;
};

}  // namespace peal

// Pieces of a wall in boxes, in the frame of their body: which of them a ball may reach.
#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "physics/geometry/triangle_tree.h"
#include "physics/grains/wall_feature.h"

namespace peal {

class WallTree {
 public:
  /// @param pieces numbers of faces, edges and vertices among the features
  WallTree(std::span<const WallFeature> features, std::span<const int> pieces);

  double radius() const { return radius_; }  // [m] around the origin, that holds all
  /// f(piece) for those whose box is within reach of a point.
  template <class F>
  void for_each_near(const Vec3& centre, double reach, const F& f) const {
    if (nodes_.empty()) return;
    std::int32_t waiting[64];
    int count = 0;
    waiting[count++] = 0;
    while (count > 0) {
      const Node& node = nodes_[waiting[--count]];
      if (node.box.distance_squared(centre) > reach * reach) continue;
      if (node.count > 0) {
        for (std::int32_t k = 0; k < node.count; ++k) f(order_[node.first + k]);
      } else {
        waiting[count++] = node.first + 1;  // the left one first
        waiting[count++] = node.first;
      }
    }
  }

 private:
  struct Node {
    Bounds box;
    std::int32_t first = 0, count = 0;  // pieces; count 0: the children are first, first + 1
  };
  void split(std::size_t node, std::size_t begin, std::size_t end, const std::vector<Bounds>& boxes,
             int depth);

  std::vector<Node> nodes_;
  std::vector<int> order_;
  double radius_ = 0;
};

}  // namespace peal

// Triangles that move, found by place: a grid of their centres, made anew when asked. [m]
#pragma once
#include <array>
#include <span>
#include <vector>

#include "base/vec.h"

namespace peal {

class TriangleGrid {
 public:
  void fill(std::span<const Vec3> points, std::span<const std::array<int, 3>> triangles);
  /// Those that a ball may meet, ascending; maybe some more.
  void near(const Vec3& centre, double radius, std::vector<int>& out) const;

 private:
  static constexpr int kMost = 48;  // cells along an axis
  std::array<int, 3> cell_of(const Vec3& p) const;
  Vec3 low_;
  double cell_ = 1, reach_ = 0;  // reach: of a triangle from its centre
  std::array<int, 3> counts_{1, 1, 1};
  std::vector<int> first_, of_cell_;
  std::vector<Vec3> centres_;
};

}  // namespace peal

// A surface as a list of triangles, counter-clockwise seen from outside. [m], body frame.
#pragma once
#include <array>
#include <vector>

#include "base/vec.h"

namespace peal {

struct TriangleMesh {
  std::vector<Vec3> vertices;
  std::vector<std::array<int, 3>> triangles;

  Vec3 corner(std::size_t triangle, int k) const { return vertices[triangles[triangle][k]]; }
  /// Half the cross product of two edges: outward normal times area [m^2].
  Vec3 area_vector(std::size_t triangle) const {
    const Vec3 a = corner(triangle, 0);
    return 0.5 * cross(corner(triangle, 1) - a, corner(triangle, 2) - a);
  }
  Vec3 centroid(std::size_t triangle) const {
    return (corner(triangle, 0) + corner(triangle, 1) + corner(triangle, 2)) / 3.0;
  }
};

}  // namespace peal

// The place of a surface of triangles nearest to a point. [m].
#pragma once
#include <array>
#include <span>
#include <vector>

#include "base/vec.h"

namespace peal {

struct SurfacePoint {
  int triangle = 0;
  Vec3 weights, point;  // of the triangle's corners; where that is
  double distance = 1e300;
};

SurfacePoint nearest_in_triangle(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& p);
/// Looks at all triangles; there is at least one.
SurfacePoint nearest_surface_point(std::span<const Vec3> points,
                                   std::span<const std::array<int, 3>> triangles, const Vec3& p);

}  // namespace peal

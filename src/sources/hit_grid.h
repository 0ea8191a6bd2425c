// Places that are hit by the hundred thousand, on a grid that is finer than any mode's wave: places
// of a surface that were searched for lately are found again.
#pragma once
#include <cmath>

#include "base/vec.h"

namespace peal {

/// @param point [m] body frame
inline Vec3 on_hit_grid(const Vec3& point) {
  constexpr double kGrid = 1e-4;  // [m]
  return {kGrid * std::round(point.x / kGrid), kGrid * std::round(point.y / kGrid),
          kGrid * std::round(point.z / kGrid)};
}

}  // namespace peal

// The least rotation from one direction to another.
#pragma once
#include "base/vec.h"

namespace peal {

/// u turned by the least rotation from unit vector `from` to unit vector `to` (not its opposite).
inline Vec3 transported(const Vec3& u, const Vec3& from, const Vec3& to) {
  const Vec3 b = cross(from, to);
  const double c = dot(from, to);
  return c * u + cross(b, u) + (dot(b, u) / (1 + c)) * b;
}

}  // namespace peal

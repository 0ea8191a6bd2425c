// Nearest places of two straight pieces, as edges of rods have them. SI units.
#pragma once
#include <algorithm>

#include "base/vec.h"

namespace peal {

struct NearestPlaces {
  double s = 0, t = 0;  // 0 .. 1 along the first and the second
};

/// Of a + s p and b + t q. @param apart a - b [m]
inline NearestPlaces nearest_of_segments(const Vec3& apart, const Vec3& p, const Vec3& q) noexcept {
  const double pp = dot(p, p), qq = dot(q, q), pq = dot(p, q);
  const double pr = dot(p, apart), qr = dot(q, apart), wide = pp * qq - pq * pq;
  double s = wide > 1e-14 * pp * qq ? std::clamp((pq * qr - pr * qq) / wide, 0.0, 1.0) : 0.5;
  double t = (pq * s + qr) / qq;
  if (t < 0)
    t = 0, s = std::clamp(-pr / pp, 0.0, 1.0);
  else if (t > 1)
    t = 1, s = std::clamp((pq - pr) / pp, 0.0, 1.0);
  return {s, t};
}

/// Of a point on b + t q. @param apart point - b [m]
inline double nearest_on_segment(const Vec3& apart, const Vec3& q) noexcept {
  return std::clamp(dot(apart, q) / dot(q, q), 0.0, 1.0);
}

}  // namespace peal

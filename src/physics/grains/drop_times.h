// When a distance that is a polynomial in time runs out: the exact predictors of grains in free
// flight. Planes give quadratics; vertices, edges, cylinders, cones and grains at rest quartics,
// since only the grain falls. Neither allocates nor throws.
#pragma once
#include <cmath>

#include "physics/grains/grain_types.h"

namespace peal {

/// gap + u t + a t^2/2 for a gap >= 0: first t >= 0 at which it falls through 0.
inline double plane_drop(double gap, double u, double a) noexcept {
  if (u < 0) {
    const double d = u * u - 2 * a * gap;
    return d < 0 ? kNever : 2 * gap / (-u + std::sqrt(d));
  }
  if (a < 0) return (u + std::sqrt(u * u - 2 * a * gap)) / -a;
  return kNever;
}

/// The same when gap < 0 means that it has been passed beside the wall: it must rise first.
inline double plane_return(double gap, double u, double a) noexcept {
  if (gap >= 0) return plane_drop(gap, u, a);
  if (!(u > 0 && a < 0)) return kNever;
  const double d = u * u - 2 * a * gap;
  return d < 0 ? kNever : (u + std::sqrt(d)) / -a;
}

struct Quartic {
  double c[5] = {0, 0, 0, 0, 0};  // c[0] + c[1] t + ... + c[4] t^4

  double at(double t) const noexcept {
    return c[0] + t * (c[1] + t * (c[2] + t * (c[3] + t * c[4])));
  }
  double slope(double t) const noexcept {
    return c[1] + t * (2 * c[2] + t * (3 * c[3] + t * 4 * c[4]));
  }
  /// |x + v t + g t^2/2|^2 - r^2
  static Quartic of_distance(const Vec3& x, const Vec3& v, const Vec3& g, double r) noexcept {
    return {{dot(x, x) - r * r, 2 * dot(x, v), dot(v, v) + dot(x, g), dot(v, g), dot(g, g) / 4}};
  }
};

/// Times in (0, until] at which f falls through 0, in order; f(0) = 0 counts when it falls later.
/// @return how many, at most 2. Turning points split the time into monotone parts, each of which is
/// searched by Newton's method kept inside its bracket.
int drop_times(const Quartic& f, double until, double (&times)[2]) noexcept;

}  // namespace peal

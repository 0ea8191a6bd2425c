#include "motion/rods/rod_rest.h"

#include <algorithm>

namespace peal {
namespace {

/// m w = l of a symmetric matrix, which may be singular about a straight rod's own axis: nothing
/// turns there.
Vec3 turning(Mat3 m, const Vec3& l) {
  const double lift = 1e-9 * (m(0, 0) + m(1, 1) + m(2, 2));
  for (int k = 0; k < 3; ++k) m(k, k) += lift;
  const Vec3 x = m.column(0), y = m.column(1), z = m.column(2);
  const double d = dot(x, cross(y, z));
  if (!(d > 0)) return {};
  return {dot(l, cross(y, z)) / d, dot(x, cross(l, z)) / d, dot(x, cross(y, l)) / d};
}

}  // namespace

void calm(const ElasticRod& rod, RodStepper& stepper, double rate, double speed) {
  double mass = 0, square = 0;
  Vec3 centre, drift, spun;
  for (int i = 0; i < rod.points(); ++i) {
    const double m = rod.mass(i);
    mass += m, centre += m * rod.point(i), drift += m * rod.velocity(i);
    square += m * norm_squared(rod.velocity(i));
  }
  const double slow = 1 - square / (mass * speed * speed);
  if (slow <= 0) return;
  centre = centre / mass, drift = drift / mass;
  Mat3 inertia;
  for (int i = 0; i < rod.points(); ++i) {
    const Vec3 x = rod.point(i) - centre;
    const double m = rod.mass(i), far = norm_squared(x);
    spun += m * cross(x, rod.velocity(i));
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) inertia(r, c) += m * ((r == c ? far : 0) - x[r] * x[c]);
  }
  const Vec3 w = turning(inertia, spun);
  const double k = std::min(1.0, rate * stepper.settings().step * slow);
  for (int i = 0; i < rod.points(); ++i)
    stepper.push(i, k * rod.mass(i) * (drift + cross(w, rod.point(i) - centre) - rod.velocity(i)));
  stepper.apply();
}

}  // namespace peal

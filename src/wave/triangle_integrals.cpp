#include "wave/triangle_integrals.h"

#include <algorithm>
#include <cmath>

namespace peal {
namespace {

// Heights below this part of the longest edge count as "in the plane".
constexpr double kFlat = 1e-11;

// Integral of dl / R along a straight edge, closed form ln((Ra + Rb + L) / (Ra + Rb - L)).
// sa, sb: positions of the ends along the edge from the foot of the point; d2: distance^2 to its
// line.
double edge_integral(double sa, double sb, double ra, double rb, double d2) {
  // R - |s| = d2 / (R + |s|) avoids the cancellation close to the line.
  const auto plus = [d2](double s, double r) { return s >= 0 ? r + s : d2 / (r - s); };
  return std::log(plus(sb, rb) / plus(sa, ra));
}

}  // namespace

TriangleIntegrals triangle_integrals(const Vec3& x, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 corner[3] = {a, b, c};
  const Vec3 r[3] = {a - x, b - x, c - x};
  const Vec3 normal = cross(b - a, c - a);
  const double twice_area = norm(normal);
  const double longest =
      std::sqrt(std::max({norm_squared(b - a), norm_squared(c - b), norm_squared(a - c)}));
  if (!(twice_area > 1e-14 * longest * longest)) return {};
  const Vec3 n = normal / twice_area;

  double distance[3];
  for (int k = 0; k < 3; ++k) distance[k] = norm(r[k]);
  // Measured from the nearest corner, the height has the least rounding.
  const auto nearest = std::min_element(distance, distance + 3) - distance;
  double height = -dot(r[nearest], n);
  if (std::abs(height) <= kFlat * longest) height = 0;

  TriangleIntegrals out;
  if (height != 0) {
    // van Oosterom & Strackee 1983
    const double triple = height * twice_area;
    const double denominator = distance[0] * distance[1] * distance[2] +
                               dot(r[0], r[1]) * distance[2] + dot(r[1], r[2]) * distance[0] +
                               dot(r[2], r[0]) * distance[1];
    out.solid_angle = 2 * std::atan2(triple, denominator);
  }
  // integral of 1/R dS = sum over edges t * (integral of dl/R) - height * solid angle, with t the
  // distance from the foot of x to the edge, positive inside (divergence theorem in the plane).
  for (int k = 0; k < 3; ++k) {
    const int m = (k + 1) % 3;
    const Vec3 edge = corner[m] - corner[k];
    const double length = norm(edge);
    const Vec3 along = edge / length;
    const double t = dot(r[k], cross(along, n));
    const double d2 = t * t + height * height;
    if (d2 <= kFlat * kFlat * length * length) continue;  // t ln t -> 0
    out.inverse_distance +=
        t * edge_integral(dot(r[k], along), dot(r[m], along), distance[k], distance[m], d2);
  }
  out.inverse_distance -= height * out.solid_angle;
  return out;
}

}  // namespace peal

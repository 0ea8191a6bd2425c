#include "physics/wave/bem/triangle_integrals.h"

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

/// A point as a triangle sees it.
struct Seen {
  Vec3 corner[3], r[3];     // r: from the point to the corners
  Vec3 n;                   // unit normal
  double twice_area = 0;    // 0: no triangle
  double distance[3] = {};  // of the corners
  double height = 0;        // of the point above the plane, positive in front
  double solid_angle = 0;

  Seen(const Vec3& x, const Vec3& a, const Vec3& b, const Vec3& c)
      : corner{a, b, c}, r{a - x, b - x, c - x} {
    const Vec3 normal = cross(b - a, c - a);
    const double area = norm(normal);
    const double longest =
        std::sqrt(std::max({norm_squared(b - a), norm_squared(c - b), norm_squared(a - c)}));
    if (!(area > 1e-14 * longest * longest)) return;
    twice_area = area;
    n = normal / twice_area;
    for (int k = 0; k < 3; ++k) distance[k] = norm(r[k]);
    // Measured from the nearest corner, the height has the least rounding.
    const auto nearest = std::min_element(distance, distance + 3) - distance;
    height = -dot(r[nearest], n);
    if (std::abs(height) <= kFlat * longest) height = 0;
    if (height == 0) return;
    // van Oosterom & Strackee 1983
    const double denominator = distance[0] * distance[1] * distance[2] +
                               dot(r[0], r[1]) * distance[2] + dot(r[1], r[2]) * distance[0] +
                               dot(r[2], r[0]) * distance[1];
    solid_angle = 2 * std::atan2(height * twice_area, denominator);
  }

  struct Edge {
    Vec3 outward;        // unit, in the plane
    double t = 0;        // distance from the foot of the point to the edge, positive inside
    double d2 = 0;       // distance^2 of the point from its line
    double inverse = 0;  // integral of dl / R, 0 where t ln t -> 0
    double sa = 0, sb = 0;
    double ra = 0, rb = 0;
  };
  Edge edge(int k) const {
    const int l = (k + 1) % 3;
    const Vec3 line = corner[l] - corner[k];
    const double length = norm(line);
    const Vec3 along = line / length;
    Edge out{cross(along, n)};
    out.t = dot(r[k], out.outward);
    out.d2 = out.t * out.t + height * height;
    out.sa = dot(r[k], along), out.sb = dot(r[l], along);
    out.ra = distance[k], out.rb = distance[l];
    if (out.d2 > kFlat * kFlat * length * length)
      out.inverse = edge_integral(out.sa, out.sb, out.ra, out.rb, out.d2);
    return out;
  }
};

}  // namespace

// integral of 1/R dS = sum over edges t * (integral of dl/R) - height * solid angle (divergence
// theorem in the plane).
TriangleIntegrals triangle_integrals(const Vec3& x, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Seen seen(x, a, b, c);
  TriangleIntegrals out;
  if (seen.twice_area == 0) return out;
  out.solid_angle = seen.solid_angle;
  for (int k = 0; k < 3; ++k) {
    const Seen::Edge edge = seen.edge(k);
    out.inverse_distance += edge.t * edge.inverse;
  }
  out.inverse_distance -= seen.height * seen.solid_angle;
  return out;
}

// With rho the way from the foot of x in the plane: rho / R = grad R and rho / R^3 = -grad (1/R),
// so both become integrals of R and 1/R along the edges.
LinearTriangleIntegrals linear_triangle_integrals(const Vec3& x, const Vec3& a, const Vec3& b,
                                                  const Vec3& c) {
  const Seen seen(x, a, b, c);
  LinearTriangleIntegrals out;
  if (seen.twice_area == 0) return out;
  out.height = seen.height;
  double constant = -seen.height * seen.solid_angle;
  Vec3 moment, dipole_moment;  // integrals of rho / R and of height rho / R^3
  for (int k = 0; k < 3; ++k) {
    const Seen::Edge e = seen.edge(k);
    constant += e.t * e.inverse;
    moment += e.outward * (0.5 * (e.sb * e.rb - e.sa * e.ra + e.d2 * e.inverse));
    dipole_moment -= e.outward * (seen.height * e.inverse);
  }
  for (int k = 0; k < 3; ++k) {
    // f at the foot: 1 at corner k, 0 on the opposite edge.
    const Vec3 opposite = seen.corner[(k + 2) % 3] - seen.corner[(k + 1) % 3];
    const Vec3 gradient = cross(seen.n, opposite) / seen.twice_area;
    const double foot = 1 - dot(seen.r[k], gradient);  // the gradient lies in the plane
    out.inverse_distance[k] = foot * constant + dot(gradient, moment);
    out.dipole[k] = foot * seen.solid_angle + dot(gradient, dipole_moment);
  }
  return out;
}

}  // namespace peal

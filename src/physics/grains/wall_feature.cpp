#include "physics/grains/wall_feature.h"

#include <algorithm>

#include "physics/geometry/triangle_tree.h"

namespace peal {
namespace {

// Relative to the piece: neighbours overlap by this much, so that no ball slips between them.
constexpr double kSeam = 1e-9;

Vec3 across(const Vec3& x, const Vec3& axis) noexcept { return x - dot(x, axis) * axis; }

Vec3 flown(const Vec3& x, const Vec3& v, const Vec3& g, double t) noexcept {
  return x + t * (v + (0.5 * t) * g);
}

}  // namespace

WallFeature WallFeature::face(const Vec3& a, const Vec3& b, const Vec3& c) {
  WallFeature f;
  f.type = Type::face, f.point = a;
  const Vec3 u = b - a, w = c - a, n = cross(u, w);
  const double square = dot(n, n);
  f.axis = normalized(n);
  f.dual[0] = cross(w, n) / square;
  f.dual[1] = cross(n, u) / square;
  return f;
}

WallFeature WallFeature::edge(const Vec3& a, const Vec3& b) {
  WallFeature f;
  f.type = Type::edge, f.point = a, f.axis = normalized(b - a), f.size = norm(b - a);
  return f;
}

WallFeature WallFeature::vertex(const Vec3& a) {
  WallFeature f;
  f.type = Type::vertex, f.point = a;
  return f;
}

Vec3 WallFeature::corner(int i) const {
  if (i == 0) return point;
  // The edges are dual to `dual` within the plane.
  const Vec3 n = cross(dual[0], dual[1]);
  return point + (i == 1 ? cross(dual[1], n) : cross(n, dual[0])) / dot(n, n);
}

bool WallFeature::holds(const Vec3& centre, double r) const noexcept {
  const Vec3 y = centre - point;
  switch (type) {
    case Type::plane:
    case Type::vertex:
      return true;
    case Type::face: {
      const double u = dot(dual[0], y), w = dot(dual[1], y);
      return u >= -kSeam && w >= -kSeam && u + w <= 1 + kSeam;
    }
    case Type::edge: {
      const double along = dot(axis, y);
      return along >= -kSeam * size && along <= (1 + kSeam) * size;
    }
    case Type::cylinder: {
      const double along = dot(axis, y);
      return along >= from && along <= to;
    }
    case Type::cone: {
      const double lean = r * size / std::sqrt(1 + size * size);  // r sin(half angle)
      const double along = dot(axis, y) + (inside ? -lean : lean);
      return along >= from && along <= to;
    }
  }
  return false;
}

Vec3 WallFeature::normal(const Vec3& centre) const noexcept {
  const Vec3 y = centre - point;
  switch (type) {
    case Type::plane:
      return axis;
    case Type::face:
      return dot(axis, y) < 0 ? -axis : axis;
    case Type::vertex:
      return normalized(y, {0, 1, 0});
    case Type::edge:
      return normalized(across(y, axis), {0, 1, 0});
    case Type::cylinder:
      return normalized(across(y, axis), {0, 1, 0}) * (inside ? -1.0 : 1.0);
    case Type::cone: {
      const Vec3 out = normalized(across(y, axis), {0, 1, 0}) - size * axis;
      return normalized(inside ? -out : out);
    }
  }
  return axis;
}

double WallFeature::distance(const Vec3& p) const noexcept {
  const Vec3 y = p - point;
  switch (type) {
    case Type::plane:
      return dot(axis, y);
    case Type::face:
      return norm(p - nearest_on_triangle(p, corner(0), corner(1), corner(2)));
    case Type::vertex:
      return norm(y);
    case Type::edge:
      return norm(y - std::clamp(dot(axis, y), 0.0, size) * axis);
    case Type::cylinder:
      return (norm(across(y, axis)) - size) * (inside ? -1 : 1);
    case Type::cone: {
      const double out = (norm(across(y, axis)) - size * dot(axis, y)) / std::sqrt(1 + size * size);
      return inside ? -out : out;
    }
  }
  return 0;
}

double WallFeature::touch_plane(const Vec3& x, const Vec3& v, const Vec3& g,
                                double r) const noexcept {
  const double gap = dot(axis, x - point) - r, u = dot(axis, v), a = dot(axis, g);
  if (gap <= 0 && (u < 0 || (u == 0 && a < 0))) return 0;
  return plane_drop(std::max(gap, 0.0), u, a);
}

double WallFeature::touch_face(const Vec3& x, const Vec3& v, const Vec3& g, double r,
                               double until) const noexcept {
  const double h = dot(axis, x - point), u = dot(axis, v), a = dot(axis, g);
  double best = kNever;
  const bool overlaps = std::abs(h) <= r && holds(x, r);
  for (const double side : {1.0, -1.0}) {
    double gap = side * h - r;
    if (overlaps && (side > 0) == (h >= 0)) {
      if (side * u < 0 || (u == 0 && side * a < 0)) return 0;
      gap = 0;  // comes back to where it is, not deeper
    }
    const double t = plane_return(gap, side * u, side * a);
    if (t <= until && t < best && holds(flown(x, v, g, t), r)) best = t;
  }
  return best;
}

double WallFeature::touch_curved(const Quartic& gap, const Vec3& x, const Vec3& v, const Vec3& g,
                                 double r, double until) const noexcept {
  Quartic f = gap;
  // Behind a cylinder or cone that grains are kept in, or out of, is nothing to touch.
  const bool behind = (type == Type::cylinder || type == Type::cone) && distance(x) < 0;
  if (f.c[0] <= 0 && !behind && holds(x, r)) {
    if (f.c[1] < 0 || (f.c[1] == 0 && f.c[2] < 0)) return 0;
    // It rises first and comes back to where it is, not deeper: the least number to fall from.
    f.c[0] = std::numeric_limits<double>::min();
  }
  double times[2];
  const int n = drop_times(f, until, times);
  for (int i = 0; i < n; ++i)
    if (type == Type::vertex || holds(flown(x, v, g, times[i]), r)) return times[i];
  return kNever;
}

double WallFeature::touch(const Vec3& x, const Vec3& v, const Vec3& g, double r,
                          double until) const noexcept {
  double t = kNever;
  const Vec3 y = x - point;
  switch (type) {
    case Type::plane:
      t = touch_plane(x, v, g, r);
      break;
    case Type::face:
      t = touch_face(x, v, g, r, until);
      break;
    case Type::vertex:
      t = touch_curved(Quartic::of_distance(y, v, g, r), x, v, g, r, until);
      break;
    case Type::edge:
      t = touch_curved(Quartic::of_distance(across(y, axis), across(v, axis), across(g, axis), r),
                       x, v, g, r, until);
      break;
    case Type::cylinder: {
      Quartic f = Quartic::of_distance(across(y, axis), across(v, axis), across(g, axis),
                                       size + (inside ? -r : r));
      if (inside)
        for (double& c : f.c) c = -c;
      t = touch_curved(f, x, v, g, r, until);
      break;
    }
    case Type::cone: {
      // Where the centre may be is a cone of the same angle, its apex moved along the axis by
      // r / sin(half angle). +-(tan^2 z^2 - |y across|^2)
      const double shift = r * std::sqrt(1 + size * size) / size;
      const Vec3 s = y - (inside ? shift : -shift) * axis;
      const Quartic q = Quartic::of_distance(across(s, axis), across(v, axis), across(g, axis), 0);
      const double z[3] = {dot(s, axis), dot(v, axis), 0.5 * dot(g, axis)}, k = size * size;
      Quartic f{{k * z[0] * z[0], 2 * k * z[0] * z[1], k * (z[1] * z[1] + 2 * z[0] * z[2]),
                 2 * k * z[1] * z[2], k * z[2] * z[2]}};
      for (int i = 0; i < 5; ++i) f.c[i] = inside ? f.c[i] - q.c[i] : q.c[i] - f.c[i];
      t = touch_curved(f, x, v, g, r, until);
      break;
    }
  }
  return t <= until ? t : kNever;
}

}  // namespace peal

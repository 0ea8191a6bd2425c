#include "motion/rigid/contact_geometry.h"

#include <algorithm>

namespace peal {
namespace {

// Sphere against bar: nearest point of the box to the sphere's centre; inside, the nearest face.
struct NearestOnBar {
  Vec3 point, normal;  // body frame of the bar, normal outwards
  double distance;     // of the centre, negative inside
};

NearestOnBar nearest_on_bar(const Vec3& half, const Vec3& centre) {
  const Vec3 clamped{std::clamp(centre.x, -half.x, half.x), std::clamp(centre.y, -half.y, half.y),
                     std::clamp(centre.z, -half.z, half.z)};
  const Vec3 offset = centre - clamped;
  const double distance = norm(offset);
  if (distance > 0) return {clamped, offset / distance, distance};
  int axis = 0;
  double depth = half.x - std::abs(centre.x);
  for (int k = 1; k < 3; ++k)
    if (const double d = half[k] - std::abs(centre[k]); d < depth) axis = k, depth = d;
  NearestOnBar out{centre, {}, -depth};
  const double side = centre[axis] < 0 ? -1 : 1;
  out.point[axis] = side * half[axis];
  out.normal[axis] = side;
  return out;
}

// Normal from the bar to the sphere.
ContactGeometry sphere_on_bar(double radius, const Vec3& centre, const BarShape& bar,
                              const Pose& pose) {
  const NearestOnBar near = nearest_on_bar(0.5 * bar.size, to_body(pose, centre));
  ContactGeometry out;
  out.normal = rotate(pose.rotation, near.normal);
  out.gap = near.distance - radius;
  out.point_a = centre - radius * out.normal;
  out.point_b = to_world(pose, near.point);
  return out;
}

}  // namespace

Vec3 outermost_place(const Pose& pose, const Vec3& local, const Roundness& round,
                     const Vec3& direction) {
  const Vec3 place = to_world(pose, local);
  if (round.radii != Vec3{})
    return place + rotate(pose.rotation,
                          ellipsoid_place(round.radii, rotate_back(pose.rotation, direction)));
  if (round.radius == 0) return place;
  if (round.axis == Vec3{}) return place + round.radius * direction;
  const Vec3 axis = rotate(pose.rotation, round.axis);
  const Vec3 first = normalized(direction - dot(direction, axis) * axis);
  return place + round.radius * normalized(first - dot(first, axis) * axis) +
         round.skin * direction;
}

namespace {

// How the outermost place moves when the direction n turns: the second derivative of the extent,
// whose eigenvalues across n are the radii of curvature. [m]
Mat3 curvature_radii(const Pose& pose, const Roundness& round, const Vec3& n) {
  const auto add = [](Mat3& m, double s, const Vec3& u) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) m(i, j) += s * u[i] * u[j];
  };
  Mat3 out;
  const auto add_ball = [&](double radius) {
    for (int i = 0; i < 3; ++i) out(i, i) += radius;
    add(out, -radius, n);
  };
  if (round.radii != Vec3{}) {
    const Vec3 place =
        rotate(pose.rotation, ellipsoid_place(round.radii, rotate_back(pose.rotation, n)));
    const double extent = dot(place, n);
    for (int axis = 0; axis < 3; ++axis) {
      Vec3 unit;
      unit[axis] = 1;
      add(out, round.radii[axis] * round.radii[axis] / extent, rotate(pose.rotation, unit));
    }
    add(out, -1 / extent, place);
  } else if (round.axis == Vec3{}) {
    add_ball(round.radius);
  } else {
    const Vec3 axis = rotate(pose.rotation, round.axis), around = cross(axis, n);
    const double slope = norm(around);
    if (slope > 1e-9) add(out, round.radius / slope, around / slope);
    add_ball(round.skin);
  }
  return out;
}

// The normal of the widest gap between two points with roundness: the gap along n is
// n (x_a(-n) - x_b(n)), its gradient the part of the bracket across n, its second derivative
// -(radii of curvature + gap). Newton's method from a normal nearby.
Vec3 widest_gap(const ContactFeature& f, const Pose& a, const Pose& b, Vec3 n) {
  for (int round = 0; round < 8; ++round) {
    const Vec3 between =
        outermost_place(a, f.local_a, f.round_a, -n) - outermost_place(b, f.local_b, f.round_b, n);
    const double gap = dot(between, n);
    const Vec3 x = normalized(cross(n, std::abs(n.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0}));
    const Vec3 y = cross(n, x);
    const Mat3 radii_a = curvature_radii(a, f.round_a, -n),
               radii_b = curvature_radii(b, f.round_b, n);
    const auto second = [&](const Vec3& u, const Vec3& v) {
      return dot(u, radii_a * v + radii_b * v) + gap * dot(u, v);
    };
    const double xx = second(x, x), xy = second(x, y), yy = second(y, y);
    const double determinant = xx * yy - xy * xy;
    if (!(xx > 0 && determinant > 0)) return n;
    const double gx = dot(between, x), gy = dot(between, y);
    const Vec3 turn = ((yy * gx - xy * gy) * x + (xx * gy - xy * gx) * y) / determinant;
    const double way = norm(turn);
    n = normalized(n + (way > 0.3 ? 0.3 / way : 1) * turn);
    if (way < 1e-9) break;
  }
  return n;
}

ContactGeometry distance(const ContactFeature& feature, const CollisionShape& shape_a,
                         const Pose& a, const CollisionShape& shape_b, const Pose& b,
                         double floor_height) {
  ContactGeometry out;
  switch (feature.kind) {
    case ContactFeature::Kind::floor:
      out.point_a = outermost_place(a, feature.local_a, feature.round_a, -out.normal);
      out.gap = out.point_a.y - floor_height;
      out.point_b = {out.point_a.x, floor_height, out.point_a.z};
      return out;
    case ContactFeature::Kind::sphere_sphere: {
      const double ra = std::get<SphereShape>(shape_a).radius;
      const double rb = std::get<SphereShape>(shape_b).radius;
      const Vec3 between = a.position - b.position;
      out.normal = normalized(between, {0, 1, 0});
      out.gap = norm(between) - ra - rb;
      out.point_a = a.position - ra * out.normal;
      out.point_b = b.position + rb * out.normal;
      return out;
    }
    case ContactFeature::Kind::sphere_bar:
      return sphere_on_bar(std::get<SphereShape>(shape_a).radius, a.position,
                           std::get<BarShape>(shape_b), b);
    case ContactFeature::Kind::bar_sphere: {
      out = sphere_on_bar(std::get<SphereShape>(shape_b).radius, b.position,
                          std::get<BarShape>(shape_a), a);
      std::swap(out.point_a, out.point_b);
      out.normal = -out.normal;
      return out;
    }
    case ContactFeature::Kind::points:
      out.normal = rotate(feature.normal_on_a ? a.rotation : b.rotation, feature.local_normal);
      if (feature.free_normal) out.normal = widest_gap(feature, a, b, out.normal);
      out.point_a = outermost_place(a, feature.local_a, feature.round_a, -out.normal);
      out.point_b = outermost_place(b, feature.local_b, feature.round_b, out.normal);
      out.gap = dot(out.normal, out.point_a - out.point_b);
      // The pair was found at another pose. An arm that is too long by the way since then would
      // turn the spin of a rolling ball into leaps.
      if (feature.on_plane && feature.normal_on_a)
        out.point_a = out.point_b + out.gap * out.normal;
      else if (feature.on_plane)
        out.point_b = out.point_a - out.gap * out.normal;
      return out;
    case ContactFeature::Kind::string: {  // pulls a towards b when its ends are `length` apart
      out.point_a = to_world(a, feature.local_a);
      out.point_b = to_world(b, feature.local_b);
      const Vec3 between = out.point_b - out.point_a;
      out.normal = normalized(between, {0, 1, 0});
      out.gap = feature.length - norm(between);
      return out;
    }
  }
  return out;
}

}  // namespace

ContactGeometry contact_geometry(const ContactFeature& feature, const CollisionShape& shape_a,
                                 const Pose& a, const CollisionShape& shape_b, const Pose& b,
                                 double floor_height) {
  ContactGeometry out = distance(feature, shape_a, a, shape_b, b, floor_height);
  out.push_a = out.push_b = 0.5 * (out.point_a + out.point_b);
  if (feature.kind == ContactFeature::Kind::string)
    out.push_a = out.point_a, out.push_b = out.point_b;
  return out;
}

}  // namespace peal

#include "models/bodies/shape_parts.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "physics/geometry/shape_rules.h"
#include "physics/meshing/lathed_profiles.h"

namespace peal {
namespace {

constexpr int kSectors = 20;       // of straight walls
constexpr int kBentSectors = 16;   // of walls with a curved meridian, which have more rows
constexpr double kShallow = 0.01;  // of the size: a dent that nobody feels

constexpr double kBallGrowth = 1.0208;

template <class S>
PartPoints parts_of(const S&) {
  return {};
}

// ---- one piece ----

PartPoints parts_of(const EllipsoidShape& ellipsoid) {
  // Points at equal distances on a spiral about the sphere; kBallGrowth: the hull of 96 has the
  // volume of the sphere.
  constexpr int kCorners = 96;
  std::vector<Vec3> points;
  for (int i = 0; i < kCorners; ++i) {
    const double y = 1 - (2 * i + 1.0) / kCorners, r = std::sqrt(1 - y * y);
    const double angle = i * kPi * (3 - std::sqrt(5.0));
    const Vec3 p = kBallGrowth * Vec3{r * std::cos(angle), y, r * std::sin(angle)};
    points.push_back({ellipsoid.radii.x * p.x, ellipsoid.radii.y * p.y, ellipsoid.radii.z * p.z});
  }
  return {points};
}

PartPoints parts_of(const SphereShape& sphere) {
  return parts_of(EllipsoidShape{Vec3{1, 1, 1} * sphere.radius});
}

PartPoints parts_of(const DieShape& die) {
  // Ten directions in each of the eight corners: a triangle whose sides are cut in three.
  // kEdgeGrowth: the mean radius of the chords between them is right.
  constexpr int kCut = 3;
  constexpr double kEdgeGrowth = 1.03;
  const double flat = die.size / 2 - die.edge_radius;
  std::vector<Vec3> points;
  for (int octant = 0; octant < 8; ++octant)
    for (int i = 0; i <= kCut; ++i)
      for (int j = 0; i + j <= kCut; ++j) {
        const Vec3 way = normalized(Vec3{std::sin(kPi / 2 * i / kCut), std::sin(kPi / 2 * j / kCut),
                                         std::sin(kPi / 2 * (kCut - i - j) / kCut)});
        const bool on_face = std::max({way.x, way.y, way.z}) > 0.999;
        Vec3 p = Vec3{flat, flat, flat} + die.edge_radius * (on_face ? 1 : kEdgeGrowth) * way;
        for (int axis = 0; axis < 3; ++axis)
          if (octant & (1 << axis)) p[axis] = -p[axis];
        points.push_back(p);
      }
  return {points};
}

PartPoints parts_of(const CoinShape& coin) {
  PartPoints parts;
  if (coin.rim_width == 0 ||
      (coin.thickness - coin.field_thickness) / 2 <= kShallow * 2 * coin.radius) {
    constexpr int kCorners = 48;
    const double r = coin.radius * corner_radius_of_mean(kPi / kCorners);
    parts.emplace_back();
    for (int i = 0; i < kCorners; ++i)
      for (const double y : {-coin.thickness / 2, coin.thickness / 2})
        parts[0].points.push_back(around_axis({r, y}, 2 * kPi * i / kCorners));
    return parts;
  }
  const double inner = coin.radius - coin.rim_width;
  add_disc(parts, {inner, -coin.field_thickness / 2}, {inner, coin.field_thickness / 2},
           -coin.field_thickness / 2, coin.field_thickness / 2);
  const LathedWall rim{
      1, false, [&](double s, double v) {
        return SectionPoint{coin.radius - v * coin.rim_width, coin.thickness * (s - 0.5)};
      }};
  add_lathed_wall(parts, rim, 0, kSectors, 2 * coin.radius);
  return parts;
}

// ---- lathed ----

PartPoints parts_of(const RingShape& ring) {
  PartPoints parts;
  add_wire_ring(parts, ring.radius, ring.wire_radius);
  return parts;
}

PartPoints parts_of(const TubeShape& tube) {
  PartPoints parts;
  add_lathed_wall(parts, tube_wall(tube), 0, kSectors, shape_size(tube));
  return parts;
}

PartPoints parts_of(const FunnelShape& funnel) {
  PartPoints parts;
  add_lathed_wall(parts, funnel_wall(funnel), 0, kSectors, shape_size(funnel));
  return parts;
}

/// Bodies whose first segment is a flat disc.
PartPoints closed_vessel(const LathedWall& wall, double size) {
  PartPoints parts;
  const SectionPoint a = wall.section(1, 0), b = wall.section(1, 1);
  add_disc(parts, a, b, a.y, b.y);
  add_lathed_wall(parts, wall, 1, kBentSectors, size);
  return parts;
}

PartPoints parts_of(const BowlShape& bowl) {
  return closed_vessel(bowl_wall(bowl), shape_size(bowl));
}

PartPoints parts_of(const BellShape& bell) {
  return closed_vessel(bell_wall(bell), shape_size(bell));
}

PartPoints parts_of(const CupShape& cup) {
  PartPoints parts;
  const double slope = (cup.radius - cup.bottom_radius) / cup.height;
  const double across = cup.thickness * std::sqrt(1 + slope * slope);
  const LathedWall wall{1, false, [&](double s, double v) {
                          const double y = s * cup.height;
                          return SectionPoint{cup.bottom_radius + slope * y - v * across, y};
                        }};
  const double low = cup.bottom_radius - across, high = low + slope * cup.bottom_thickness;
  add_disc(parts, {low, 0}, {high, cup.bottom_thickness}, 0, cup.bottom_thickness);
  add_lathed_wall(parts, wall, 0, kSectors, shape_size(cup));
  return parts;
}

PartPoints parts_of(const WineglassShape& glass) {
  const WineglassBowl bowl(glass);
  const LathedWall wall = bowl.wall();
  PartPoints parts;
  add_rimmed_disc(parts, glass.foot_radius, 0, glass.foot_thickness);
  const SectionPoint root = wall.section(1, 0), inside = wall.section(1, 1);
  add_disc(parts, {glass.stem_radius, glass.foot_thickness}, {root.r, root.y}, glass.foot_thickness,
           root.y);
  add_disc(parts, root, inside, wall.section(0, 0).y, wall.section(0, 1).y);
  add_lathed_wall(parts, wall, 1, kBentSectors, shape_size(glass));
  return parts;
}

/// Half an ellipse from the wall and back to it, mesh_mug.cpp.
void add_handle(PartPoints& parts, const MugShape& mug) {
  constexpr int kPieces = 10;
  const double reach = mug.handle_reach - mug.handle_thickness / 2, half = mug.handle_height / 2;
  const auto at = [&](double piece, double up, double side) {
    const double t = kPi * piece / kPieces;
    const Vec3 forward = normalized(Vec3{reach * std::cos(t), half * std::sin(t), 0});
    const Vec3 inwards{-forward.y, forward.x, 0};  // of the bend
    return Vec3{mug.radius + reach * std::sin(t), mug.height / 2 - half * std::cos(t), 0} +
           mug.handle_thickness * up * inwards + Vec3{0, 0, mug.handle_width * side};
  };
  for (int k = 0; k < kPieces; ++k) {
    std::vector<Vec3> points;
    // The inside of the bend is a chord, moved outwards by its mean deviation.
    const Vec3 chord = 0.5 * (at(k, 0.5, 0) + at(k + 1, 0.5, 0));
    const double deviation = norm(at(k + 0.5, 0.5, 0) - chord);
    const double inner = 0.5 - std::min(0.4, 2. / 3 * deviation / mug.handle_thickness);
    for (const double side : {-0.5, 0.5}) {
      for (const double piece : {k + 0.0, k + 0.5, k + 1.0})
        points.push_back(at(piece, -0.5, side));
      for (const double piece : {k + 0.0, k + 1.0}) points.push_back(at(piece, inner, side));
      // The roots stand on a round wall: they reach into it.
      for (const bool end : {k == 0, k + 1 == kPieces})
        for (const double up : {-0.5, 0.5})
          if (end)
            points.push_back(at(k == 0 ? 0 : kPieces, up, side) - Vec3{mug.thickness / 2, 0, 0});
    }
    parts.push_back(std::move(points));
  }
}

PartPoints parts_of(const MugShape& mug) {
  PartPoints parts =
      parts_of(CupShape{mug.radius, mug.radius, mug.height, mug.thickness, mug.bottom_thickness});
  add_handle(parts, mug);
  return parts;
}

// ---- flat and long ----

PartPoints parts_of(const UndercutBarShape& bar) {
  constexpr int kSteps = 4;  // per half of the cut
  const double depth = bar.height - bar.middle_height;
  if (depth <= 0) return {};
  const auto bottom = [&](double x) {
    return bar.height / 2 - bar.middle_height - depth * std::pow(x / bar.half_cut, bar.power);
  };
  PartPoints parts;
  const auto add = [&](double x0, double x1, double low0, double low1) {
    for (const double sign : {-1.0, 1.0}) {
      std::vector<Vec3> points;
      for (const double z : {-bar.width / 2, bar.width / 2})
        for (const auto& [x, low] : {std::pair{x0, low0}, {x1, low1}})
          for (const double y : {low, bar.height / 2}) points.push_back({sign * x, y, z});
      parts.push_back(std::move(points));
    }
  };
  add(bar.half_cut, bar.length / 2, -bar.height / 2, -bar.height / 2);
  // Equal sagittas: the curvature of x^p asks for steps that are equal in x^(p/2).
  const auto station = [&](int k) {
    return bar.half_cut * std::pow(static_cast<double>(k) / kSteps, 2 / bar.power);
  };
  for (int k = 0; k < kSteps; ++k) {
    const double x0 = station(k), x1 = station(k + 1), low0 = bottom(x0), low1 = bottom(x1);
    const double lift = 2. / 3 * (bottom((x0 + x1) / 2) - (low0 + low1) / 2);
    add(x0, x1, low0 + lift, low1 + lift);
  }
  return parts;
}

/// Points in the xy plane => piece of the key's thickness.
void add_flat(PartPoints& parts, const std::vector<Vec3>& outline, double thickness) {
  std::vector<Vec3> points;
  for (const double z : {-thickness / 2, thickness / 2})
    for (const Vec3& p : outline) points.push_back({p.x, p.y, z});
  parts.push_back(std::move(points));
}

PartPoints parts_of(const KeyShape& key) {
  constexpr int kBow = 12, kSteps = 4;
  PartPoints parts;
  const double half = kPi / kBow;
  const double outer = key.bow_radius * corner_radius_of_mean(half / kSteps);
  const double inner = std::min(key.hole_radius * corner_radius_of_mean(half),
                                key.hole_radius + 0.45 * (key.bow_radius - key.hole_radius));
  const auto polar = [](double r, double angle) {
    return Vec3{r * std::cos(angle), r * std::sin(angle), 0};
  };
  for (int k = 0; k < kBow; ++k) {
    std::vector<Vec3> outline{polar(inner, 2 * half * k), polar(inner, 2 * half * (k + 1))};
    for (int i = 0; i <= kSteps; ++i)
      outline.push_back(polar(outer, 2 * half * (k + static_cast<double>(i) / kSteps)));
    add_flat(parts, outline, key.thickness);
  }
  // Between the deepest points of neighbouring cuts the blade is convex: one tooth each. The first
  // piece holds the neck, mesh_flat.cpp.
  const double high = key.blade_height / 2;
  const double neck = std::sqrt(key.bow_radius * key.bow_radius - high * high);
  const double first = key.bow_radius + 0.1 * key.blade_length;
  const double end = key.bow_radius + key.blade_length;
  const double pitch = (end - first) / std::max(1, key.cuts);
  const double deep = key.cut_depth - high;
  for (int k = 0; k <= key.cuts; ++k) {
    const bool last = k == key.cuts;
    const double from = k == 0 ? neck : first + (k - 0.5) * pitch;
    const double to = last ? end : first + (k + 0.5) * pitch;
    std::vector<Vec3> outline{{from, high, 0}, {to, high, 0}};
    outline.push_back({from, k == 0 ? -high : deep, 0});
    outline.push_back({std::max(from, first + k * pitch), -high, 0});
    outline.push_back({to, last ? -high : deep, 0});
    add_flat(parts, outline, key.thickness);
  }
  return parts;
}

}  // namespace

PartPoints shape_parts(const Shape& shape) {
  return std::visit([](const auto& s) { return parts_of(s); }, shape);
}

}  // namespace peal

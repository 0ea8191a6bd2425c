#include "motion/rigid/convex_piece.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/constants.h"
#include "base/error.h"
#include "motion/rigid/turned_core.h"
#include "physics/geometry/convex/convex_hull.h"

namespace peal {
namespace {

// A larger margin lets bodies overlap more within a step, but rounds the normals at edges.
constexpr double kMostMargin = 5e-4;  // [m]
constexpr double kMarginPart = 0.5;   // of the inner radius
constexpr double kMostRound = 0.99;   // of the inner radius: a rounded hull keeps a core
constexpr int kRimPoints = 12;
constexpr int kRimSamples = 16;     // of an arc, for the planes of its piece
constexpr double kTrueFace = 1e-7;  // of the size: a plane that the piece reaches with more than
                                    // its samples is no face of it
constexpr int kFirstRimId = 500;    // of outer points

// The part of a direction across an axis, as a unit vector; zero when there is none. Once more
// across: the difference of nearly equal vectors is not.
Vec3 across(const Vec3& direction, const Vec3& axis) {
  const Vec3 first = direction - dot(direction, axis) * axis;
  if (!(norm(first) > 1e-12 * norm(direction))) return {};
  const Vec3 unit = normalized(first);
  return normalized(unit - dot(unit, axis) * axis);
}

/// A direction, split along and across the axis that all rims of a piece share.
struct Across {
  Vec3 unit;         // zero: the direction is that of the axis
  double slope = 0;  // length of the part across
};

Across split(const Vec3& direction, const Vec3& axis) {
  const Vec3 part = direction - dot(direction, axis) * axis;
  return {across(direction, axis), norm(part)};
}

// The outermost place of an arc towards a direction whose part across the axis is `unit`: on it, or
// one of its ends.
template <class Consider>
void for_outermost(const RimArc& arc, const Vec3 (&ends)[2], double cosine, const Vec3& unit,
                   const Consider& consider) {
  if (arc.whole() || dot(unit, arc.middle) >= cosine) {
    consider(arc.centre + arc.radius * unit);
  } else {
    consider(ends[0]);
    consider(ends[1]);
  }
}

const Vec3& outermost(const std::vector<Vec3>& points, const Vec3& direction) {
  const Vec3* best = &points.front();
  double most = dot(*best, direction);
  for (const Vec3& p : points)
    if (const double d = dot(p, direction); d > most) most = d, best = &p;
  return *best;
}

struct Plane {
  Vec3 normal;
  double offset;
};

std::vector<Plane> planes_of(const TriangleMesh& hull) {
  std::vector<Plane> planes;
  for (const auto& t : hull.triangles) {
    const Vec3 &a = hull.vertices[t[0]], &b = hull.vertices[t[1]], &c = hull.vertices[t[2]];
    const Vec3 n = normalized(cross(b - a, c - a));
    if (n == Vec3{}) continue;
    const auto same = [&](const Plane& p) { return norm_squared(p.normal - n) < 1e-18; };
    if (std::none_of(planes.begin(), planes.end(), same)) planes.push_back({n, dot(n, a)});
  }
  return planes;
}

// Corners of {x : n_i x <= d_i - margin}. About an inner point, planes n x = d are points n / d,
// and faces of the hull of these are corners.
std::vector<Vec3> shrunk(const std::vector<Plane>& planes, const Vec3& inside, double margin) {
  std::vector<Vec3> dual;
  for (const Plane& p : planes)
    dual.push_back(p.normal / (p.offset - margin - dot(p.normal, inside)));
  const TriangleMesh hull = convex_hull(dual);
  std::vector<Vec3> corners;
  for (const auto& t : hull.triangles) {
    const Mat3 rows{{hull.vertices[t[0]], hull.vertices[t[1]], hull.vertices[t[2]]}};
    const Vec3 corner = inverse(rows) * Vec3{1, 1, 1} + inside;
    if (!is_finite(corner)) continue;
    const auto same = [&](const Vec3& c) { return norm(c - corner) < 1e-3 * margin; };
    if (std::none_of(corners.begin(), corners.end(), same)) corners.push_back(corner);
  }
  return corners;
}

}  // namespace

ConvexPiece ConvexPiece::with_skin(ConvexPiece piece) {
  piece.margin_ = piece.radius_;
  piece.bounding_radius_ += piece.radius_;
  return piece;
}

ConvexPiece ConvexPiece::ball(const Vec3& centre, double radius) {
  ConvexPiece piece;
  piece.kind_ = Kind::ball;
  piece.centre_ = centre;
  piece.radius_ = piece.margin_ = piece.bounding_radius_ = radius;
  return piece;
}

ConvexPiece ConvexPiece::cylinder(const CylinderShape& shape) {
  ConvexPiece piece;
  piece.kind_ = Kind::cylinder;
  piece.axis_ = normalized(shape.axis, {0, 1, 0});
  piece.side_ =
      normalized(cross(piece.axis_, std::abs(piece.axis_.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0}));
  piece.radius_ = shape.radius;
  piece.half_height_ = 0.5 * shape.height;
  piece.margin_ = std::min(kMostMargin, kMarginPart * std::min(piece.radius_, piece.half_height_));
  piece.bounding_radius_ = std::hypot(piece.radius_, piece.half_height_);
  piece.faces_ = {piece.axis_, -piece.axis_};
  return piece;
}

ConvexPiece ConvexPiece::ellipsoid(const Vec3& radii) {
  ConvexPiece piece;
  piece.kind_ = Kind::ellipsoid;
  piece.side_ = radii;
  const double least = std::min({radii.x, radii.y, radii.z});
  piece.bounding_radius_ = std::max({radii.x, radii.y, radii.z});
  // The inner parallel surface is convex down to the least radius of curvature.
  piece.margin_ = std::min(kMostMargin, kMarginPart * least * least / piece.bounding_radius_);
  return piece;
}

ConvexPiece::Rim ConvexPiece::prepared(const RimArc& arc) {
  return {arc, {arc.at(-arc.half_angle), arc.at(arc.half_angle)}, std::cos(arc.half_angle)};
}

// The piece shrunk by its margin: circles stay circles.
void ConvexPiece::add_turned_core() {
  std::vector<RimArc> arcs;
  for (const Rim& rim : rims_) arcs.push_back(rim.arc);
  core_.clear();
  for (const RimArc& arc : turned_core(arcs, corners_, margin_)) {
    if (arc.radius > 0)
      core_rims_.push_back(prepared(arc));
    else
      core_.push_back(arc.centre);
  }
}

ConvexPiece ConvexPiece::points(std::vector<Vec3> corners, double round, std::vector<RimArc> rims) {
  if (corners.empty() && rims.empty()) fail("rigid motion: a collision shape has no points");
  if (corners.size() == 1 && rims.empty() && round > 0) return ball(corners[0], round);
  ConvexPiece piece;
  piece.corners_ = std::move(corners);
  std::vector<Vec3> samples = piece.corners_;
  for (const RimArc& rim : rims) {
    piece.axis_ = rim.axis;
    piece.rims_.push_back(prepared(rim));
    for (int k = 0; k < kRimSamples + !rim.whole(); ++k)
      samples.push_back(rim.at(rim.half_angle * (2.0 * k / kRimSamples - 1)));
  }
  for (const Vec3& c : samples) piece.centre_ += c / static_cast<double>(samples.size());
  for (const Vec3& c : samples)
    piece.bounding_radius_ = std::max(piece.bounding_radius_, norm(c - piece.centre_));
  double bulge = 0;  // between samples
  for (const RimArc& rim : rims)
    bulge = std::max(bulge, rim.radius * (1 - std::cos(rim.half_angle / kRimSamples)));
  piece.bounding_radius_ += bulge;
  piece.core_ = piece.corners_;
  piece.core_rims_ = piece.rims_;
  piece.radius_ = round;
  try {
    const std::vector<Plane> planes = planes_of(convex_hull(samples));
    double inner = piece.bounding_radius_;
    for (const Plane& p : planes) {
      inner = std::min(inner, p.offset - dot(p.normal, piece.centre_));
      // The flats between samples of a rim are none of its faces.
      if (rims.empty() ||
          piece.extent(p.normal) - round - p.offset < kTrueFace * piece.bounding_radius_)
        piece.faces_.push_back(p.normal);
    }
    const double margin = std::min(kMostMargin, kMarginPart * inner);
    if (round > 0) return with_skin(std::move(piece));  // the hull without it is the core
    if (!(margin > 1e-9)) return piece;
    if (!rims.empty()) {
      piece.margin_ = margin;
      piece.core_rims_.clear();
      piece.add_turned_core();
      if (piece.core_rims_.empty() && piece.core_.empty())  // too thin for it
        piece.core_rims_ = piece.rims_, piece.core_ = piece.corners_, piece.margin_ = 0;
      return piece;
    }
    std::vector<Vec3> core = shrunk(planes, piece.centre_, margin);
    if (core.size() >= 4) piece.core_ = std::move(core), piece.margin_ = margin;
  } catch (const Error&) {  // all in a plane: its own core, without margin
    if (samples.size() >= 3) {
      const Vec3 n = normalized(cross(samples[1] - samples[0], samples[2] - samples[0]));
      piece.faces_ = {n, -n};
    }
  }
  return round > 0 ? with_skin(std::move(piece)) : piece;
}

Vec3 ConvexPiece::core_support(const Vec3& direction) const {
  if (kind_ == Kind::ball) return centre_;
  if (kind_ == Kind::ellipsoid) {
    const Vec3 n = normalized(direction, {0, 1, 0});
    return ellipsoid_place(side_, n) - margin_ * n;
  }
  if (kind_ == Kind::points && core_rims_.empty()) return outermost(core_, direction);
  if (kind_ == Kind::points) {
    const Across part = split(direction, axis_);
    Vec3 best;
    double most = -std::numeric_limits<double>::infinity();
    const auto consider = [&](const Vec3& p) {
      if (const double d = dot(p, direction); d > most) most = d, best = p;
    };
    for (const Vec3& p : core_) consider(p);
    for (const Rim& rim : core_rims_)
      for_outermost(rim.arc, rim.ends, rim.cosine, part.unit, consider);
    return best;
  }
  const double end = dot(direction, axis_) < 0 ? -1 : 1;
  return end * (half_height_ - margin_) * axis_ + (radius_ - margin_) * across(direction, axis_);
}

double ConvexPiece::extent(const Vec3& direction) const {
  if (kind_ == Kind::ball) return dot(direction, centre_) + radius_;
  if (kind_ == Kind::ellipsoid)
    return norm(Vec3{side_.x * direction.x, side_.y * direction.y, side_.z * direction.z});
  if (kind_ == Kind::points && rims_.empty())
    return dot(outermost(corners_, direction), direction) + radius_;
  if (kind_ == Kind::points) {
    const Across part = split(direction, axis_);
    double most = -std::numeric_limits<double>::infinity();
    const auto consider = [&](const Vec3& p) { most = std::max(most, dot(p, direction)); };
    for (const Vec3& p : corners_) consider(p);
    for (const Rim& rim : rims_) for_outermost(rim.arc, rim.ends, rim.cosine, part.unit, consider);
    return most + radius_;
  }
  const double along = dot(direction, axis_);
  return std::abs(along) * half_height_ + radius_ * norm(direction - along * axis_);
}

void ConvexPiece::outer_points(const Vec3& direction, double slab,
                               std::vector<OuterPoint>& out) const {
  out.clear();
  if (kind_ == Kind::ball) {
    out.push_back({centre_, {radius_, {}}, 0});
    return;
  }
  if (kind_ == Kind::ellipsoid) {
    out.push_back({{}, {0, {}, 0, side_}, 0});
    return;
  }
  const double least = extent(direction) - slab;
  if (kind_ == Kind::points) {
    for (std::size_t i = 0; i < corners_.size(); ++i)
      if (dot(corners_[i], direction) + radius_ >= least)
        out.push_back({corners_[i], {radius_, {}}, static_cast<int>(i)});
    if (!rims_.empty()) add_rim_points(direction, least, out);
    return;
  }
  const double along = dot(direction, axis_);
  const double slope = norm(direction - along * axis_);
  const Vec3 other = cross(axis_, side_), lowest = across(direction, axis_);
  const double near = std::cos(kPi / kRimPoints);
  for (const int end : {0, 1}) {
    const Vec3 middle = (end ? 1 : -1) * half_height_ * axis_;
    const double height = dot(middle, direction);
    const bool rim = slope > 1e-9 && height + radius_ * slope >= least;
    if (rim) out.push_back({middle, {radius_, axis_}, end});
    for (int k = 0; k < kRimPoints; ++k) {
      const double angle = 2 * kPi * k / kRimPoints;
      const Vec3 outwards = std::cos(angle) * side_ + std::sin(angle) * other;
      if (rim && dot(outwards, lowest) > near) continue;  // the rim's own point is as good
      const Vec3 p = middle + radius_ * outwards;
      if (dot(p, direction) >= least) out.push_back({p, {}, 2 + kRimPoints * end + k});
    }
  }
}

// Of each rim the outermost place, and others that lie as low when the piece lies flat. Places next
// to the outermost one of the whole circle are left out even where a neighbour has that one: a
// wheel must not step from point to point.
void ConvexPiece::add_rim_points(const Vec3& direction, double least,
                                 std::vector<OuterPoint>& out) const {
  constexpr double kShared = 1e-6;  // cosine: both neighbours have a place on their border
  const Across part = split(direction, axis_);
  const double near = std::cos(kPi / kRimPoints);
  int id = kFirstRimId;
  for (const Rim& rim : rims_) {
    const RimArc& arc = rim.arc;
    const bool rolls = part.slope > 1e-9 &&
                       dot(arc.centre, direction) + arc.radius * part.slope + radius_ >= least;
    if (rolls && (arc.whole() || dot(part.unit, arc.middle) >= rim.cosine - kShared))
      out.push_back({arc.centre, {arc.radius, axis_, radius_}, id});
    const int steps = arc.whole() ? kRimPoints : 1;
    for (int k = 0; k < steps + !arc.whole(); ++k) {
      const Vec3 p = arc.at(arc.half_angle * (2.0 * k / steps - 1));
      if (rolls && dot(p - arc.centre, part.unit) > near * arc.radius) continue;
      if (dot(p, direction) + radius_ >= least) out.push_back({p, {radius_, {}}, id + 1 + k});
    }
    id += kRimPoints + 2;
  }
}

HullShape rounded_hull(const std::vector<Vec3>& points, double radius) {
  const TriangleMesh hull = convex_hull(points);
  HullShape out{hull.vertices, 0};
  const std::vector<Plane> planes = planes_of(hull);
  Vec3 inside;
  for (const Vec3& p : hull.vertices) inside += p / static_cast<double>(hull.vertices.size());
  double inner = radius;
  for (const Plane& p : planes)
    inner = std::min(inner, kMostRound * (p.offset - dot(p.normal, inside)));
  if (!(inner > 1e-6)) return out;
  std::vector<Vec3> core = shrunk(planes, inside, inner);
  return core.size() < 4 ? out : HullShape{std::move(core), inner};
}

std::vector<ConvexPiece> pieces_of(const CollisionShape& shape) {
  if (const auto* ball = std::get_if<SphereShape>(&shape))
    return {ConvexPiece::ball({}, ball->radius)};
  if (const auto* cylinder = std::get_if<CylinderShape>(&shape))
    return {ConvexPiece::cylinder(*cylinder)};
  if (const auto* hull = std::get_if<HullShape>(&shape))
    return {ConvexPiece::points(hull->corners, hull->round, hull->rims)};
  if (const auto* ellipsoid = std::get_if<EllipsoidShape>(&shape))
    return {ConvexPiece::ellipsoid(ellipsoid->radii)};
  std::vector<ConvexPiece> pieces;
  if (const auto* bar = std::get_if<BarShape>(&shape)) {
    std::vector<Vec3> corners;
    for (int k = 0; k < 8; ++k)
      corners.push_back({(k & 1 ? 0.5 : -0.5) * bar->size.x, (k & 2 ? 0.5 : -0.5) * bar->size.y,
                         (k & 4 ? 0.5 : -0.5) * bar->size.z});
    pieces.push_back(ConvexPiece::points(std::move(corners)));
  } else if (const auto* parts = std::get_if<PartsShape>(&shape)) {
    for (const HullShape& part : parts->parts)
      pieces.push_back(ConvexPiece::points(part.corners, part.round, part.rims));
  } else {
    const auto& surface = std::get<TrianglesShape>(shape);
    for (const auto& t : surface.triangles)
      pieces.push_back(ConvexPiece::points({t.begin(), t.end()}, surface.round));
  }
  if (pieces.empty()) fail("rigid motion: a collision shape has no pieces");
  return pieces;
}

}  // namespace peal

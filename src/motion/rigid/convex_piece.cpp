#include "motion/rigid/convex_piece.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/error.h"
#include "physics/geometry/convex/convex_hull.h"

namespace peal {
namespace {

// A larger margin lets bodies overlap more within a step, but rounds the normals at edges.
constexpr double kMostMargin = 5e-4;  // [m]
constexpr double kMarginPart = 0.5;   // of the inner radius
constexpr double kMostRound = 0.99;   // of the inner radius: a rounded hull keeps a core
constexpr int kRimPoints = 12;

// The part of a direction across an axis, as a unit vector; zero when there is none. Once more
// across: the difference of nearly equal vectors is not.
Vec3 across(const Vec3& direction, const Vec3& axis) {
  const Vec3 first = direction - dot(direction, axis) * axis;
  if (!(norm(first) > 1e-12 * norm(direction))) return {};
  const Vec3 unit = normalized(first);
  return normalized(unit - dot(unit, axis) * axis);
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

ConvexPiece ConvexPiece::points(std::vector<Vec3> corners, double round) {
  if (corners.empty()) fail("rigid motion: a collision shape has no points");
  if (corners.size() == 1 && round > 0) return ball(corners[0], round);
  ConvexPiece piece;
  piece.corners_ = std::move(corners);
  for (const Vec3& c : piece.corners_)
    piece.centre_ += c / static_cast<double>(piece.corners_.size());
  for (const Vec3& c : piece.corners_)
    piece.bounding_radius_ = std::max(piece.bounding_radius_, norm(c - piece.centre_));
  piece.core_ = piece.corners_;
  piece.radius_ = round;
  try {
    const std::vector<Plane> planes = planes_of(convex_hull(piece.corners_));
    double inner = piece.bounding_radius_;
    for (const Plane& p : planes) {
      inner = std::min(inner, p.offset - dot(p.normal, piece.centre_));
      piece.faces_.push_back(p.normal);
    }
    const double margin = std::min(kMostMargin, kMarginPart * inner);
    if (round > 0) return with_skin(std::move(piece));  // the hull without it is the core
    if (!(margin > 1e-9)) return piece;
    std::vector<Vec3> core = shrunk(planes, piece.centre_, margin);
    if (core.size() >= 4) piece.core_ = std::move(core), piece.margin_ = margin;
  } catch (const Error&) {  // all in a plane: its own core, without margin
    if (piece.corners_.size() >= 3) {
      const Vec3 n = normalized(
          cross(piece.corners_[1] - piece.corners_[0], piece.corners_[2] - piece.corners_[0]));
      piece.faces_ = {n, -n};
    }
  }
  return round > 0 ? with_skin(std::move(piece)) : piece;
}

Vec3 ConvexPiece::core_support(const Vec3& direction) const {
  if (kind_ == Kind::ball) return centre_;
  if (kind_ == Kind::points) return outermost(core_, direction);
  const double end = dot(direction, axis_) < 0 ? -1 : 1;
  return end * (half_height_ - margin_) * axis_ + (radius_ - margin_) * across(direction, axis_);
}

double ConvexPiece::extent(const Vec3& direction) const {
  if (kind_ == Kind::ball) return dot(direction, centre_) + radius_;
  if (kind_ == Kind::points) return dot(outermost(corners_, direction), direction) + radius_;
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
  const double least = extent(direction) - slab;
  if (kind_ == Kind::points) {
    for (std::size_t i = 0; i < corners_.size(); ++i)
      if (dot(corners_[i], direction) + radius_ >= least)
        out.push_back({corners_[i], {radius_, {}}, static_cast<int>(i)});
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
    return {ConvexPiece::points(hull->corners, hull->round)};
  std::vector<ConvexPiece> pieces;
  if (const auto* bar = std::get_if<BarShape>(&shape)) {
    std::vector<Vec3> corners;
    for (int k = 0; k < 8; ++k)
      corners.push_back({(k & 1 ? 0.5 : -0.5) * bar->size.x, (k & 2 ? 0.5 : -0.5) * bar->size.y,
                         (k & 4 ? 0.5 : -0.5) * bar->size.z});
    pieces.push_back(ConvexPiece::points(std::move(corners)));
  } else if (const auto* parts = std::get_if<PartsShape>(&shape)) {
    for (const HullShape& part : parts->parts)
      pieces.push_back(ConvexPiece::points(part.corners, part.round));
  } else {
    const auto& surface = std::get<TrianglesShape>(shape);
    for (const auto& t : surface.triangles)
      pieces.push_back(ConvexPiece::points({t.begin(), t.end()}, surface.round));
  }
  if (pieces.empty()) fail("rigid motion: a collision shape has no pieces");
  return pieces;
}

}  // namespace peal

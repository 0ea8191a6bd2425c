// A convex piece of a body, for finding where two of them meet: corner points and rims, a cylinder,
// a ball or an ellipsoid. Body frame. [m]
//
// Every piece has a *core* inside it, at least `margin` from its surface. Bodies that overlap by
// less than their margins still have cores apart, so the direction between the cores is the normal
// of their contact, and no test for the depth of an overlap is needed.
#pragma once
#include <vector>

#include "motion/rigid/collision_shape.h"
#include "physics/geometry/triangle_tree.h"

namespace peal {

/// The part of a touching point that rolls: a ball around it, (with an axis) a rim, or (with radii)
/// an ellipsoid.
struct Roundness {
  double radius = 0;  // [m] 0: the point itself
  Vec3 axis;          // unit, body frame; zero: a ball
  double skin = 0;    // [m] of a rim: it is a wire of this radius
  Vec3 radii = {};    // [m] along the body axes; zero: no ellipsoid

  /// A curved surface, which touches with one point.
  bool smooth() const { return radii != Vec3{} || (axis == Vec3{} ? radius : skin) > 0; }
};

/// From the centre of an ellipsoid to where its normal is the unit vector n: with A = diag(radii),
/// the support A^2 n / |A n|.
inline Vec3 ellipsoid_place(const Vec3& radii, const Vec3& n) {
  const Vec3 scaled{radii.x * n.x, radii.y * n.y, radii.z * n.z};
  const double extent = norm(scaled);
  return {radii.x * scaled.x / extent, radii.y * scaled.y / extent, radii.z * scaled.z / extent};
}

/// A point of a piece that lies far out in some direction.
struct OuterPoint {
  Vec3 local;  // of the point, or of the centre of its roundness
  Roundness round;
  int id = 0;  // the same for the same point of the body at other poses
};

class ConvexPiece {
 public:
  static ConvexPiece ball(const Vec3& centre, double radius);
  static ConvexPiece cylinder(const CylinderShape& shape);
  static ConvexPiece ellipsoid(const Vec3& radii);
  /// @param round thickness of a skin around the hull of corners and rims
  static ConvexPiece points(std::vector<Vec3> corners, double round = 0,
                            std::vector<RimArc> rims = {});

  double margin() const { return margin_; }
  const Vec3& centre() const { return centre_; }
  double bounding_radius() const { return bounding_radius_; }  // of the surface from centre()
  Vec3 core_support(const Vec3& direction) const;
  /// How far the surface reaches along a unit direction, from the body's origin.
  double extent(const Vec3& direction) const;
  /// The points no farther than `slab` behind the outermost one.
  void outer_points(const Vec3& direction, double slab, std::vector<OuterPoint>& out) const;
  /// Normals of the flat faces.
  const std::vector<Vec3>& faces() const { return faces_; }

 private:
  /// An arc ready to be asked for its outermost place.
  struct Rim {
    RimArc arc;
    Vec3 ends[2];
    double cosine = 0;  // of the half angle
  };
  static ConvexPiece with_skin(ConvexPiece piece);
  static Rim prepared(const RimArc& arc);
  void add_turned_core();
  void add_rim_points(const Vec3& direction, double least, std::vector<OuterPoint>& out) const;
  enum class Kind { ball, cylinder, ellipsoid, points };
  Kind kind_ = Kind::points;
  Vec3 centre_, axis_, side_;  // side_ is perpendicular to axis_
  double radius_ = 0, half_height_ = 0, margin_ = 0, bounding_radius_ = 0;
  std::vector<Vec3> corners_, core_, faces_;
  std::vector<Rim> rims_, core_rims_;
};

/// The hull of some points with its edges rounded by balls of a radius inside of it, which is made
/// smaller when they do not fit. [m]
HullShape rounded_hull(const std::vector<Vec3>& points, double radius);

/// At least one.
std::vector<ConvexPiece> pieces_of(const CollisionShape& shape);

}  // namespace peal

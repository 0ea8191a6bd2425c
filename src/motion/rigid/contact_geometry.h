// How far apart two bodies are at one place, for any poses: the distance function whose first zero
// is the instant of touch. Two spheres, and a sphere on a bar, are exact; all others are pairs of
// points, balls or rims with the normal fixed to one of the bodies, as contact_points.h found it.
// SI units.
#pragma once
#include "base/pose_track.h"
#include "motion/rigid/convex_piece.h"

namespace peal {

struct ContactFeature {
  enum class Kind { floor, sphere_sphere, sphere_bar, bar_sphere, points, string };
  Kind kind = Kind::floor;
  int a = 0, b = 0;       // bodies, a < b; b is kFloor for the floor
  int id = 0;             // tells the features of one pair apart, the same from step to step
  Vec3 local_a, local_b;  // in the body frames (kFloor: world)
  Vec3 local_normal;      // points: the normal from b to a in the frame of a or b
  bool normal_on_a = false;
  /// Points: the body with the normal has a plane there, over which the other's point glides.
  bool on_plane = false;
  /// Points, at least one of them smooth: the normal is that of the widest gap at any poses; the
  /// one above is where the search begins.
  bool free_normal = false;
  Roundness round_a = {}, round_b = {};
  double length = 0;  // [m] string: how far its ends can be apart
};

struct ContactGeometry {
  double gap = 0;         // [m] negative: overlap
  Vec3 normal{0, 1, 0};   // unit, world, from b to a
  Vec3 point_a, point_b;  // [m] world, on the surfaces
  /// Where an impulse acts on each. Between the surfaces it is one point, or the impulse would turn
  /// the pair; the two ends of a string are far apart, but its pull lies on the line between them.
  Vec3 push_a, push_b;
};

ContactGeometry contact_geometry(const ContactFeature& feature, const CollisionShape& shape_a,
                                 const Pose& a, const CollisionShape& shape_b, const Pose& b,
                                 double floor_height);

/// The outermost place of a point with roundness towards a unit direction. World frame.
Vec3 outermost_place(const Pose& pose, const Vec3& local, const Roundness& round,
                     const Vec3& direction);

}  // namespace peal

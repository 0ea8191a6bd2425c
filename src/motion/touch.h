// How far apart two bodies are at one place, for any poses: the distance function whose first zero
// is the instant of touch. Spheres are exact; bars and hulls touch the floor with their corners;
// bars and hulls among each other are pairs of points with the normal fixed to one of them, as
// collision detection found it. SI units.
#pragma once
#include "base/pose_track.h"
#include "motion/collision_shape.h"

namespace peal {

struct TouchFeature {
  enum class Kind { sphere_floor, corner_floor, sphere_sphere, sphere_bar, bar_sphere, points };
  Kind kind = Kind::sphere_floor;
  int a = 0, b = 0;       // bodies, a < b; b is kFloor for the floor
  int id = 0;             // tells the features of one pair apart: corner, or number of the point
  Vec3 local_a, local_b;  // points: in the body frames; corner_floor: local_a is the corner
  Vec3 local_normal;      // points: the normal from b to a in the frame of a or b
  bool normal_on_a = false;
};

struct Touch {
  double gap = 0;         // [m] negative: overlap
  Vec3 normal{0, 1, 0};   // unit, world, from b to a
  Vec3 point_a, point_b;  // [m] world, on the surfaces
};

/// Corner 0..7 of a bar in its body frame.
Vec3 corner_of(const BarShape& bar, int corner);

/// For the floor, `b` is not read.
Touch touch(const TouchFeature& feature, const CollisionShape& shape_a, const Pose& a,
            const CollisionShape& shape_b, const Pose& b, double floor_height);

}  // namespace peal

// The shortest way between the cores of two convex pieces (Gilbert, Johnson and Keerthi 1988).
// In: pieces in their body frames and the poses of these. Out: in the frame of a. [m]
#pragma once
#include "base/pose_track.h"
#include "motion/rigid/convex_piece.h"

namespace peal {

struct CoreDistance {
  bool apart = false;  // false: the cores overlap, nothing else is known
  double distance = 0;
  Vec3 normal;            // unit, from b to a
  Vec3 point_a, point_b;  // on the cores
};

/// @param b_to_a pose of b's frame in a's frame
CoreDistance core_distance(const ConvexPiece& a, const ConvexPiece& b, const Pose& b_to_a);

/// Pose of b's frame seen from a's.
inline Pose seen_from(const Pose& a, const Pose& b) {
  return {to_body(a, b.position), conjugate(a.rotation) * b.rotation};
}

}  // namespace peal

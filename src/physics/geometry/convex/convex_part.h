// A convex piece of a body whose round edges are true circles: the hull of corner points and arcs,
// with a skin around it. [m]
#pragma once
#include <vector>

#include "base/vec.h"

namespace peal {

/// A bit of a circle about an axis: what an edge becomes on a lathe.
struct RimArc {
  Vec3 centre;
  Vec3 axis;              // unit
  Vec3 middle;            // unit, across the axis: from the centre to the middle of the arc
  double radius = 0;      // [m] > 0
  double half_angle = 0;  // [rad] pi: the whole circle

  bool whole() const { return half_angle > 3.14159; }
  /// The place at an angle [rad] from the middle.
  Vec3 at(double angle) const {
    return centre + radius * (std::cos(angle) * middle + std::sin(angle) * cross(axis, middle));
  }
};

struct ConvexPart {
  std::vector<Vec3> corners;
  std::vector<RimArc> rims;
  double round = 0;  // [m] thickness of a skin around the hull
};

}  // namespace peal

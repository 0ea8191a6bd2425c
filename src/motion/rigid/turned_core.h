// A convex piece that was turned on a lathe, shrunk: circles stay circles, so that normals between
// such cores turn smoothly around the axis.
// In: arcs about one axis with one middle and half angle, and corners. Out: arcs about the same
// axis that lie at least `margin` inside the piece; radius 0: a point on the axis. Empty: the piece
// is too thin. [m]
#pragma once
#include <vector>

#include "physics/geometry/convex/convex_part.h"

namespace peal {

std::vector<RimArc> turned_core(const std::vector<RimArc>& rims, const std::vector<Vec3>& corners,
                                double margin);

}  // namespace peal

// The convex hull of points.
// Enters: points [m] in any order, with repetitions. Leaves: a closed outward surface.
//
// Quickhull (Barber, Dobkin and Huhdanpaa 1996) with exact side tests, so that flat faces full of
// points cannot break it. Points no farther than 1e-10 of the bounding diagonal outside the hull so
// far are taken as part of it.
#pragma once
#include <cstddef>
#include <vector>

#include "physics/geometry/triangle_mesh.h"

namespace peal {

/// Vertices are some of the points, in their order. Stops when a point is not finite or all points
/// lie in a plane.
TriangleMesh convex_hull(const std::vector<Vec3>& points);

/// At most max_count (>= 4) corners of the hull, in the order of the points. When the hull has
/// more, each next one is that which lies farthest outside of those already taken.
std::vector<Vec3> hull_corners(const std::vector<Vec3>& points, std::size_t max_count);

}  // namespace peal

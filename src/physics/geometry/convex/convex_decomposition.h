// A closed surface as convex pieces whose union is nearly the solid it bounds. [m].
// Enters: a closed outward TriangleMesh, welded; several solids, cavities and crossings may be in
// it. Leaves: corner points of convex pieces that do not overlap (unless the surface crosses
// itself).
//
// The piece whose hull holds most air is cut by planes across the axes, until all hulls together
// hold little air. Of many places for the cut that is taken which leaves the least volume of hulls;
// where one plane gains little (half a bowl holds half the air of a bowl), cuts into four and eight
// are looked at as well. Pieces are hulls of points of the true surface, so that walls of any
// thickness stay, and nothing becomes larger than the body's hull.
#pragma once
#include <vector>

#include "physics/geometry/triangle_mesh.h"

namespace peal {

struct DecompositionLimits {
  double air = 0.005;             // left in all hulls together / volume of the hull of the body
  double depth = 0.01;            // of hollows that do not matter / cube root of the same volume
  double dent = 0.007;            // depth / diagonal; a body with nothing but dents is one piece
  std::size_t most_pieces = 64;   // fewer or equal, as long as the body has no more solids
  std::size_t most_corners = 32;  // of one piece
};

/// Depends on mesh and limits alone. Pieces without volume are left out.
std::vector<std::vector<Vec3>> convex_decomposition(const TriangleMesh& closed,
                                                    const DecompositionLimits& limits = {});

}  // namespace peal

// How much of what leaves a surface meets the surface again: what decides how long air rings in it.
// Enters: a closed, outward surface [m]. Leaves: a part, 0 .. 1.
//
// From the middle of a triangle rays go out, spread as a matt wall scatters (by the cosine). Those
// that meet the body again stay in the hollow. A convex body: 0; the inside of half a ball: 1/2; a
// can that is open on top and as high as wide: 0.8; a bottle: nearly 1.
#pragma once
#include "physics/geometry/triangle_mesh.h"
#include "physics/geometry/triangle_tree.h"

namespace peal {

/// Of the most enclosed tenth of the area: what all but that tenth does not exceed.
double enclosed_part(const TriangleMesh& surface, const TriangleTree& tree);

}  // namespace peal

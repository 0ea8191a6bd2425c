// Convex pieces of generated shapes, round or hollow, from their true dimensions.
// Enters: a shape [m]. Leaves: the corner points of each piece, own frame
// (physics/geometry/shape.h).
#pragma once
#include "models/bodies/lathed_parts.h"
#include "physics/geometry/shape.h"

namespace peal {

/// None for meshes and for shapes that have few corners anyway. A coin is one piece while its field
/// lies no deeper under the rim than 1 % of its diameter.
PartPoints shape_parts(const Shape& shape);

}  // namespace peal

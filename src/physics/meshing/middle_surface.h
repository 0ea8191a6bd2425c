// A body that is thin wall all over, as the sheet in the middle of its wall: what its sound in the
// air is computed from when triangles are larger than the wall is thick. Two meshes of its faces
// cancel only as well as they match.
// Enters: a closed, outward surface [m]. Leaves: one of its two faces, moved inward by half the
// wall; vertices keep their numbers, so that values given at them stay valid.
#pragma once
#include <optional>

#include "physics/geometry/triangle_mesh.h"

namespace peal {

/// None when more than a fifth of the surface is no thin wall (thickness up to `thin` [m], see
/// physics/geometry/wall_thickness.h), when no face alone covers it, or when the face has no rim
/// (a hollow that is closed on all sides).
std::optional<TriangleMesh> middle_surface(const TriangleMesh& closed, double thin);

}  // namespace peal

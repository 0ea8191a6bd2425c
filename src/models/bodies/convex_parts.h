// What rigid bodies collide with: convex pieces of a body.
// Enters: a Shape and its geometry. Leaves: corner points and round edges [m], body frame
// (models/bodies/body_frame.h). docs/theory/collision-shapes.md has the measured errors.
#pragma once
#include <vector>

#include "models/bodies/body_geometry.h"
#include "physics/geometry/convex/convex_part.h"
#include "physics/geometry/shape.h"

namespace peal {

/// Convex pieces (corner points, body frame: centre of mass, principal axes) whose union
/// approximates the body from close by; one piece for convex bodies. Pieces of concave bodies have
/// at most 32 corners, single ones at most 96. An open surface without volume is one piece: its
/// hull, whose corners lie in a plane when the surface is flat.
/// Takes up to a second for a mesh of 100,000 triangles; nothing is remembered.
std::vector<std::vector<Vec3>> convex_parts(const Shape& shape, const BodyGeometry& geometry);

/// The same pieces; what is turned on a lathe has true circles instead of the corners around it.
std::vector<ConvexPart> collision_parts(const Shape& shape, const BodyGeometry& geometry);

}  // namespace peal

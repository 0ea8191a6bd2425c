// The radius of curvature that Hertz' contact theory needs at a point of a body's surface.
#pragma once
#include "models/bodies/body_geometry.h"

namespace peal {

/// Spheres and bars in closed form (physics/geometry/contact_curvature.h). Others: the radius of
/// mean curvature of the surface there; near a sharp edge, 0.5 mm or a quarter of the body's
/// smallest size, because no real edge is sharper; flat and hollow places count as no flatter than
/// the sphere around the body. `point` in the body frame [m].
double contact_radius(const Shape& shape, const BodyGeometry& geometry, const Vec3& point);

}  // namespace peal

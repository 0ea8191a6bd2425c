// The radius of curvature that Hertz' contact theory needs at a point of a shape's surface.
// Enters: shape [m], point on (or near) its surface in the body frame [m]. Leaves: radius [m] > 0.
#pragma once
#include "physics/geometry/shape.h"

namespace peal {

/// Sphere: its radius. Bar: `edge_radius` within reach of an edge or corner, else the half
/// diagonal. Flat against flat has no Hertz radius (the contact area does not grow from a point and
/// the contact time would fall to zero); a real face is slightly crowned and never meets another
/// face squarely, so a face counts as a sphere no flatter than the one around the body. `reach` [m]
/// is how far from the sharp edge a touching point still counts as on it; the default is
/// edge_radius plus one per cent of the smallest size, the usual slack of contact points.
double contact_radius(const Shape& shape, const Vec3& body_point, double reach = -1);

}  // namespace peal

// What bodies are for each other when they meet: balls and bars exactly, everything else as its
// convex hull. Body frame (centre of mass, principal axes). [m]
#pragma once
#include <variant>
#include <vector>

#include "geometry/shape.h"

namespace peal {

struct HullShape {
  std::vector<Vec3> corners;  // at least one
};

using CollisionShape = std::variant<SphereShape, BarShape, HullShape>;

/// Largest distance of the surface from the centre [m].
double outer_radius(const CollisionShape& shape);
/// Smallest half thickness [m]: no faster step than this may pass unseen.
double half_thickness(const CollisionShape& shape);

}  // namespace peal

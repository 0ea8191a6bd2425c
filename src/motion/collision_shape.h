// What bodies are for each other when they meet: balls, bars and cylinders exactly, everything else
// as convex pieces; immovable surfaces also as triangles. Body frame (centre of mass, principal
// axes). [m]
#pragma once
#include <array>
#include <variant>
#include <vector>

#include "geometry/shape.h"

namespace peal {

struct HullShape {
  std::vector<Vec3> corners;  // at least one
};

/// Centred in the body frame.
struct CylinderShape {
  Vec3 axis{0, 1, 0};  // unit
  double radius = 0, height = 0;
};

/// Several hulls, which may touch and overlap: a mug, a ring.
struct PartsShape {
  std::vector<HullShape> parts;  // at least one
};

/// A surface without inside; immovable bodies only.
struct TrianglesShape {
  std::vector<std::array<Vec3, 3>> triangles;
};

using CollisionShape =
    std::variant<SphereShape, BarShape, HullShape, CylinderShape, PartsShape, TrianglesShape>;

/// Largest distance of the surface from the centre [m].
double outer_radius(const CollisionShape& shape);

}  // namespace peal

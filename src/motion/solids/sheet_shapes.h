// Shapes with thin walls as the triangles of their middles. Enters: a shape and how many cells its
// longest side has. Leaves: points in the shape's own frame, triangles that all turn the same way,
// those of closed surfaces outward. [m]
#pragma once
#include <optional>

#include "physics/geometry/shape.h"
#include "physics/geometry/triangle_mesh.h"

namespace peal {

struct MiddleSurface {
  TriangleMesh mesh;
  double thickness = 0;  // [m]
  bool closed = false;
};

/// [m] of the wall when the shape has one thickness and a middle; else none.
std::optional<double> wall_of(const Shape& shape);
/// [m] the longest side.
double longest_side(const Shape& shape);
/// Stops for shapes without a wall, and where one is thicker than a cell is wide.
MiddleSurface middle_of_wall(const Shape& shape, int cells);

}  // namespace peal

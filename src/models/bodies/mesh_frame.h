// From the coordinates of the file in which a body was drawn to its body frame (body_frame.h): for
// whoever has the file's own vertices or pivot, as games do.
#pragma once
#include <array>

#include "models/bodies/body_frame.h"
#include "physics/geometry/shape.h"

namespace peal {

/// M, 3 x 4, row-major: x_body [m] = M[0..2][0..2] x_file + M[0..2][3]
///   = rotate_back(frame.axes, scale up(x_file) - frame.centre).
/// x_file stands in the mesh file: its units, its up axis, its origin. Shapes that are no file:
/// their own frame, in metres.
std::array<double, 12> mesh_to_body(const Shape& shape, const BodyFrame& frame);

}  // namespace peal

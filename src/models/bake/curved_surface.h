// A skin of six-node triangles => flat triangles that follow its curvature: sixteen for each, with
// corners on the quadratic surface. Rounding by flat triangles costs volume, and volume is
// loudness.
#pragma once
#include "physics/geometry/solid_mesh.h"

namespace peal {

TriangleMesh curved_surface(const QuadraticSurface& surface);

}  // namespace peal

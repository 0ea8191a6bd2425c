// A surface with fewer triangles whose vertices are some of the original ones, in place: values
// given at the vertices stay valid. [m].
#pragma once
#include "base/constants.h"
#include "physics/geometry/triangle_mesh.h"

namespace peal {

struct ThinLimits {
  /// Twice the area over the square of the longest edge; 0.87 equilateral, 0.5 half a square.
  double least_shape = 0.2;
  /// [rad] where sharp edges are not cut short: a rim of 24 edges encloses 1 % less than a circle.
  double most_bend = 15 * kPi / 180;
};

/// Collapses the shortest edges until at most `target` triangles are left, or none can be taken
/// away without folding the surface, bending it by more than 40 degrees, cutting off a sharp edge
/// or making needles that were none. Vertices keep their numbers; those no longer used stay in the
/// list.
TriangleMesh thin_surface(const TriangleMesh& mesh, std::size_t target,
                          const ThinLimits& limits = {});

}  // namespace peal

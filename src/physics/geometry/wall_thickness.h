// How thick the walls of a solid are.
// Enters: a closed, outward TriangleMesh [m]. Leaves: thicknesses [m].
//
// From the middle of a triangle a ray runs straight into the solid to the first surface it meets.
// The length counts as a wall when the two surfaces face away from each other, n1 . n2 < -1/2
// (within 60 degrees): beside a sharp edge the ray leaves through the neighbouring face, which says
// nothing about walls, and so cannot report zero. A wedge thinner than 60 degrees is a wall that
// becomes thin. Bodies without facing walls (a tetrahedron) are measured with all rays.
#pragma once
#include <cstddef>

#include "physics/geometry/triangle_mesh.h"
#include "physics/geometry/triangle_tree.h"

namespace peal {

struct WallThickness {
  double thinnest = 0;      // [m] of all rays
  Vec3 thinnest_place;      // [m] middle of that wall
  double thin = 0;          // [m] a tenth of the area has thinner walls
  double typical = 0;       // [m] median, weighted by the areas of the triangles
  std::size_t samples = 0;  // rays that met a facing wall
  bool facing = true;       // false: no walls face each other, all rays were taken
};

/// Every k-th triangle is asked, so that there are at most `most` rays. Stops when no ray meets a
/// wall: the surface is not closed.
WallThickness wall_thickness(const TriangleMesh& mesh, const TriangleTree& tree,
                             std::size_t most = 20000);
WallThickness wall_thickness(const TriangleMesh& mesh, std::size_t most = 20000);

}  // namespace peal

// From a soup of triangles, as files have them, to a surface whose neighbours share vertices and
// whose triangles turn counter-clockwise seen from outside. [m].
// Enters: any triangles. Leaves: the surface, whether it is closed, and a sentence for every kind
// of change. What cannot be repaired (holes, crossings) stays as it is: surface_checks.h reports
// it.
#pragma once
#include <string>
#include <vector>

#include "physics/geometry/triangle_mesh.h"

namespace peal {

struct RepairedSurface {
  TriangleMesh mesh;
  bool closed = false;             // every edge has exactly two triangles
  std::vector<std::string> notes;  // one sentence per kind of repair
};

/// In this order:
/// 1. Vertices no farther than weld_distance [m] from an earlier one become that one (default:
///    1e-6 of the bounding diagonal; 0: equal coordinates only). Kept vertices stay where they are
///    and are farther apart than that, so welding never runs along a chain of vertices.
/// 2. Triangles with a repeated vertex go. Those flatter than a tenth of weld_distance go too: the
///    neighbour across the longest edge is cut in two at the corner that lies on that edge, so that
///    no gap opens.
/// 3. Of triangles with the same three vertices the first stays.
/// 4. Neighbours across edges of two triangles are made to turn the same way, as most of them did.
///    Closed parts are turned outward; those inside an odd number of others are cavities and are
///    turned into the cavity. Open parts are turned by their volume about their own centre.
/// 5. Vertices that no triangle uses go.
/// Stops when an index is out of range, a vertex is not finite or lies beyond 1e9 m, or nothing is
/// left.
RepairedSurface repair_surface(const TriangleMesh& soup, double weld_distance = -1);

}  // namespace peal

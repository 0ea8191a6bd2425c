// A surface with fewer triangles whose vertices are some of the original ones, in place: values
// given at the vertices stay valid. [m].
#pragma once
#include "geometry/triangle_mesh.h"

namespace peal {

/// Collapses the shortest edges until at most `target` triangles are left, or none can be taken
/// away without folding the surface, bending it by more than 40 degrees, cutting off a sharp edge
/// or making needles. Vertices keep their numbers; those no longer used stay in the list.
TriangleMesh thin_surface(const TriangleMesh& mesh, std::size_t target);

}  // namespace peal

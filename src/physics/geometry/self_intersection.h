// Places where a surface runs through itself or lies on itself.
// Enters: a TriangleMesh [m] whose coinciding vertices are welded. Leaves: pairs of triangles.
//
// A pair counts by how far one triangle would have to be moved to free it from the other (the least
// overlap over the separating axes of two triangles):
//   no shared vertex     any overlap, and anything nearer than 1e-13 of the largest coordinate M:
//                        in double coordinates that is contact
//   one or two shared    they touch there by right, so only an overlap deeper than 1.2e-7 M counts:
//                        the last digit of a float, which most files store. Files round the corners
//                        of needles, and a needle may then lie on its neighbour by that much
//   in one plane         the overlap within the plane counts; this includes two triangles folded
//                        onto each other along their common edge (angle below 1e-9)
// Triangles flatter than the tolerance that applies never count.
#pragma once
#include <array>
#include <cstddef>
#include <vector>

#include "physics/geometry/triangle_mesh.h"
#include "physics/geometry/triangle_tree.h"

namespace peal {

struct SelfIntersections {
  std::vector<std::array<int, 2>> pairs;  // lower triangle first, in ascending order
  bool complete = true;                   // false: the search ended at `most` pairs
};

/// `tree` is that of the mesh.
SelfIntersections self_intersections(const TriangleMesh& mesh, const TriangleTree& tree,
                                     std::size_t most = 10000);
SelfIntersections self_intersections(const TriangleMesh& mesh, std::size_t most = 10000);

}  // namespace peal

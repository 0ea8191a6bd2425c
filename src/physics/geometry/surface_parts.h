// Parts of a surface that hang together, and how many separate solids they bound.
// Enters: a TriangleMesh [m] whose coinciding vertices are welded. Leaves: a part number per
// triangle, and how closed parts lie inside one another.
//
// A closed part inside an odd number of other closed parts is the wall of a cavity and belongs to
// the solid around it; one inside an even number is a solid of its own (0, or a clapper in a
// shell).
#pragma once
#include <vector>

#include "physics/geometry/triangle_mesh.h"

namespace peal {

struct SurfacePart {
  bool closed = false;  // every edge has exactly two triangles
  std::size_t triangles = 0;
  int first_triangle = 0;
  int around = -1;  // the innermost closed part that encloses this closed one
  int depth = 0;    // number of closed parts that enclose this closed one
  int solid = -1;   // number of the solid that it bounds; -1 when not closed
};

struct SurfaceParts {
  std::vector<SurfacePart> parts;  // in order of their first triangle
  std::vector<int> of_triangle;    // part of each triangle; parts share no edge
  int solids = 0;                  // separate closed bodies
};

/// Stops when an index is out of range. Where closed parts cross, the nesting means nothing.
SurfaceParts surface_parts(const TriangleMesh& mesh);

}  // namespace peal

// Thick bodies as bricks of eight nodes (generated shapes) or tetrahedra of ten (what files hold).
// Enters: a shape and how many cells its longest side has. Leaves: a mesh in the shape's own frame
// and its outward skin. [m]
#pragma once
#include "physics/geometry/shape.h"
#include "physics/geometry/triangle_mesh.h"
#include "physics/solids/brick_elements.h"

namespace peal {

struct BulkMesh {
  BrickDesign bricks;                     // points are those of either
  std::vector<std::array<int, 10>> tets;  // none where there are bricks
  std::vector<int> skin_nodes;            // node of each point of the skin, ascending
  std::vector<std::array<int, 3>> skin;   // of points of the skin, outward
};

/// Bar, box, plate and undercut bar as grids, about as long as wide, the number of cells across
/// even for Simpson's masses; other generated shapes from the blocks of their modal meshes, each
/// cut in eight. Stops for files.
BulkMesh brick_mesh(const Shape& shape, int cells);
/// Sides are straight.
BulkMesh tetrahedron_mesh(const Shape& shape, int cells);

}  // namespace peal

// Triangles of a surface => cells that radiate as one element each: pairs along their longest
// edges, of small triangles more. Enters: a surface at rest [m]. What is gathered in a cell's
// middle keeps its strength and its first moment (surface_strengths.cpp).
#pragma once
#include <vector>

#include "physics/geometry/triangle_mesh.h"

namespace peal {

/// Every triangle in one cell; cells in the order of their first triangles.
std::vector<std::vector<int>> surface_cells(const TriangleMesh& surface);

}  // namespace peal

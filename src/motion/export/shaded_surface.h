// A surface as viewers draw it: vertices with normals, split where the surface has an edge.
// Enters: a TriangleMesh [m]. Leaves: the same triangles in the same order; at every corner the
// area-weighted mean of the normals of the triangles around the vertex that turn by less than 40
// degrees against its own.
#pragma once
#include <cstdint>
#include <vector>

#include "physics/geometry/triangle_mesh.h"

namespace peal {

struct ShadedSurface {
  std::vector<float> positions, normals;  // three numbers per vertex
  std::vector<std::uint32_t> indices;     // three per triangle
  std::vector<std::uint32_t> sources;     // vertex of the mesh that each vertex is
};

/// Triangles without area are left out.
ShadedSurface shaded_surface(const TriangleMesh& mesh);

}  // namespace peal

// First half of surface repair: vertices and triangles that coincide. See surface_repair.h. [m].
#pragma once
#include <string>
#include <vector>

#include "physics/geometry/triangle_mesh.h"

namespace peal {

/// Points triangles at kept vertices; the list of vertices stays.
void weld_vertices(TriangleMesh& mesh, double distance, std::vector<std::string>& notes);
void remove_degenerate_triangles(TriangleMesh& mesh, double height,
                                 std::vector<std::string>& notes);
void remove_duplicate_triangles(TriangleMesh& mesh, std::vector<std::string>& notes);
void remove_unused_vertices(TriangleMesh& mesh);

}  // namespace peal

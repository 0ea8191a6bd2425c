// Cuts polygons into triangles.
// Enters: corner numbers of one face, in order. Leaves: triangles with the same sense of turning
// and the same outer edges, so that a closed surface stays closed.
// Convex: a fan. Otherwise ears are cut off in the plane of the mean normal (Meisters 1975).
#pragma once
#include <cstdint>
#include <span>

#include "physics/geometry/triangle_mesh.h"

namespace peal {

/// Three to kMaxPolygon corners, all in range.
void add_polygon(TriangleMesh& mesh, std::span<const int> corners);

/// Triangles of a strip (every second one is turned) or of a fan, as in OpenGL.
void add_strip(TriangleMesh& mesh, std::span<const int> corners);
void add_fan(TriangleMesh& mesh, std::span<const int> corners);

}  // namespace peal

// Tetrahedra inside a closed surface by the program tetgen (Hang Si, AGPL), run as a process of its
// own: nothing of it is linked. [m].
// Enters: a closed surface, outward; parts with negative volume are cavities. Leaves: corners and
// tetrahedra of positive volume; the first corners are the vertices of the surface, in order.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "physics/geometry/triangle_mesh.h"

namespace peal {

struct LinearTets {
  std::vector<Vec3> corners;
  std::vector<std::array<int, 4>> tets;
};

struct TetgenResult {
  LinearTets mesh;      // empty when it failed
  std::string problem;  // why it failed, one sentence; empty when it did not
  bool program_missing = false, timed_out = false;
};

/// `switches` without the dash, e.g. "pYq1.4Q"; "z", "B" and "F" are added. Never throws for what
/// tetgen does: the caller tries other switches or says what went wrong.
TetgenResult run_tetgen(const TriangleMesh& surface, const std::string& switches,
                        double seconds = 120);

/// One point inside each cavity of a closed surface.
std::vector<Vec3> cavity_points(const TriangleMesh& surface);

}  // namespace peal

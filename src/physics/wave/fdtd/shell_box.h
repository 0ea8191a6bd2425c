// The box in which the sound of a body is stepped: the body, a shell just outside it on which the
// sound is listened to, and the absorbing layer. [m]
#pragma once
#include "physics/geometry/triangle_mesh.h"

namespace peal {

struct BodyBound {
  Vec3 centre;        // of the box around the body
  double radius = 0;  // of the body around that
};
/// Stops when the surface has no triangles or no size.
BodyBound body_bound(const TriangleMesh& surface);

/// Whether it fills less than half of its convex hull: a vessel, a tube, a shell.
bool may_hold_air(const TriangleMesh& surface);

/// A tenth outside the body, and at least three cells.
double shell_radius(double bound, double cell);
/// From the centre of the box to its sides.
double box_half_width(double bound, double cell);
/// The finest cell with which the box has at most n cells along each side.
double finest_cell(double bound, int n);
/// Harmonics that carry sound over a sphere: kr plus a margin for what has not decayed yet.
int shell_order(double kr);

}  // namespace peal

// Which part of a mode's motion a picture colours. Enters: a surface at rest, its outward unit
// normals (per corner) and a mode shape (per vertex). Leaves: one signed number per corner.
//
// Ordinarily that is the motion along the normal. Torsion of a rod, motion along a bar, or bending
// of a strip in its own plane hardly move the surface along its normal and would stay grey: there
// the motion around an axis or along one is shown, when nearly all of the motion is of that kind.
// Axes: x, y, z and the principal axes of the surface, through its centre.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "io/plot/bodies/body_surface.h"

namespace peal {

struct ShownMotion {
  std::vector<double> values;  // per corner, the strongest +-1
  std::string direction;       // "twist about x", "along z"; empty: along the outward normal
  bool twist = false;
  Vec3 centre, axis;  // of the twist
};

ShownMotion shown_motion(const BodySurface& surface, std::span<const Vec3> normals,
                         std::span<const Vec3> shape);

/// The vertices moved by `amplitude` times the shape. A twist goes around its axis, not along the
/// tangent: sections keep their size however far they turn.
std::vector<Vec3> bent_vertices(const BodySurface& surface, std::span<const Vec3> shape,
                                double amplitude, const ShownMotion& motion);

}  // namespace peal

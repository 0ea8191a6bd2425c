// Where to cut a piece of a body so that the hulls of the parts hold the least air. [m].
#pragma once
#include <functional>
#include <utility>
#include <vector>

#include "physics/geometry/convex/surface_cut.h"

namespace peal {

/// Whether a point lies in the body that was cut. Where three cuts meet inside it, the piece has a
/// corner that is not on the surface.
using InsideTest = std::function<bool(const Vec3&)>;
/// Those corners of the piece's box.
std::vector<Vec3> inner_corners(const CutPiece& piece, const InsideTest& inside);

/// By extreme points of a sample of the surface; 4 % too small for an eighth of a ball.
struct RoughHull {
  double volume = 0;  // [m^3]
  double depth = 0;   // [m] of the surface under the faces of the hull that it sees, at most
};
RoughHull rough_hull(const CutPiece& piece, const InsideTest& inside);

/// Planes (axis, coordinate) across one to three axes, each through the whole piece; none when
/// nothing can be cut. `air` is the part of the hull's volume that is not body.
std::vector<std::pair<int, double>> best_cuts(const CutPiece& piece, double air,
                                              const InsideTest& inside);

}  // namespace peal

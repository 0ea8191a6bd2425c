// A flat sheet in pieces: what a blow at one point makes of a pane or a plate.
// Enters: a convex outline in the plane y = 0 and a thickness [m], how many pieces, the point of
// the blow. Leaves: one closed convex prism per piece, all in the frame of the sheet, whose middle
// plane is y = 0.
//
// Cracks are the borders between the nearest-neighbour cells (Voronoi) of points that lie on rings
// around the blow: along the same spokes in every ring, radii growing geometrically. Cells of equal
// spokes and growing rings give the radial and the concentric cracks of struck glass. This is how
// pieces look, not a computation of fracture.
#pragma once
#include <cstdint>
#include <vector>

#include "physics/geometry/triangle_mesh.h"

namespace peal {

/// Corners of a convex polygon in the plane y = 0 [m], anticlockwise seen from +y.
using SheetOutline = std::vector<Vec3>;

SheetOutline rectangle_outline(double length, double width);  // [m] along x and z, about the origin
SheetOutline disc_outline(double radius, int corners);        // [m] inscribed

struct ShatterPattern {
  int pieces = 20;
  Vec3 blow;               // [m] inside the outline; y does not count
  double gap = 0.0002;     // [m] width of the cracks, so that no two pieces touch
  std::uint64_t seed = 1;  // of the irregularity
};

inline constexpr int kMostPieces = 2000;

/// Exactly pattern.pieces prisms, in the order outermost ring to innermost. Coordinates are
/// multiples of 0.1 um. Stops when the blow is not inside, sizes are not > 0, or the cracks are so
/// wide that a piece would vanish.
std::vector<TriangleMesh> shatter_sheet(const SheetOutline& outline, double thickness,
                                        const ShatterPattern& pattern);

/// How the sheet moves at the moment it breaks, at a place x [m] of it (frame of the sheet):
///     u(x) = spread (x - blow) / R + push exp(-(2 r / R)^2) n,   r = |x - blow|,  n = +y,
/// R the distance from the blow to the farthest corner. Cracks open everywhere at once, and
/// neighbours part without running into each other.
struct ShatterMotion {
  double spread = 0;  // [m/s] of the farthest corner, in the plane
  double push = 0;    // [m/s] along +y at the blow
};

struct PieceMotion {
  Vec3 velocity;  // [m/s] of the centre of mass
  Vec3 spin;      // [rad/s] grad f x n for u = f n: the piece turns as the bulging sheet does
};

PieceMotion piece_motion(const SheetOutline& outline, const Vec3& blow, const ShatterMotion& motion,
                         const Vec3& centre);

}  // namespace peal

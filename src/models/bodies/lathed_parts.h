// Convex pieces of bodies that are turned about the y axis, from their true dimensions.
// Enters: walls as physics/meshing/lathe.h describes them (depth 0 outside, 1 inside) [m].
// Leaves: the corner points of each piece, own frame (points inside a piece's hull may be among
// them), and the piece with its outer edges as true arcs.
//
// A wall is cut into rows along its meridian and each row into sectors. A piece is the hull of its
// bit of wall: round towards the outside, flat towards the hollow. A chord over an arc deviates
// from it by 2/3 of its sagitta on average; the flat faces are moved into the wall by that, so that
// the mean error of the radius is 0.
#pragma once
#include <vector>

#include "base/vec.h"
#include "physics/geometry/convex/convex_part.h"
#include "physics/meshing/lathe.h"

namespace peal {

struct PartPoint {
  std::vector<Vec3> points;
  ConvexPart exact = {};      // the same piece with round edges; without rims when it has none
  bool part_of_last = false;  // the exact piece before holds this one, too

  PartPoint(std::vector<Vec3> corners = {}) : points(std::move(corners)) {}  // NOLINT
};
using PartPoints = std::vector<PartPoint>;

/// Regular polygon with half angle h [rad] per side whose mean radius is 1: radius of its corners.
double corner_radius_of_mean(double half_angle);

/// Segments `first` and later. `size` [m] of the whole body: chords may deviate from the meridian
/// by 1.2 % of it. `sectors` around at the widest place (more when the wall is very thin), fewer
/// where the radius is small.
void add_lathed_wall(PartPoints& parts, const LathedWall& wall, int first, int sectors,
                     double size);

/// One piece: what lies between two circles, and the points where its faces meet the axis.
void add_disc(PartPoints& parts, const SectionPoint& low_rim, const SectionPoint& high_rim,
              double low_middle, double high_middle);

/// A disc whose rim is seen: several wedges, so that the rim is rounder than a piece can be.
void add_rimmed_disc(PartPoints& parts, double radius, double low, double high);

/// Wire bent to a circle in the xz plane.
void add_wire_ring(PartPoints& parts, double radius, double wire_radius);

}  // namespace peal

// Sections of walls that are turned about the y axis: (station, depth) to (radius, height) [m],
// physics/meshing/lathe.h. Depth 0 is the outside. Internal to the shape meshers.
#pragma once
#include <vector>

#include "physics/geometry/shape.h"
#include "physics/meshing/hex_blocks.h"
#include "physics/meshing/lathe.h"

namespace peal {

/// A wall that stands on its outer edge, and a floor between: the floor joins the first segment of
/// the wall, whose depth runs from the inside to the outside. `stations` [m] are heights where
/// segments end, the floor's and the rim's not among them.
struct CupWalls {
  LathedWall floor, wall;
};
CupWalls cup_walls(const CupShape& cup, const std::vector<double>& stations);

/// Adds floor and wall; `shift` moves angles [rad], by its full share (1) on the wall and less
/// towards the middle of the floor. Returns the cells of the wall.
LathedCells add_cup(HexBlocks& blocks, const CupWalls& cup, double edge, int sectors, int layers,
                    const std::function<double(double angle, double share)>& shift);
/// Flat floor and a wall between two concentric spheres, cut level at the rim.
LathedWall bowl_wall(const BowlShape& bowl);
/// Spout and cone.
LathedWall funnel_wall(const FunnelShape& funnel);
/// Crown, shoulder and the wall down to the lip.
LathedWall bell_wall(const BellShape& bell);
LathedWall tube_wall(const TubeShape& tube);

/// The bowl of a wineglass: an elliptic cup up to its widest place and a parabola to the rim.
/// Segment 0 stands on the stem.
struct WineglassBowl {
  explicit WineglassBowl(const WineglassShape& glass);
  LathedWall wall() const;
  double low, wide_height;  // [m] lowest point; of the widest place above it
  double stem_angle;        // [rad] on the ellipse
  WineglassShape glass;
};

}  // namespace peal

// Bodies lathed (turned about the y axis), as hexahedra.
// Enters: the section of a wall as a map from (station, depth) to (radius, height) [m], and the
// wanted cell size. Leaves: cells around the axis for HexBlocks.
//
// Stations count sections of the meridian: segment k runs from station k to k + 1, and cells end at
// whole stations, where the wall may have a corner. Depth runs from 0 (one side of the wall) to 1.
// A closed wall begins on the axis, at station 0, with a disc of cells. Towards small radii the
// number of cells around is halved wherever they would become narrow.
#pragma once
#include <functional>
#include <vector>

#include "base/vec.h"
#include "physics/meshing/plane_cells.h"

namespace peal {

struct SectionPoint {
  double r = 0, y = 0;  // [m]
};
using SectionMap = std::function<SectionPoint(double station, double depth)>;

struct LathedWall {
  int segments = 1;
  bool closed = false;
  SectionMap section;
  /// Cells of a segment are shorter than others by this factor; 1 where the list ends. For sharp
  /// bends of the meridian.
  std::vector<double> shorter{};
};

/// Number of cells around at the widest place, near 2 pi radius / edge: a multiple of 4, for large
/// numbers of 8 and 16, so that it can be halved on the way to the axis.
int sector_count(double radius, double edge);

struct LathedCells {
  std::vector<PlaneCells> segment;  // in (station, angle [rad])
  int inner_sectors = 0;            // around the inmost segment

  PlaneCells all() const;
};

/// `sectors` is the number of cells around at the last station. `inner_sectors` > 0 demands that
/// number around the inmost segment: sectors / inner_sectors must be a power of two.
LathedCells lathed_cells(const LathedWall& wall, double edge, int sectors, int inner_sectors = 0);

/// Cells of about `edge` along segment k of the middle of the wall.
int meridian_cells(const LathedWall& wall, int segment, double edge);

/// (radius, height, angle) to space; angle 0 is +x.
Vec3 around_axis(const SectionPoint& at, double angle);

}  // namespace peal

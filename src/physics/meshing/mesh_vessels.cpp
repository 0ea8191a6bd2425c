// Tube, bowl, cup, funnel and bell: walls turned about the y axis.
#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "physics/meshing/hex_blocks.h"
#include "physics/meshing/lathed_profiles.h"
#include "physics/meshing/mesh_density.h"
#include "physics/meshing/shape_meshers.h"

namespace peal {
namespace {

struct VesselSize {
  double radius, height;  // [m] of the whole body
  double thickness,
      thickest;  // [m] the first decides about waves in the wall, the second on layers
};

SolidMesh lathed(const char* what, const LathedWall& wall, MeshLevel level,
                 const VesselSize& size) {
  const double area =
      2 * kPi * size.radius * size.height + (wall.closed ? kPi * size.radius * size.radius : 0);
  const double round = edge_around(level, size.radius, size.thickness);
  const double around = wall_edge(level, round, size.thickness, area);
  // Slender bodies need longer cells along than around.
  const double edge =
      wall_edge(level, std::max(round, edge_along(level, size.height)), size.thickness, area);
  const LathedCells cells = lathed_cells(wall, edge, sector_count(size.radius, around));
  HexBlocks blocks(what, 2 * size.radius + size.height);
  blocks.add_layers(
      cells.all(), wall_layers(size.thickest, around),
      [&](const PlanePoint& at, double v) { return around_axis(wall.section(at.a, v), at.b); });
  return blocks.finish();
}

}  // namespace

SolidMesh mesh_of(const TubeShape& tube, MeshLevel level) {
  return lathed("tube", tube_wall(tube), level,
                {tube.radius, tube.length, tube.thickness, tube.thickness});
}

SolidMesh mesh_of(const BowlShape& bowl, MeshLevel level) {
  return lathed("bowl", bowl_wall(bowl), level,
                {bowl.radius, bowl.height, bowl.thickness, bowl.thickness});
}

SolidMesh mesh_of(const CupShape& cup, MeshLevel level) {
  const double radius = std::max(cup.radius, cup.bottom_radius);
  const double round = edge_around(level, radius, cup.thickness);
  const double area = 2 * kPi * radius * cup.height + kPi * radius * radius;
  const double around = wall_edge(level, round, cup.thickness, area);
  const double edge =
      wall_edge(level, std::max(round, edge_along(level, cup.height)), cup.thickness, area);
  // When the floor bends, the wall follows within about sqrt(R h) of it: a band of shorter cells.
  const double band = std::min(0.3 * (cup.height - cup.bottom_thickness),
                               std::sqrt(cup.bottom_radius * cup.thickness));
  HexBlocks blocks("cup", 2 * radius + cup.height);
  add_cup(blocks, cup_walls(cup, {cup.bottom_thickness + band}), edge, sector_count(radius, around),
          wall_layers(cup.thickness, around, true), [](double angle, double) { return angle; });
  return blocks.finish();
}

SolidMesh mesh_of(const FunnelShape& funnel, MeshLevel level) {
  return lathed("funnel", funnel_wall(funnel), level,
                {funnel.radius, funnel.cone_height + funnel.spout_height, funnel.thickness,
                 funnel.thickness});
}

SolidMesh mesh_of(const BellShape& bell, MeshLevel level) {
  return lathed("bell", bell_wall(bell), level,
                {bell.mouth_radius, bell.height, bell.waist_thickness,
                 std::max({bell.lip_thickness, bell.waist_thickness, bell.crown_thickness})});
}

}  // namespace peal

// Wineglass: the cells of the stem's cross section are shared by foot, stem and bowl.
#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "physics/meshing/hex_blocks.h"
#include "physics/meshing/lathed_profiles.h"
#include "physics/meshing/mesh_density.h"
#include "physics/meshing/shape_meshers.h"

namespace peal {

SolidMesh mesh_of(const WineglassShape& glass, MeshLevel level) {
  const WineglassBowl shape(glass);
  const LathedWall bowl = shape.wall();
  const double area = 2 * kPi * glass.bowl_radius * glass.bowl_height;
  const double round = edge_around(level, glass.bowl_radius, glass.thickness);
  const double around_edge = wall_edge(level, round, glass.thickness, area);
  // Its modes have many waves around and few along the meridian.
  const double edge = 1.25 * around_edge;
  // 8 or 12 cells around the stem, doubled as often as the bowl needs.
  const double wanted = 0.82 * 2 * kPi * glass.bowl_radius / around_edge;
  int around = 16, stem = 8;
  while (around < wanted) around *= 2;
  if (around * 3 / 4 >= wanted && around > 16) around = around * 3 / 4, stem = 12;
  const LathedCells bowl_cells = lathed_cells(bowl, edge, around, stem);

  // The stem below the bowl, straight down; the foot, a disc of which the stem's end is the middle.
  const auto stem_radius = [&](double s) { return bowl.section(s, 0).r; };
  const LathedWall foot{2, true, [&](double s, double v) {
                          const double r =
                              s <= 1 ? stem_radius(s)
                                     : std::lerp(stem_radius(1), glass.foot_radius, s - 1);
                          return SectionPoint{r, glass.foot_thickness * v};
                        }};
  const double foot_edge =
      wall_edge(level, std::max(round, edge_around(level, glass.foot_radius, glass.foot_radius)),
                glass.foot_thickness, kPi * glass.foot_radius * glass.foot_radius);
  int foot_around = stem;
  while (foot_around * 1.5 < 2 * kPi * glass.foot_radius / foot_edge) foot_around *= 2;
  const LathedCells foot_cells = lathed_cells(foot, foot_edge, foot_around, stem);

  HexBlocks blocks("wineglass", 2 * glass.bowl_radius + shape.low + glass.bowl_height);
  blocks.add_layers(
      bowl_cells.all(), wall_layers(glass.thickness, edge),
      [&](const PlanePoint& at, double v) { return around_axis(bowl.section(at.a, v), at.b); });
  const int stem_rows =
      cell_count(glass.stem_height, std::max(edge, edge_along(level, 2.5 * glass.stem_height)));
  blocks.add_layers(bowl_cells.segment[0], stem_rows, [&](const PlanePoint& at, double v) {
    const SectionPoint top = bowl.section(at.a, 0);
    return around_axis({top.r, std::lerp(glass.foot_thickness, top.y, v)}, at.b);
  });
  // Both plans fill the stem's section alike only with the same cells: take those of the bowl.
  blocks.add_layers(
      bowl_cells.segment[0], wall_layers(glass.foot_thickness, foot_edge),
      [&](const PlanePoint& at, double v) { return around_axis(foot.section(at.a, v), at.b); });
  blocks.add_layers(
      foot_cells.segment[1], wall_layers(glass.foot_thickness, foot_edge),
      [&](const PlanePoint& at, double v) { return around_axis(foot.section(at.a, v), at.b); });
  return blocks.finish();
}

}  // namespace peal

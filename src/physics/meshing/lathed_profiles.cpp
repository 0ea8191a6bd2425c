#include "physics/meshing/lathed_profiles.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"

namespace peal {
namespace {

SectionPoint section_between(const SectionPoint& a, const SectionPoint& b, double t) {
  return {std::lerp(a.r, b.r, t), std::lerp(a.y, b.y, t)};
}

/// Horizontal thickness of a wall whose radius grows by `slope` per height.
double level_thickness(double thickness, double slope) {
  return thickness * std::sqrt(1 + slope * slope);
}

/// Length of cells where a meridian bends sharply, against others.
constexpr double kBend = 0.5;
/// Thick walls and floors that meet at a right angle shear there: two layers earlier than
/// elsewhere.
constexpr double kCornerCells = 0.6;

double smooth_step(double x) {
  const double t = std::clamp(x, 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

}  // namespace

CupWalls cup_walls(const CupShape& cup, const std::vector<double>& stations) {
  const double slope = (cup.radius - cup.bottom_radius) / cup.height;
  const double across = level_thickness(cup.thickness, slope);
  std::vector<double> level{0, cup.bottom_thickness};
  level.insert(level.end(), stations.begin(), stations.end());
  level.push_back(cup.height);
  const int segments = static_cast<int>(level.size()) - 1;
  const auto wall = [=](double s, double v) {
    const int k = std::clamp(static_cast<int>(s), 0, segments - 1);
    const double y = std::lerp(level[k], level[k + 1], s - k);
    return SectionPoint{cup.bottom_radius + slope * y - across * (1 - v), y};
  };
  const auto floor = [=](double s, double v) {
    const double y = v * cup.bottom_thickness;
    return SectionPoint{s * (cup.bottom_radius + slope * y - across), y};
  };
  return {{1, true, floor}, {segments, false, wall, {kCornerCells, kBend}}};
}

LathedCells add_cup(HexBlocks& blocks, const CupWalls& cup, double edge, int sectors, int layers,
                    const std::function<double(double, double)>& shift) {
  const LathedCells wall = lathed_cells(cup.wall, edge, sectors, sectors);
  const int floor_layers = static_cast<int>(wall.segment[0].size()) / sectors;
  blocks.add_layers(wall.all(), layers, [&](const PlanePoint& at, double v) {
    return around_axis(cup.wall.section(at.a, v), shift(at.b, 1));
  });
  blocks.add_layers(lathed_cells(cup.floor, edge, sectors).all(), floor_layers,
                    [&](const PlanePoint& at, double v) {
                      return around_axis(cup.floor.section(at.a, v), shift(at.b, at.a * at.a));
                    });
  return wall;
}

LathedWall bowl_wall(const BowlShape& bowl) {
  // The sphere through the edge of the foot and the rim; its centre is on the axis.
  const double centre = (bowl.radius * bowl.radius + bowl.height * bowl.height -
                         bowl.foot_radius * bowl.foot_radius) /
                        (2 * bowl.height);
  const double sphere = std::hypot(bowl.foot_radius, centre);
  return {2, true, [=](double s, double v) {
            const double r = sphere - v * bowl.thickness, floor = v * bowl.thickness;
            // Angle from the downward axis where the sphere of this depth meets a height.
            const auto angle = [&](double y) {
              return std::acos(std::clamp((centre - y) / r, -1.0, 1.0));
            };
            const double foot = r * std::sin(angle(floor));
            if (s <= 1) return SectionPoint{s * foot, floor};
            const double at = std::lerp(angle(floor), angle(bowl.height), s - 1);
            return SectionPoint{r * std::sin(at), centre - r * std::cos(at)};
          }};
}

LathedWall funnel_wall(const FunnelShape& funnel) {
  const double slope = (funnel.radius - funnel.spout_radius) / funnel.cone_height;
  const double across = level_thickness(funnel.thickness, slope);
  const double top = funnel.spout_height + funnel.cone_height;
  // Where the inner cone meets the inner spout.
  const SectionPoint bend{funnel.spout_radius - funnel.thickness,
                          funnel.spout_height + (across - funnel.thickness) / slope};
  return {2, false, [=](double s, double v) {
            const SectionPoint corner =
                section_between({funnel.spout_radius, funnel.spout_height}, bend, v);
            if (s <= 1)
              return section_between({funnel.spout_radius - v * funnel.thickness, 0}, corner, s);
            return section_between(corner, {funnel.radius - v * across, top}, s - 1);
          }};
}

LathedWall bell_wall(const BellShape& bell) {
  const double thickest = std::max(bell.waist_thickness, bell.crown_thickness);
  const double shoulder = 0.5 * bell.mouth_radius;                // [m] outer radius there
  const double round = std::max(0.3 * shoulder, 1.4 * thickest);  // of the shoulder
  const double drop = bell.height - round;                        // height of the wall
  const double flat = shoulder - round;
  return {3,
          true,
          [=](double s, double v) {
            if (s <= 1) return SectionPoint{s * flat, bell.height - v * bell.crown_thickness};
            if (s <= 2) {
              const double angle = kPi / 2 * (s - 1);
              return SectionPoint{flat + (round - v * bell.waist_thickness) * std::sin(angle),
                                  drop + (round - v * bell.crown_thickness) * std::cos(angle)};
            }
            // From shoulder to lip the bell flares as 0.7 t^2 + 0.3 t^4; the sound bow is the
            // thickened last part.
            const double t = s - 2;
            const double flare = bell.mouth_radius - shoulder;
            const double slope = flare * (1.4 * t + 1.2 * t * t * t) / drop;
            const double thickness =
                std::lerp(bell.waist_thickness, bell.lip_thickness, smooth_step((t - 0.5) / 0.4));
            const double outer = shoulder + flare * (0.7 * t * t + 0.3 * t * t * t * t);
            return SectionPoint{outer - v * level_thickness(thickness, slope), drop * (1 - t)};
          },
          {1, kBend}};
}

LathedWall tube_wall(const TubeShape& tube) {
  return {1, false, [=](double s, double v) {
            return SectionPoint{tube.radius - v * tube.thickness, tube.length * (s - 0.5)};
          }};
}

WineglassBowl::WineglassBowl(const WineglassShape& g)
    : low(g.foot_thickness + g.stem_height),
      wide_height(0.45 * g.bowl_height),
      stem_angle(std::asin(g.stem_radius / g.bowl_radius)),
      glass(g) {}

LathedWall WineglassBowl::wall() const {
  return {3, true, [bowl = *this](double s, double v) {
            const WineglassShape& g = bowl.glass;
            const double wide = g.bowl_radius - v * g.thickness;
            const double deep = bowl.wide_height - v * g.base_thickness;
            const double middle = bowl.low + bowl.wide_height;
            if (s <= 2) {
              const double angle =
                  s <= 1 ? s * bowl.stem_angle : std::lerp(bowl.stem_angle, kPi / 2, s - 1);
              return SectionPoint{wide * std::sin(angle), middle - deep * std::cos(angle)};
            }
            const double t = s - 2;
            return SectionPoint{wide - (g.bowl_radius - g.rim_radius) * t * t,
                                middle + (g.bowl_height - bowl.wide_height) * t};
          }};
}

}  // namespace peal

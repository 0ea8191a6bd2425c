#include "render/ground.h"

#include <fmt/format.h>

namespace peal {
namespace {

constexpr const char* kCarpet = "carpet";

std::optional<FloorCovering> covering_of(const FloorSpec& floor) {
  if (!floor.covering && floor.material == kCarpet) return FloorCovering{};
  return floor.covering;
}

}  // namespace

std::optional<FloorPlane> floor_plane(const Scene& scene) {
  const std::optional<FloorSpec>& floor = scene.motion.floor;
  if (!floor || floor->reflection == 0.0) return {};
  FloorPlane plane{floor->height, {floor->reflection.value_or(1), {}}};
  if (const auto covering = covering_of(*floor))
    plane.ground.layer = PorousLayer{covering->thickness, covering->flow_resistivity};
  return plane;
}

std::optional<FloorReport> floor_report(const Scene& scene) {
  const std::optional<FloorSpec>& floor = scene.motion.floor;
  if (!floor) return {};
  const auto covering = covering_of(*floor);
  const bool said = floor->reflection || floor->covering;
  return FloorReport{
      floor->height,
      floor->material,
      floor->kind == FloorKind::plate ? fmt::format("plate of {:g} m", floor->thickness)
                                      : "half_space",
      floor->reflection.value_or(1),
      covering
          ? fmt::format("{:g} m of {:g} Pa s/m^2", covering->thickness, covering->flow_resistivity)
          : "none",
      said ? "as the scene says"
           : "by default: sound is thrown back by the floor; \"reflection\": 0 in the scene's "
             "floor renders without that, as older versions of Peal did"};
}

}  // namespace peal

#include "sources/click_settings.h"

#include <algorithm>

#include "scene/mix.h"

namespace peal {
namespace {
constexpr double kBand = 20.0 / 48;  // of the rate, just below what resonator_rate takes into it
}

bool is_named(const std::string& object, const std::vector<std::string>& names) {
  return names.empty() || std::any_of(names.begin(), names.end(), [&](const std::string& name) {
           return name == object || name == group_of(object);
         });
}

std::optional<ObjectClick> click_of(const Scene& scene, const ObjectSpec& object,
                                    const ClickSourceSettings& settings,
                                    std::optional<MeshLevel> quality) {
  if (object.is_static || object.animated() || !object.rings()) return {};
  ObjectClick click;
  click.level = quality.value_or(object.quality.value_or(scene.quality));
  // Modes end at max_frequency; a click has no modes, it fills what is written.
  click.max_frequency = std::max(object.max_frequency, kBand * scene.output.rate);
  click.method = choose_click(object.shape, *object.geometry, scene.material(object.material),
                              click.level, {.air = scene.air, .max_frequency = click.max_frequency})
                     .method;
  if (click.method != ClickMethod::ball && settings.method != FieldChoice::automatic)
    click.method = settings.method == FieldChoice::proxy ? ClickMethod::proxy : ClickMethod::field;
  click.may_be_proxy = settings.method == FieldChoice::automatic && object.geometry->has_volume();
  return click;
}

}  // namespace peal

#include "sources/click_settings.h"

#include <algorithm>

#include "scene/mix.h"

namespace peal {

bool is_named(const std::string& object, const std::vector<std::string>& names) {
  return names.empty() || std::any_of(names.begin(), names.end(), [&](const std::string& name) {
           return name == object || name == group_of(object);
         });
}

std::optional<ObjectClick> click_of(const Scene& scene, const ObjectSpec& object,
                                    const ClickSourceSettings& settings,
                                    std::optional<MeshLevel> quality) {
  if (object.is_static || object.animated() || object.sound == ObjectSound::none) return {};
  ObjectClick click;
  click.level = quality.value_or(object.quality.value_or(scene.quality));
  click.max_frequency = object.max_frequency;
  click.method =
      choose_click(object.shape, *object.geometry, scene.material(object.material), click.level,
                   {.air = scene.air, .max_frequency = object.max_frequency})
          .method;
  if (click.method != ClickMethod::ball && settings.method != FieldChoice::automatic)
    click.method = settings.method == FieldChoice::proxy ? ClickMethod::proxy : ClickMethod::field;
  click.may_be_proxy = settings.method == FieldChoice::automatic && object.geometry->has_volume();
  return click;
}

}  // namespace peal

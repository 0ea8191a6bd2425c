#include "tools/scenes/scene_object.h"

#include <fmt/format.h>

#include "base/error.h"
#include "tools/scenes/shipped_scenes.h"

namespace peal {

bool is_scene_argument(const std::string& body, const std::string& object) {
  if (body.starts_with('{')) return false;
  return body.ends_with(".json") || (!object.empty() && is_scene_name(body));
}

int scene_object(const Scene& scene, const std::string& name) {
  constexpr std::size_t kNamed = 12;
  std::string names;
  for (std::size_t i = 0; i < scene.objects.size(); ++i) {
    const ObjectSpec& object = scene.objects[i];
    if (object.name == name || (name.empty() && scene.objects.size() == 1))
      return static_cast<int>(i);
    if (i < kNamed) names += fmt::format("{}{}", i == 0 ? "" : ", ", object.name);
    if (i == kNamed) names += ", ...";
  }
  if (name.empty()) fail("{}: say which object with --object: {}", scene.file, names);
  fail("{}: has no object '{}'; it has: {}", scene.file, name, names);
}

}  // namespace peal

#include "scene_object.h"

#include <fmt/format.h>

#include "base/error.h"

namespace peal {

bool is_scene_file(const std::string& text) {
  return text.ends_with(".json") && !text.starts_with('{');
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

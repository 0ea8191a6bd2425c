#include "scene_argument.h"

#include <fmt/format.h>

#include "scene/load.h"
#include "sources/kinds.h"

namespace peal {

SceneChoice scene_argument(const std::string& argument) {
  SceneChoice choice = find_scene(argument);
  if (!choice.note.empty()) fmt::print(stderr, "note: {}\n", choice.note);
  return choice;
}

Scene load_scene_argument(const std::string& argument) {
  return load_scene(scene_argument(argument).file, source_declarations());
}

}  // namespace peal

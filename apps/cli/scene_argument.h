// A scene as the user names it on the command line.
#pragma once
#include <string>

#include "scene/scene.h"
#include "tools/scenes/shipped_scenes.h"

namespace peal {

/// find_scene, and what it notes on standard error.
SceneChoice scene_argument(const std::string& argument);
/// The same, loaded: for commands that write no files of their own.
Scene load_scene_argument(const std::string& argument);

}  // namespace peal

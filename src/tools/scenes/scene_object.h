// An object of a scene by its name, for commands that look at one body.
#pragma once
#include <string>

#include "scene/scene.h"

namespace peal {

/// Whether `body` is a scene rather than a mesh, a shape or a shape's JSON. Scenes and shapes share
/// names (bowl, mug): a scene that is no .json file is meant where an object of it is named.
bool is_scene_argument(const std::string& body, const std::string& object);
/// Number of the object; the only one when the name is empty. Stops with the names there are.
int scene_object(const Scene& scene, const std::string& name);

}  // namespace peal

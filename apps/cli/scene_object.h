// An object of a scene by its name, for commands that look at one body.
#pragma once
#include <string>

#include "scene/scene.h"

namespace peal {

/// Whether the text names a scene file rather than a mesh, a shape or a shape's JSON.
bool is_scene_file(const std::string& text);
/// Number of the object; the only one when the name is empty. Stops with the names there are.
int scene_object(const Scene& scene, const std::string& name);

}  // namespace peal

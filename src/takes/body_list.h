// bodies.csv => the text of a scene. Enters: a table with the header
// name,mesh,material,mass,static,friction,restitution (all but name, mesh and material optional and
// possibly empty; mesh files relative to the table), the first poses, unit and up axis of the
// meshes. A body named "floor" or "ground" without a mesh is the floor plane. Leaves: scene.json as
// text, with mesh files relative to the folder of the scene.
#pragma once
#include <filesystem>
#include <string>

#include "takes/pose_table.h"

namespace peal {

/// Stops with file and line when a mesh or material is missing or a number is out of range.
std::string scene_from_body_list(const std::filesystem::path& list, const PoseTable& poses,
                                 const PoseTableOptions& units,
                                 const std::filesystem::path& scene_folder,
                                 const std::string& name);

}  // namespace peal

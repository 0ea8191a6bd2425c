// bodies.csv => the text of a scene. Enters: a table with the header
// name,mesh,material,mass,static,friction,restitution,shell_thickness,sound (all but name, mesh and
// material optional and possibly empty; mesh files relative to the table), the first poses, poses
// of cameras (they look along their -z), unit and up axis of the meshes. A body named "floor" or
// "ground" without a mesh is the floor plane. Leaves: scene.json as text, with mesh files relative
// to the folder of the scene, and notes on what had to be guessed.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "takes/pose_table.h"

namespace peal {

struct BodyListInput {
  std::filesystem::path list, scene_folder;
  std::string scene_name;
  PoseTableOptions units;
};

struct BodyListScene {
  std::string text;
  std::vector<std::string> notes;
};

/// Stops with file and line when a mesh or material is missing or a number is out of range.
/// @param cameras become the listeners; without any there is one in front of everything
BodyListScene scene_from_body_list(const BodyListInput& input, const PoseTable& poses,
                                   const PoseTable& cameras);

}  // namespace peal

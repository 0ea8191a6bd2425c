// bodies.csv => the text of a scene. Enters: a table with the header
// name,mesh,material,mass,static,friction,restitution,shell_thickness,sound,cx,cy,cz,gx,gy,gz,margin,
// rounding (all but name, mesh and material optional and possibly empty; mesh files relative to the
// table; c: the centre about which the body was simulated, g: its radii of gyration, margin: air
// around it that counted as touching, rounding: it met others as its convex hull with edges rounded
// so, in the unit of the meshes), the first poses, poses
// of cameras (they look along their -z), unit and up axis of the meshes. A body named "floor" or
// "ground" without a mesh is the floor plane. Leaves: scene.json as text, with mesh files relative
// to the folder of the scene, and notes on what had to be guessed.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "tools/import/events/pose_table.h"
#include "tools/import/events/simulated_body.h"
#include "tools/import/material_map.h"
#include "tools/import/scene_wishes.h"

namespace peal {

struct BodyListInput {
  std::filesystem::path list, scene_folder;
  std::string scene_name;
  PoseTableOptions units;
  MaterialMap materials;  // by name of a body, then by its word for the material; "*": the rest
  SceneWishes wishes;
};

struct BodyListScene {
  std::string text;
  std::vector<std::string> notes;
  SimulatedBodies simulated;  // own frames with y up, metres
};

/// Stops with file and line when a mesh is missing or a number is out of range, and names all
/// materials that the library does not have.
/// @param cameras become the listeners; without any there is one in front of everything
BodyListScene scene_from_body_list(const BodyListInput& input, const PoseTable& poses,
                                   const PoseTable& cameras);

}  // namespace peal

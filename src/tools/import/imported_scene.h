// What import_gltf.h found => a folder that Peal renders:
//   scene.json         objects, listeners (the cameras), floor, materials
//   meshes/<name>.obj  surfaces in their own frames [m]
//   poses.csv          time,body,px,py,pz,qw,qx,qy,qz of the bodies that are not static
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "tools/import/import_gltf.h"
#include "tools/import/scene_wishes.h"

namespace peal {

/// Makes the folder. Gives one sentence for everything that had to be guessed: sheets without a
/// thickness, masses that the material does not explain, a missing camera.
std::vector<std::string> write_imported_scene(const std::filesystem::path& folder,
                                              const GltfImport& import,
                                              const SceneWishes& wishes = {});

/// As many decimals as the rounding of the table deserves. Rows in the order of the table.
void write_pose_csv(const std::filesystem::path& path, const PoseTable& table);

}  // namespace peal

// The scenes that come with Peal, and what a user may write where a command takes a scene: the path
// of a file, the path without its .json, or the name of a shipped scene (`drop`,
// `chadwick2012/mugs`). A file of the user's wins over a shipped scene.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace peal {

struct ShippedScene {
  std::string name;  // path below the folder of the scenes, without .json
  std::filesystem::path file;
};

/// The folder beside the program that holds them. Stops with a sentence when there is none.
std::filesystem::path shipped_scene_folder();
/// Sorted: those of the folder itself, then those of its folders.
std::vector<ShippedScene> shipped_scenes();

struct SceneChoice {
  std::filesystem::path file;
  std::string shipped;  // name of a shipped scene; empty for a file of the user's
  std::string note;     // what the user may not expect; mostly empty

  /// Results of a shipped scene go to out/<name> below the current folder.
  std::filesystem::path shipped_output() const { return std::filesystem::path("out") / shipped; }
  /// A file in that folder, which is made.
  std::filesystem::path output_file(const std::filesystem::path& name) const;
};

/// Whether it is the path of a scene file without its .json, or the name of a shipped scene.
bool is_scene_name(const std::string& argument);
/// Stops with the nearest name when there is neither file nor scene.
SceneChoice find_scene(const std::string& argument);

}  // namespace peal

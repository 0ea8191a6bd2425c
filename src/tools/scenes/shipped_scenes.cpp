#include "tools/scenes/shipped_scenes.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/files/program_files.h"
#include "io/schema/suggest.h"
#include "scene/load.h"

namespace peal {
namespace {

namespace fs = std::filesystem;
constexpr const char* kList = "`peal scenes` lists those that come with Peal";

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

/// Empty when there is none.
fs::path scene_folder() {
  const auto [installed, in_tree] = program_folders("scenes", "scenes");
  std::error_code ignored;
  for (const fs::path& folder : {installed, in_tree})
    if (!folder.empty() && fs::is_directory(folder, ignored)) return folder;
  return {};
}

/// The file of a shipped scene; empty when there is none of this name.
fs::path shipped_file(const std::string& name) {
  const fs::path folder = scene_folder();
  if (folder.empty() || name.empty() || name.starts_with('/') ||
      name.find("..") != std::string::npos)
    return {};
  const fs::path file = folder / (name + ".json");
  return is_file(file) ? file : fs::path();
}

/// "scenes/drop.json", "drop.json", "drop" => "drop"
std::string scene_name_in(const std::string& argument) {
  std::string name = argument.starts_with("scenes/") ? argument.substr(7) : argument;
  if (name.ends_with(".json")) name.resize(name.size() - 5);
  return name;
}

std::string leaf(const std::string& name) { return name.substr(name.rfind('/') + 1); }

/// The shipped scene that was meant: of the same last word, or else one slip away.
std::string meant(const std::string& name, const std::vector<ShippedScene>& scenes) {
  std::vector<std::string> names, leaves;
  for (const ShippedScene& scene : scenes) {
    if (leaf(scene.name) == leaf(name)) return scene.name;
    names.push_back(scene.name);
    leaves.push_back(leaf(scene.name));
  }
  if (const std::string near = nearest(name, names); !near.empty()) return near;
  const std::string near = nearest(leaf(name), leaves);
  const auto at = std::find(leaves.begin(), leaves.end(), near);
  return near.empty() ? "" : names[static_cast<std::size_t>(at - leaves.begin())];
}

[[noreturn]] void refuse_name(const std::string& argument) {
  std::vector<ShippedScene> scenes;
  if (!scene_folder().empty()) scenes = shipped_scenes();
  const std::string name = scene_name_in(argument);
  const bool is_path = argument.ends_with(".json");
  std::string text = shown(argument) + ": there is no such file";
  const std::string near = meant(name, scenes);
  // Who wrote a path meant a file: only the very name of a shipped scene is worth a word.
  if (is_path)
    text += near == name ? fmt::format("; the scene that comes with Peal is '{}'", near) : "";
  else
    text += fmt::format(" and no scene of this name{}; {}",
                        near.empty() ? "" : fmt::format("; did you mean '{}'?", near), kList);
  throw SceneError({text});
}

}  // namespace

fs::path SceneChoice::output_file(const fs::path& name) const {
  std::error_code problem;
  fs::create_directories(shipped_output(), problem);
  if (problem)
    fail("the folder '{}' for the results cannot be made: {}; --out names another place",
         shipped_output().string(), problem.message());
  return shipped_output() / name;
}

fs::path shipped_scene_folder() {
  if (fs::path folder = scene_folder(); !folder.empty()) return folder;
  const auto [installed, in_tree] = program_folders("scenes", "scenes");
  fail(
      "the scenes that come with Peal are neither in {} nor in {}: `make install PREFIX=...` puts "
      "them beside the program",
      installed.string(), in_tree.string());
}

std::vector<ShippedScene> shipped_scenes() {
  const fs::path folder = shipped_scene_folder();
  std::vector<ShippedScene> scenes;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const fs::path& file = entry.path();
    if (file.extension() == ".json" && is_file(file))
      scenes.push_back({file.lexically_relative(folder).replace_extension().string(), file});
  }
  const auto depth = [](const ShippedScene& scene) {
    return std::count(scene.name.begin(), scene.name.end(), '/');
  };
  std::sort(scenes.begin(), scenes.end(), [&](const ShippedScene& a, const ShippedScene& b) {
    return depth(a) != depth(b) ? depth(a) < depth(b) : a.name < b.name;
  });
  return scenes;
}

bool is_scene_name(const std::string& argument) {
  return is_file(argument + ".json") || !shipped_file(argument).empty();
}

SceneChoice find_scene(const std::string& argument) {
  std::error_code problem;
  // Pipes and whatever else can be read count as files; a folder may bear the name of a scene.
  const fs::file_status status = fs::status(argument, problem);
  if (fs::exists(status) && !fs::is_directory(status)) return {argument, {}, {}};
  if (status.type() == fs::file_type::none)
    return {argument, {}, {}};  // the reader says what is wrong
  const std::string with_ending = argument + ".json";
  const fs::path shipped = shipped_file(argument);
  if (is_file(with_ending)) {
    SceneChoice own{with_ending, {}, {}};
    if (!shipped.empty() && !fs::equivalent(with_ending, shipped, problem))
      own.note = fmt::format("this is your file {}, not the scene '{}' that comes with Peal",
                             with_ending, argument);
    return own;
  }
  if (!shipped.empty()) return {shipped, argument, {}};
  if (fs::exists(status)) return {argument, {}, {}};  // a folder: the reader says what is wrong
  refuse_name(argument);
}

}  // namespace peal

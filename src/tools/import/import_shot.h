// A shot of another program as files: the take, and where the scene is not given, the scene that
// plays it. A scene file that was there is put back when the import fails.
#pragma once
#include <filesystem>
#include <functional>
#include <string>

#include "scene/scene.h"
#include "tools/import/import_take.h"
#include "tools/import/material_map.h"
#include "tools/import/scene_wishes.h"

namespace peal {

struct ShotRequest {
  std::string file;                                     // glTF; empty: the tables that follow
  std::string scene, bodies, poses, contacts, cameras;  // scene or bodies is empty
  std::string out;  // take; of a glTF file the folder. Empty: named after the file, or shot.take
  PoseTableOptions units;
  MaterialMap materials;
  SceneWishes wishes;
  double min_speed = 0.05;  // [m/s] impacts that close more slowly are summed up
  bool quiet = false;
  std::function<Scene(const std::string& file)> load;
  std::function<void(const std::string&)> warn;
};

struct Shot {
  std::filesystem::path take, scene;  // written; no scene when it was given
  ImportedTake imported;
};

/// Of a glTF file: a folder with scene.json, meshes and shot.take.
Shot import_shot(const ShotRequest& request);
/// Of tables (CSV).
Shot import_tables(const ShotRequest& request);

}  // namespace peal

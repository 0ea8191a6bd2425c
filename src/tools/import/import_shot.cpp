#include "tools/import/import_shot.h"

#include <nlohmann/json.hpp>
#include <optional>

#include "base/error.h"
#include "base/files/atomic_file.h"
#include "base/late_progress.h"
#include "io/schema/json_text.h"
#include "io/schema/suggest.h"
#include "motion/take/take_file.h"
#include "tools/import/body_list.h"
#include "tools/import/import_gltf.h"
#include "tools/import/imported_scene.h"

namespace peal {
namespace {

namespace fs = std::filesystem;
constexpr double kPatience = 2;  // [s] before it says how far it is

/// A scene file that is put back as it was unless the import succeeds.
class SceneDraft {
 public:
  explicit SceneDraft(fs::path file) : file_(std::move(file)) {
    if (fs::is_regular_file(file_)) before_ = read_text_file(file_);
  }
  ~SceneDraft() {
    if (kept_) return;
    try {
      if (before_)
        write_file_atomically(file_, *before_);
      else
        fs::remove(file_);
    } catch (const std::exception&) {  // the first error is the one to tell
    }
  }
  void keep() { kept_ = true; }

 private:
  const fs::path file_;
  std::optional<std::string> before_;
  bool kept_ = false;
};

ImportedTake imported(const ShotRequest& request, const std::string& scene_file, PoseTable table,
                      const SimulatedBodies& simulated = {}) {
  const Scene scene = request.load(scene_file);
  for (const std::string& warning : scene.warnings) request.warn(warning);
  TakeImportSettings settings;
  settings.contacts = request.contacts;
  settings.units = request.units;
  settings.min_closing_speed = request.min_speed;
  settings.simulated = simulated;
  settings.suggestion = [](const std::string& name, const std::vector<std::string>& known) {
    return suggestion(name, known);
  };
  // Whether there is a second pass shows only after the first: each has a bar of its own.
  constexpr const char* kPasses[] = {"impacts", "impacts, with the rebounds learnt"};
  std::optional<LateProgress> progress;
  int shown = -1;
  settings.done = [&](int pass, double part) {
    if (pass != shown) {
      if (progress) progress->finish();
      progress.emplace(kPasses[pass], pass == 0 ? kPatience : 0, ProgressOptions{request.quiet});
      shown = pass;
    }
    progress->set(part);
  };
  ImportedTake result = import_take(scene, std::move(table), settings);
  if (progress) progress->finish();
  return result;
}

/// The scene plays the take from now on.
void refer_to_take(const fs::path& scene_file, const fs::path& take) {
  auto json = nlohmann::ordered_json::parse(read_text_file(scene_file));
  json["motion"]["take"] = take.filename().string();
  write_file_atomically(scene_file, json.dump(2) + "\n");
}

}  // namespace

Shot import_shot(const ShotRequest& request) {
  GltfImportOptions options;
  options.up = request.units.up;
  options.scale = request.units.scale;
  options.fps = request.units.fps;
  options.materials = request.materials;
  options.floor = request.wishes.floor;
  const GltfImport shot = import_gltf(request.file, options);
  const fs::path folder =
      request.out.empty() ? fs::path(request.file).stem() : fs::path(request.out);
  SceneDraft draft(folder / "scene.json");
  std::vector<std::string> notes = write_imported_scene(folder, shot, request.wishes);
  notes.insert(notes.begin(), shot.warnings.begin(), shot.warnings.end());
  for (const std::string& note : notes) request.warn(note);
  PoseTable table = pose_table(shot);
  if (table.rows.empty()) fail("{}: nothing in it moves", request.file);
  const fs::path scene = folder / "scene.json", take = folder / "shot.take";
  Shot result{take, scene, imported(request, scene, std::move(table))};
  write_take_file(take, result.imported.take);
  refer_to_take(scene, take);
  draft.keep();
  return result;
}

Shot import_tables(const ShotRequest& request) {
  const fs::path out = request.out.empty() ? fs::path("shot.take") : fs::path(request.out);
  PoseTable table = read_pose_table(request.poses, request.units);
  if (request.bodies.empty()) {
    Shot result{out, {}, imported(request, request.scene, std::move(table))};
    write_take_file(out, result.imported.take);
    return result;
  }
  const fs::path scene = out.parent_path() / "scene.json";
  if (!out.parent_path().empty()) fs::create_directories(out.parent_path());
  PoseTable cameras;
  if (!request.cameras.empty()) cameras = read_pose_table(request.cameras, request.units);
  const BodyListScene made =
      scene_from_body_list({request.bodies, out.parent_path(), out.stem().string(), request.units,
                            request.materials, request.wishes},
                           table, cameras);
  for (const std::string& note : made.notes) request.warn(note);
  SceneDraft draft(scene);
  write_file_atomically(scene, made.text);
  Shot result{out, scene, imported(request, scene, std::move(table), made.simulated)};
  write_take_file(out, result.imported.take);
  refer_to_take(scene, out);
  draft.keep();
  return result;
}

}  // namespace peal

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/error.h"
#include "base/files/atomic_file.h"
#include "base/late_progress.h"
#include "commands.h"
#include "floor_argument.h"
#include "import_summary.h"
#include "io/schema/json_text.h"
#include "io/schema/suggest.h"
#include "motion/take/take_file.h"
#include "shipped_scenes.h"
#include "tools/import/body_list.h"
#include "tools/import/import_gltf.h"
#include "tools/import/import_take.h"
#include "tools/import/imported_scene.h"

namespace peal {
namespace {

namespace fs = std::filesystem;
constexpr double kPatience = 2;  // [s] before it says how far it is

struct ImportArguments {
  std::string file, scene, bodies, poses, contacts, cameras, materials, out;
  std::string up = "y", floor;
  bool has_floor = false, no_travel_time = false;
  double fps = 0, scale = 1, min_speed = 0.05;
  bool quiet = false;

  PoseTableOptions units() const { return {fps, scale, up == "z" ? UpAxis::z : UpAxis::y}; }
  MaterialMap material_map() const {
    return materials.empty() ? MaterialMap() : read_material_map(materials);
  }
  SceneWishes wishes() const {
    SceneWishes wished;
    if (has_floor) wished.floor = parse_floor(floor);
    wished.travel_time = !no_travel_time;
    return wished;
  }
};

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

ImportedTake imported(const ImportArguments& arguments, const fs::path& scene_file, PoseTable table,
                      const SimulatedBodies& simulated = {}) {
  const Scene scene = load_chosen_scene(scene_file);
  for (const std::string& warning : scene.warnings) fmt::print(stderr, "warning: {}\n", warning);
  TakeImportSettings settings;
  settings.contacts = arguments.contacts;
  settings.units = arguments.units();
  settings.min_closing_speed = arguments.min_speed;
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
      progress.emplace(kPasses[pass], pass == 0 ? kPatience : 0, ProgressOptions{arguments.quiet});
      shown = pass;
    }
    progress->set(part);
  };
  ImportedTake result = import_take(scene, std::move(table), settings);
  if (progress) progress->finish();
  return result;
}

void finish(const ImportedTake& result, const fs::path& out) {
  write_take_file(out, result.take);
  for (const std::string& note : result.notes) fmt::print(stderr, "note: {}\n", note);
  for (const std::string& warning : result.warnings) fmt::print(stderr, "warning: {}\n", warning);
  if (result.take.impacts.empty())
    fmt::print(stderr, "note: no impact was found; nothing will be heard of this take\n");
  print_import_summary(out, result.take, result.dropped);
}

/// The scene plays the take from now on.
void refer_to_take(const fs::path& scene_file, const fs::path& take) {
  auto json = nlohmann::ordered_json::parse(read_text_file(scene_file));
  json["motion"]["take"] = take.filename().string();
  write_file_atomically(scene_file, json.dump(2) + "\n");
}

void import_shot(const ImportArguments& arguments) {
  GltfImportOptions options;
  options.up = arguments.units().up;
  options.scale = arguments.scale;
  options.fps = arguments.fps;
  options.materials = arguments.material_map();
  const SceneWishes wishes = arguments.wishes();
  options.floor = wishes.floor;
  const GltfImport shot = import_gltf(arguments.file, options);
  const fs::path folder =
      arguments.out.empty() ? fs::path(arguments.file).stem() : fs::path(arguments.out);
  SceneDraft draft(folder / "scene.json");
  std::vector<std::string> notes = write_imported_scene(folder, shot, wishes);
  notes.insert(notes.begin(), shot.warnings.begin(), shot.warnings.end());
  for (const std::string& note : notes) fmt::print(stderr, "warning: {}\n", note);
  PoseTable table = pose_table(shot);
  if (table.rows.empty()) fail("{}: nothing in it moves", arguments.file);
  const fs::path scene = folder / "scene.json", take = folder / "shot.take";
  finish(imported(arguments, scene, std::move(table)), take);
  refer_to_take(scene, take);
  draft.keep();
  fmt::print("{}\n", scene.string());
}

void import_tables(const ImportArguments& arguments) {
  const fs::path out = arguments.out.empty() ? fs::path("shot.take") : fs::path(arguments.out);
  PoseTable table = read_pose_table(arguments.poses, arguments.units());
  if (arguments.bodies.empty()) {
    finish(imported(arguments, arguments.scene, std::move(table)), out);
    return;
  }
  const fs::path scene = out.parent_path() / "scene.json";
  if (!out.parent_path().empty()) fs::create_directories(out.parent_path());
  PoseTable cameras;
  if (!arguments.cameras.empty()) cameras = read_pose_table(arguments.cameras, arguments.units());
  const BodyListScene made =
      scene_from_body_list({arguments.bodies, out.parent_path(), out.stem().string(),
                            arguments.units(), arguments.material_map(), arguments.wishes()},
                           table, cameras);
  for (const std::string& note : made.notes) fmt::print(stderr, "warning: {}\n", note);
  SceneDraft draft(scene);
  write_file_atomically(scene, made.text);
  finish(imported(arguments, scene, std::move(table), made.simulated), out);
  refer_to_take(scene, out);
  draft.keep();
  fmt::print("{}\n", scene.string());
}

void run_import(const ImportArguments& a) {
  const auto wrong = [](const char* text) { throw CLI::ValidationError(text); };
  if (!(a.min_speed >= 0 && std::isfinite(a.min_speed))) wrong("--min-speed: expected >= 0 m/s");
  if (!(a.fps >= 0 && std::isfinite(a.fps))) wrong("--fps: expected > 0");
  if (!(a.scale > 0 && std::isfinite(a.scale))) wrong("--scale: expected > 0");
  if (!a.file.empty()) {
    if (!a.poses.empty() || !a.scene.empty() || !a.bodies.empty() || !a.contacts.empty() ||
        !a.cameras.empty())
      wrong(
          "a glTF file brings its own scene and poses; leave out --scene, --bodies, --poses, "
          "--contacts and --cameras");
    return import_shot(a);
  }
  if (a.poses.empty()) wrong("expected --poses p.csv with --scene or --bodies, or a glTF file");
  if (a.scene.empty() == a.bodies.empty())
    wrong("expected --scene scene.json or --bodies bodies.csv, one of them");
  if (!a.cameras.empty() && a.bodies.empty())
    wrong("--cameras: the scene has its listeners; expected --bodies with it");
  if (!a.scene.empty() && (!a.materials.empty() || a.has_floor || a.no_travel_time))
    wrong(
        "--materials, --floor, --no-travel-time: the scene says this itself; change it there, or "
        "give --bodies");
  import_tables(a);
}

}  // namespace

void add_import_command(CLI::App& app) {
  auto a = std::make_shared<ImportArguments>();
  CLI::App* command = app.add_subcommand(
      "import",
      "Makes a take from another program: poses and contacts (CSV), or an animated glTF file.");
  command->add_option("file", a->file, "animated glTF file (.glb, .gltf)");
  command->add_option("--scene", a->scene, "scene whose objects the bodies are, by name");
  command->add_option("--bodies", a->bodies,
                      "table name,mesh,material,mass,static,friction,restitution,... instead of a "
                      "scene; scene.json is written beside the take");
  command->add_option("--poses", a->poses, "table time,body,px,py,pz,qw,qx,qy,qz");
  command->add_option("--contacts", a->contacts,
                      "table time,body_a,body_b,px,py,pz,nx,ny,nz,impulse; without it impacts are "
                      "found in the poses");
  command->add_option("--cameras", a->cameras,
                      "table like --poses, with --bodies: cameras, looking along their -z, become "
                      "listeners");
  command->add_option(
      "--materials", a->materials,
      "map from names of bodies or their materials to Peal's (JSON), of a glTF file "
      "or with --bodies");
  CLI::Option* floor = command->add_option(
      "--floor", a->floor,
      "a floor for a glTF file or --bodies: HEIGHT, MATERIAL or HEIGHT,MATERIAL [0,concrete]");
  floor->expected(0, 1)->type_name("");
  command->add_flag("--no-travel-time", a->no_travel_time,
                    "the listeners hear at once what happens far away, in step with the picture");
  command->add_option("--fps", a->fps, "times are frame numbers, so many in a second");
  command->add_option("--scale", a->scale, "metres per unit of the tables: 0.01 for cm [1]");
  command->add_option("--up", a->up, "axis of the tables that points up: y or z [y]")
      ->check(CLI::IsMember({"y", "z"}));
  command->add_option("--min-speed", a->min_speed,
                      "impacts that close more slowly are summed up, in m/s [0.05]");
  command->add_option("-o,--out", a->out,
                      "take to write [shot.take]; of a glTF file: folder [name of the file]");
  command->add_flag("-q,--quiet", a->quiet, "no progress");
  command->callback([a, floor] {
    a->has_floor = floor->count() > 0;
    // `--floor shot.glb`: the next word is no floor.
    if (const std::string ending = fs::path(a->floor).extension().string();
        a->file.empty() && (ending == ".glb" || ending == ".gltf"))
      a->file.swap(a->floor);
    run_import(*a);
  });
}

}  // namespace peal

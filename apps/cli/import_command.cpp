#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/atomic_file.h"
#include "base/error.h"
#include "commands.h"
#include "fields/json_text.h"
#include "fields/suggest.h"
#include "scene/load.h"
#include "sources/kinds.h"
#include "takes/body_list.h"
#include "takes/import_gltf.h"
#include "takes/import_take.h"
#include "takes/imported_scene.h"
#include "takes/take_file.h"

namespace peal {
namespace {

namespace fs = std::filesystem;

struct Arguments {
  std::string file, scene, bodies, poses, contacts, cameras, materials, out;
  std::string up = "y";
  double fps = 0, scale = 1, min_speed = 0.05;

  PoseTableOptions units() const { return {fps, scale, up == "z" ? UpAxis::z : UpAxis::y}; }
};

std::string pair_name(const Take& take, const Impact& impact) {
  const std::string& a = take.bodies[static_cast<std::size_t>(impact.body_a)].name;
  return impact.body_b == kFloor
             ? a + " on the floor"
             : a + " and " + take.bodies[static_cast<std::size_t>(impact.body_b)].name;
}

void print_summary(const fs::path& path, const Take& take) {
  double confidence = 0;
  std::vector<const Impact*> loudest;
  for (const Impact& impact : take.impacts) {
    confidence += impact.confidence;
    loudest.push_back(&impact);
  }
  std::size_t tracks = 0, slow = 0;
  for (const ContactSample& c : take.contacts)
    tracks = std::max(tracks, static_cast<std::size_t>(c.track) + 1);
  for (const ImpactSummary& s : take.summaries) slow += static_cast<std::size_t>(s.count);
  fmt::print("{}  {} bod{}, {:.4g} s to {:.4g} s, {:.4g} frames per second\n", path.string(),
             take.bodies.size(), take.bodies.size() == 1 ? "y" : "ies", take.begin, take.end,
             take.frame_rate);
  fmt::print("{} impact{}, {} slower than {:g} m/s, {} lasting contact{}", take.impacts.size(),
             take.impacts.size() == 1 ? "" : "s", slow, take.min_closing_speed, tracks,
             tracks == 1 ? "" : "s");
  if (!take.impacts.empty())
    fmt::print(", confidence {:.2f}", confidence / static_cast<double>(take.impacts.size()));
  fmt::print("\n");
  const std::size_t shown = std::min<std::size_t>(10, loudest.size());
  std::partial_sort(loudest.begin(), loudest.begin() + static_cast<std::ptrdiff_t>(shown),
                    loudest.end(), [](const Impact* a, const Impact* b) {
                      return std::make_pair(-a->lost_energy, a->time) <
                             std::make_pair(-b->lost_energy, b->time);
                    });
  for (std::size_t i = 0; i < shown; ++i) {
    const Impact& m = *loudest[i];
    fmt::print("  {:9.5f} s  {:8.3g} m/s  {:8.3g} N s  {:8.2g} J  confidence {:.2f}  {}\n", m.time,
               m.closing_speed, norm(m.impulse), m.lost_energy, m.confidence, pair_name(take, m));
  }
}

ImportedTake imported(const Arguments& arguments, const fs::path& scene_file, PoseTable table) {
  const Scene scene = load_scene(scene_file, source_declarations());
  for (const std::string& warning : scene.warnings) fmt::print(stderr, "warning: {}\n", warning);
  TakeImportSettings settings;
  settings.contacts = arguments.contacts;
  settings.units = arguments.units();
  settings.min_closing_speed = arguments.min_speed;
  settings.suggestion = [](const std::string& name, const std::vector<std::string>& known) {
    return suggestion(name, known);
  };
  return import_take(scene, std::move(table), settings);
}

void finish(const ImportedTake& result, const fs::path& out) {
  write_take_file(out, result.take);
  for (const std::string& warning : result.warnings) fmt::print(stderr, "warning: {}\n", warning);
  if (result.take.impacts.empty())
    fmt::print(stderr, "note: no impact was found; nothing will be heard of this take\n");
  print_summary(out, result.take);
}

/// The scene plays the take from now on.
void refer_to_take(const fs::path& scene_file, const fs::path& take) {
  auto json = nlohmann::ordered_json::parse(read_text_file(scene_file));
  json["motion"]["take"] = take.filename().string();
  write_file_atomically(scene_file, json.dump(2) + "\n");
}

void import_shot(const Arguments& arguments) {
  GltfImportOptions options;
  options.up = arguments.units().up;
  options.scale = arguments.scale;
  options.fps = arguments.fps;
  if (!arguments.materials.empty()) options.materials = read_material_map(arguments.materials);
  const GltfImport shot = import_gltf(arguments.file, options);
  const fs::path folder =
      arguments.out.empty() ? fs::path(arguments.file).stem() : fs::path(arguments.out);
  std::vector<std::string> notes = write_imported_scene(folder, shot);
  notes.insert(notes.begin(), shot.warnings.begin(), shot.warnings.end());
  for (const std::string& note : notes) fmt::print(stderr, "warning: {}\n", note);
  PoseTable table = pose_table(shot);
  if (table.rows.empty()) fail("{}: nothing in it moves", arguments.file);
  const fs::path scene = folder / "scene.json", take = folder / "shot.take";
  finish(imported(arguments, scene, std::move(table)), take);
  refer_to_take(scene, take);
  fmt::print("{}\n", scene.string());
}

void import_tables(const Arguments& arguments) {
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
  const BodyListScene made = scene_from_body_list(
      {arguments.bodies, out.parent_path(), out.stem().string(), arguments.units()}, table,
      cameras);
  for (const std::string& note : made.notes) fmt::print(stderr, "warning: {}\n", note);
  write_file_atomically(scene, made.text);
  finish(imported(arguments, scene, std::move(table)), out);
  refer_to_take(scene, out);
  fmt::print("{}\n", scene.string());
}

void run(const Arguments& a) {
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
  if (!a.materials.empty()) wrong("--materials: bodies.csv and scenes name their materials");
  import_tables(a);
}

}  // namespace

void add_import_command(CLI::App& app) {
  auto a = std::make_shared<Arguments>();
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
  command->add_option("--materials", a->materials, "map from glTF materials to Peal's (JSON)");
  command->add_option("--fps", a->fps, "times are frame numbers, so many in a second");
  command->add_option("--scale", a->scale, "metres per unit of the tables: 0.01 for cm [1]");
  command->add_option("--up", a->up, "axis of the tables that points up: y or z [y]")
      ->check(CLI::IsMember({"y", "z"}));
  command->add_option("--min-speed", a->min_speed,
                      "impacts that close more slowly are summed up, in m/s [0.05]");
  command->add_option("-o,--out", a->out,
                      "take to write [shot.take]; of a glTF file: folder [name of the file]");
  command->callback([a] { run(*a); });
}

}  // namespace peal

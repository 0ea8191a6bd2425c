#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <memory>

#include "base/error.h"
#include "commands.h"
#include "scene_argument.h"
#include "tools/import/floor_wish.h"
#include "tools/import/import_shot.h"
#include "tools/import/import_summary.h"
#include "tools/import/surfaces/import_surface.h"

namespace peal {
namespace {

namespace fs = std::filesystem;

struct ImportArguments {
  std::string file, surface, scene, bodies, poses, contacts, cameras, materials, out;
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

void run_shot(const ImportArguments& a) {
  ShotRequest request{
      a.file,    a.scene, a.bodies, a.poses,     a.contacts, a.cameras,           a.out,
      a.units(), {},      {},       a.min_speed, a.quiet,    load_scene_argument, {}};
  request.warn = [](const std::string& text) { fmt::print(stderr, "warning: {}\n", text); };
  if (a.scene.empty()) request.materials = a.material_map(), request.wishes = a.wishes();
  const Shot shot = a.file.empty() ? import_tables(request) : import_shot(request);
  const ImportedTake& result = shot.imported;
  for (const std::string& note : result.notes) fmt::print(stderr, "note: {}\n", note);
  for (const std::string& warning : result.warnings) request.warn(warning);
  if (result.take.impacts.empty())
    fmt::print(stderr, "note: no impact was found; nothing will be heard of this take\n");
  fmt::print("{}", import_summary(shot.take, result.take, result.dropped));
  if (!shot.scene.empty()) fmt::print("{}\n", shot.scene.string());
}

void run_import(const ImportArguments& a) {
  const auto wrong = [](const char* text) { wrong_option(text); };
  if (!(a.min_speed >= 0 && std::isfinite(a.min_speed))) wrong("--min-speed: expected >= 0 m/s");
  if (!(a.fps >= 0 && std::isfinite(a.fps))) wrong("--fps: expected > 0");
  if (!(a.scale > 0 && std::isfinite(a.scale))) wrong("--scale: expected > 0");
  if (!a.surface.empty()) {
    if (!a.file.empty() || !a.poses.empty() || !a.scene.empty() || !a.bodies.empty() ||
        !a.contacts.empty() || !a.cameras.empty())
      wrong("--surface: a recorded surface comes alone; leave out other files and tables");
    fmt::print("{}", import_surface(a.surface, a.out, [](const std::string& text) {
                 fmt::print(stderr, "warning: {}\n", text);
               }));
    return;
  }
  if (!a.file.empty()) {
    if (!a.poses.empty() || !a.scene.empty() || !a.bodies.empty() || !a.contacts.empty() ||
        !a.cameras.empty())
      wrong(
          "a glTF file brings its own scene and poses; leave out --scene, --bodies, --poses, "
          "--contacts and --cameras");
    return run_shot(a);
  }
  if (a.poses.empty())
    wrong("expected --poses p.csv with --scene or --bodies, or a glTF file, or --surface nodes.h5");
  if (a.scene.empty() == a.bodies.empty())
    wrong("expected --scene scene.json or --bodies bodies.csv, one of them");
  if (!a.cameras.empty() && a.bodies.empty())
    wrong("--cameras: the scene has its listeners; expected --bodies with it");
  if (!a.scene.empty() && (!a.materials.empty() || a.has_floor || a.no_travel_time))
    wrong(
        "--materials, --floor, --no-travel-time: the scene says this itself; change it there, or "
        "give --bodies");
  run_shot(a);
}

}  // namespace

void add_import_command(const CommandLine& line) {
  auto a = std::make_shared<ImportArguments>();
  const Command command = line.add_subcommand(
      "import",
      "Makes a take from another program: poses and contacts (CSV), or an animated glTF file.");
  command.add_option("file", a->file, "animated glTF file (.glb, .gltf)");
  command.add_option("--scene", a->scene, "scene whose objects the bodies are, by name");
  command.add_option("--bodies", a->bodies,
                     "table name,mesh,material,mass,static,friction,restitution,... instead of a "
                     "scene; scene.json is written beside the take");
  command.add_option("--surface", a->surface,
                     "surface that another simulator moved (HDF5, docs/reference/surface-file.md); "
                     "a scene that plays it is written into the folder --out");
  command.add_option("--poses", a->poses, "table time,body,px,py,pz,qw,qx,qy,qz");
  command.add_option("--contacts", a->contacts,
                     "table time,body_a,body_b,px,py,pz,nx,ny,nz,impulse; without it impacts are "
                     "found in the poses");
  command.add_option("--cameras", a->cameras,
                     "table like --poses, with --bodies: cameras, looking along their -z, become "
                     "listeners");
  command.add_option("--materials", a->materials,
                     "map from names of bodies or their materials to Peal's (JSON), of a glTF file "
                     "or with --bodies");
  const Option floor = command.add_option(
      "--floor", a->floor,
      "a floor for a glTF file or --bodies: HEIGHT, MATERIAL or HEIGHT,MATERIAL [0,concrete]");
  floor.value_optional();
  command.add_flag("--no-travel-time", a->no_travel_time,
                   "the listeners hear at once what happens far away, in step with the picture");
  command.add_option("--fps", a->fps, "times are frame numbers, so many in a second");
  command.add_option("--scale", a->scale, "metres per unit of the tables: 0.01 for cm [1]");
  command.add_option("--up", a->up, "axis of the tables that points up: y or z [y]")
      .one_of({"y", "z"});
  command.add_option("--min-speed", a->min_speed,
                     "impacts that close more slowly are summed up, in m/s [0.05]");
  command.add_option("-o,--out", a->out,
                     "take to write [shot.take]; of a glTF file: folder [name of the file]");
  command.add_flag("-q,--quiet", a->quiet, "no progress");
  command.callback([a, floor] {
    a->has_floor = floor.given();
    // `--floor shot.glb`: the next word is no floor.
    if (const std::string ending = fs::path(a->floor).extension().string();
        a->file.empty() && (ending == ".glb" || ending == ".gltf"))
      a->file.swap(a->floor);
    run_import(*a);
  });
}

}  // namespace peal

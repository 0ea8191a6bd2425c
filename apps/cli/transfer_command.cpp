// peal transfer: how each mode of a body reaches the air, as a file for other programs, a table and
// pictures. What users write and see is in the shape's own frame; files are in the body frame.
#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "base/error.h"
#include "base/files/atomic_file.h"
#include "base/parallel.h"
#include "body_argument.h"
#include "commands.h"
#include "io/data/pressure_probes.h"
#include "io/plot/bodies/directivity_picture.h"
#include "models/bake/mode_pressures.h"
#include "models/bake/transfer_file.h"
#include "scene_argument.h"
#include "sources/source.h"
#include "tools/bodies/transfer_study.h"
#include "tools/scenes/scene_object.h"

namespace peal {
namespace {

namespace fs = std::filesystem;

struct TransferArguments {
  BodyArgument body;
  std::string object, material = "steel", method = "auto", from, points, json, out;
  double to = 20000;  // [Hz]
  int count = 200, modes = 12, threads = 0;
  std::vector<std::string> fixed;
  bool no_pictures = false, no_cache = false, dry_run = false, quiet = false;
  std::optional<Command> command;
  bool given(const char* option) const { return command->option(option).given(); }
};

/// Options that say what body it is have no meaning beside --from, nor most of them for a scene.
void refuse_arguments(const TransferArguments& a, std::initializer_list<const char*> options,
                      const char* why) {
  for (const char* option : options)
    if (a.given(option)) fail("{}: {}", option, why);
}

void check_transfer_arguments(const TransferArguments& a) {
  if (!(a.to >= 20 && a.to <= 192000)) fail("--to: expected 20 to 192000, got {}", a.to);
  if (a.body.body.empty() == a.from.empty())
    fail("give a body (a shape, a mesh file or a scene), or --from FILE.transfer");
  if (!a.from.empty())
    refuse_arguments(a,
                     {"--object", "--scale", "--up", "--shell-thickness", "--quality", "--material",
                      "--to", "--count", "--fixed", "--method", "--no-cache", "--dry-run"},
                     "belongs to a body; --from takes what the file holds");
  else if (is_scene_argument(a.body.body, a.object))
    refuse_arguments(
        a, {"--scale", "--up", "--shell-thickness", "--material", "--to", "--count", "--fixed"},
        "the scene says it");
  else if (!a.object.empty())
    fail("--object belongs to a scene; '{}' is a body", a.body.body);
}

TransferStudyRequest transfer_request_of(const TransferArguments& a) {
  TransferStudyRequest request;
  if (is_scene_argument(a.body.body, a.object)) {
    const Scene scene = load_scene_argument(a.body.body);
    const int object = scene_object(scene, a.object);
    request.name = scene.objects[object].name;
    request.body = body_sound_request(scene, object);
    if (a.given("--quality")) request.body.level = a.body.level();
  } else {
    request.name = a.body.name();
    request.body.shape = a.body.shape();
    print_body_notes(request.body.shape);
    request.body.level = a.body.level();
    request.body.material = material_of(a.material);
    request.body.max_frequency = a.to;
    request.body.max_modes = a.count;
    for (const std::string& text : a.fixed) {
      const auto v = numbers_of("--fixed", text, 6);
      request.body.fixed_boxes.push_back(
          {{v[0], v[1], v[2]}, {v[3], v[4], v[5]}, {true, true, true}});
    }
  }
  request.choice = a.method == "bem"    ? TransferChoice::boundary_elements
                   : a.method == "time" ? TransferChoice::time_domain
                                        : TransferChoice::automatic;
  request.use_cache = !a.no_cache;
  request.plan_only = a.dry_run;
  request.quiet = a.quiet;
  request.say = [](const std::string& line) { fmt::print(stderr, "{}\n", line); };
  return request;
}

/// Names of bodies may hold what a file name should not.
std::string body_file_name(const std::string& body) {
  std::string name;
  for (const char c : body)
    name += c == '/' || c == '\\' || static_cast<unsigned char>(c) < 0x20 ? '_' : c;
  return name.empty() || name.starts_with('.') ? "body" + name : name;
}

ModePressures at_points(const TransferStudy& study, const std::vector<ProbePoint>& points,
                        const std::string& file) {
  std::vector<Vec3> places;
  for (const ProbePoint& point : points) {
    const Vec3 place = study.frame.to_body(point.position);
    if (const double r = norm(place - study.record.centre); !(r >= study.record.radius))
      fail(
          "{}: '{}' at ({:g}, {:g}, {:g}) m is {:.4g} m from the centre, inside the sphere of "
          "{:.4g} m on which the sound is known; move it out",
          file, point.name, point.position.x, point.position.y, point.position.z, r,
          study.record.radius);
    places.push_back(place);
  }
  return pressures_at(study.record, places);
}

void run_transfer(const TransferArguments& a) {
  check_transfer_arguments(a);
  if (a.threads > 0) set_thread_limit(a.threads);
  const std::vector<ProbePoint> points =
      a.points.empty() ? std::vector<ProbePoint>() : read_probe_points(a.points);
  const auto found = a.from.empty() ? study_transfer(transfer_request_of(a))
                                    : std::optional(study_transfer_file(a.from));
  if (!found) return;
  const TransferStudy& study = *found;
  const std::string name = body_file_name(study.name);
  const ModePressures pressures = at_points(study, points, a.points);

  const fs::path out = a.out.empty() ? fs::path("out") / ("transfer_" + name) : fs::path(a.out);
  std::error_code problem;
  fs::create_directories(out, problem);
  if (problem) fail("cannot make the folder '{}': {}", out.string(), problem.message());
  std::FILE* const screen = a.json == "-" ? stderr : stdout;
  const auto say = [&](const char* what, const fs::path& path) {
    fmt::print(screen, "{:<10}{}\n", what, path.string());
  };
  fmt::print(screen, "{}", transfer_table(study, 20));
  if (a.from.empty()) {
    const fs::path file = out / (name + ".transfer");
    write_transfer_file(file, study.record, fmt::format("{} of {}", study.name, study.material));
    say("transfer", file);
  }
  write_file_atomically(out / "modes.csv", transfer_csv(study));
  say("table", out / "modes.csv");
  if (!points.empty()) {
    const fs::path file = out / (name + "-places.transfer");
    write_mode_pressures(file, pressures, study.name);
    say("pressures", file);
  }
  if (!a.no_pictures)
    for (const fs::path& path : write_transfer_pictures(out, study, a.modes)) say("picture", path);
  if (a.json == "-")
    fmt::print("{}", transfer_study_json(study));
  else if (!a.json.empty())
    write_file_atomically(a.json, transfer_study_json(study));
}

}  // namespace

void add_transfer_command(const CommandLine& line) {
  auto a = std::make_shared<TransferArguments>();
  const Command command = line.add_subcommand(
      "transfer",
      "How each mode of a body reaches the air: directivity, power, a file (HDF5), pictures.");
  a->command = command;
  a->body.add_to(command);
  command.option("body").required(false).description(
      "scene (file, or with --object also a name of `peal scenes`), mesh file, or a shape such as "
      "bowl:radius=0.1,height=0.06");
  command.add_option("--object", a->object, "of the scene");
  command.add_option("-m,--material", a->material,
                     "a material of `peal materials`, or its JSON [steel]");
  command.add_option("--to", a->to, "highest frequency in Hz [20000]");
  command.add_option("-n,--count", a->count, "most modes, the lowest first [200, as in scenes]")
      .within(1, 5000);
  command.add_option("--fixed", a->fixed,
                     "x0,y0,z0,x1,y1,z1: what lies in this box is clamped; may be repeated");
  command
      .add_option("--method", a->method,
                  "auto (as renders do), time (wave equation on a grid) or bem (boundary "
                  "elements, a few thousand triangles) [auto]")
      .one_of({"auto", "time", "bem"});
  command.add_option("--from", a->from,
                     "a .transfer file of any program instead of a body: table and pictures");
  command.add_option("--points", a->points,
                     "CSV with columns x, y, z in metres: also writes the pressure of each mode "
                     "there");
  command.add_option("--modes", a->modes, "modes in the pictures, the lowest first [12]")
      .within(1, static_cast<int>(kMostDirectivityPanels - 1));
  command.add_flag("--no-pictures", a->no_pictures, "only files and figures");
  command.add_option("--json", a->json, "writes the table as JSON; - is standard output");
  command.add_option("-o,--out", a->out, "folder [out/transfer_NAME]");
  command.add_flag("--dry-run", a->dry_run, "estimates the cost and computes no transfer");
  command.add_flag("--no-cache", a->no_cache, "computes anew and keeps nothing");
  command.add_option("-j,--threads", a->threads, "threads [all cores]").within(1, 1024);
  command.add_flag("-q,--quiet", a->quiet, "no progress");
  command.callback([a] { run_transfer(*a); });
}

}  // namespace peal

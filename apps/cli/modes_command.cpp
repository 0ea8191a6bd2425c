// peal modes: from a mesh or a shape to its modes, their pictures and the sound of a strike.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "base/error.h"
#include "base/files/atomic_file.h"
#include "base/parallel.h"
#include "body_argument.h"
#include "commands.h"
#include "models/bodies/body_geometry.h"
#include "models/bodies/mesh_frame.h"
#include "models/bodies/modes_file.h"
#include "tools/bodies/modes_study.h"
#include "tools/bodies/strike_sound.h"

namespace peal {
namespace {

struct ModesArguments {
  BodyArgument body;
  std::string material = "steel";
  double to = 20000, from = 0;  // [Hz]
  int count = 0;
  std::vector<std::string> fixed;
  std::string json, csv, modes_file, picture, spectrum, wav;
  std::string strike, direction, listener;
  double impulse = 0.01, duration = 1e-4, seconds = 0;
  int panels = 12, threads = 0;
  bool all = false, no_cache = false, quiet = false;
};

Vec3 vector_argument(const std::string& option, const std::string& text, double most) {
  const auto v = numbers_of(option, text, 3);
  for (const double x : v)
    if (!(std::abs(x) <= most)) fail("{}: expected -{} to {}, got {}", option, most, most, x);
  return {v[0], v[1], v[2]};
}

void write_text(const std::string& path, const std::string& text) {
  if (path == "-")
    fmt::print("{}", text);
  else
    write_file_atomically(path, text);
}

BodySoundRequest modes_request_of(const ModesArguments& arguments, const Shape& shape) {
  BodySoundRequest request;
  request.shape = shape;
  request.level = arguments.body.level();
  request.material = material_of(arguments.material);
  request.max_frequency = arguments.to;
  request.max_modes = arguments.count > 0 ? arguments.count : 1000;
  for (const std::string& text : arguments.fixed) {
    const auto v = numbers_of("--fixed", text, 6);
    request.fixed_boxes.push_back({{v[0], v[1], v[2]}, {v[3], v[4], v[5]}, {true, true, true}});
  }
  return request;
}

StrikeSoundRequest sound_of(const ModesArguments& arguments) {
  return {arguments.body, arguments.wav, arguments.seconds, arguments.quiet, !arguments.no_cache};
}

void write_sound(const ModesArguments& arguments, const ModesStudy& study) {
  const StrikeSoundRequest request = sound_of(arguments);
  const StrikeSound sound = write_strike_sound(request, study);
  fmt::print(arguments.json == "-" || arguments.csv == "-" ? stderr : stdout,
             "{}  {:.2f} s, peak {:.1f} dB SPL  ({})\n{}\n", request.wav.string(), sound.seconds,
             sound.peak_db_spl, sound.comment, request.picture().string());
}

/// Nobody should wait for modes and then read that a file has a wrong name.
void check_outputs(const ModesArguments& a) {
  if (a.json == "-" && a.csv == "-") fail("--json and --csv cannot both go to standard output");
  const auto ends = [](const char* option, const std::string& file, const std::string& ending) {
    if (!file.empty() && std::filesystem::path(file).extension() != ending)
      fail("{}: expected a file name ending in {}, got '{}'", option, ending, file);
  };
  ends("--wav", a.wav, ".wav");
  ends("--picture", a.picture, ".png");
  ends("--spectrum", a.spectrum, ".png");
  std::map<std::filesystem::path, std::string> taken;
  const auto take = [&](const std::string& what, const std::filesystem::path& file) {
    if (file.empty() || file == "-") return;
    if (std::filesystem::is_directory(file)) fail("{}: '{}' is a folder", what, file.string());
    const auto [other, first] = taken.try_emplace(file.lexically_normal(), what);
    if (!first)
      fail("{} and {} would both be '{}'; choose another name", other->second, what, file.string());
  };
  take("--json", a.json);
  take("--csv", a.csv);
  take("--out", a.modes_file);
  take("--picture", a.picture);
  take("--spectrum", a.spectrum);
  take("--wav", a.wav);
  if (a.wav.empty()) return;
  const StrikeSoundRequest sound = sound_of(a);
  take("the picture of --wav", sound.picture());
  if (std::filesystem::exists(sound.parts()))
    fail("the folder '{}' is in the way; remove it", sound.parts().string());
}

/// The ranges are those of the scene that --wav renders.
void check_modes_arguments(const ModesArguments& a) {
  const auto within = [](const char* option, double value, double low, double high) {
    if (!(value >= low && value <= high))
      fail("{}: expected {} to {}, got {}", option, low, high, value);
  };
  within("--to", a.to, 20, 192000);
  within("--impulse", a.impulse, 1e-12, 1e4);
  within("--duration", a.duration, 1e-6, 0.1);
  if (!(a.from >= 0 && a.from < a.to)) fail("--from: expected 0 to {} Hz, got {}", a.to, a.from);
  if (!(a.seconds >= 0 && a.seconds <= 3600))
    fail("--seconds: expected 0 to 3600, got {}", a.seconds);
  check_outputs(a);
}

void run_modes(const ModesArguments& arguments) {
  check_modes_arguments(arguments);
  if (arguments.threads > 0) set_thread_limit(arguments.threads);
  StrikeSpec strike;
  if (!arguments.strike.empty()) strike.point = vector_argument("--strike", arguments.strike, 100);
  if (!arguments.direction.empty())
    strike.direction = vector_argument("--direction", arguments.direction, 1e6);
  if (strike.direction && !(norm(*strike.direction) > 1e-6))
    fail("--direction: expected a vector that is not zero, got '{}'", arguments.direction);
  if (!arguments.listener.empty())
    strike.listener = vector_argument("--listener", arguments.listener, 1e5);
  strike.impulse = arguments.impulse;
  strike.duration = arguments.duration;

  const Shape shape = arguments.body.shape();
  print_body_notes(shape);
  const auto geometry = body_geometry(shape);
  const Vec3 size = geometry->high - geometry->low;
  const BodySoundRequest request = modes_request_of(arguments, shape);
  if (!arguments.quiet) fmt::print(stderr, "modes of {} ...\n", arguments.body.name());
  const ModesStudy study =
      study_modes(arguments.body.name(), request, strike, arguments.from, !arguments.no_cache);
  if (strike.point && norm(*strike.point - study.point) > 0.02 * norm(size))
    fmt::print(stderr, "note: --strike is {:.3g} m from the surface; its nearest point is struck\n",
               norm(*strike.point - study.point));
  const bool to_screen = arguments.json != "-" && arguments.csv != "-";
  if (to_screen) fmt::print("{}", modes_table(study, arguments.all ? study.modes.size() : 20));
  if (!arguments.json.empty()) write_text(arguments.json, modes_json(study));
  if (!arguments.csv.empty()) write_text(arguments.csv, modes_csv(study));
  if (!arguments.modes_file.empty())
    write_modes_file(arguments.modes_file, study.model, request.material, arguments.body.body,
                     mesh_to_body(shape, study.frame));
  if (!arguments.picture.empty()) write_mode_shapes(arguments.picture, study, arguments.panels);
  if (!arguments.spectrum.empty()) write_strike_spectrum(arguments.spectrum, study);
  if (!arguments.wav.empty()) write_sound(arguments, study);
}

}  // namespace

void add_modes_command(const CommandLine& line) {
  auto a = std::make_shared<ModesArguments>();
  const Command command = line.add_subcommand(
      "modes",
      "Finds the modes of a mesh or shape: table, files, pictures, the sound of a strike.");
  a->body.add_to(command);
  command.add_option("-m,--material", a->material,
                     "a material of `peal materials`, or its JSON [steel]");
  command.add_option("--to", a->to, "highest frequency in Hz [20000]");
  command.add_option("--from", a->from, "lowest frequency shown, in Hz [0]");
  command.add_option("-n,--count", a->count, "most modes to find, the lowest first [1000]")
      .within(1, 5000);
  command.add_option("--fixed", a->fixed,
                     "x0,y0,z0,x1,y1,z1: what lies in this box is clamped; may be repeated");
  command.add_option("--strike", a->strike,
                     "x,y,z in metres: where it is struck [where it rings best]");
  command.add_option("--direction", a->direction, "x,y,z of the blow [into the surface]");
  command.add_option("--listener", a->listener, "x,y,z in metres [1 m away from the struck point]");
  command.add_option("--impulse", a->impulse, "of the blow in N s [0.01]");
  command.add_option("--duration", a->duration, "how long the hammer touches, in s [0.0001]");
  command.add_option("--wav", a->wav, "writes the sound of the strike, and its picture beside it");
  command.add_option("--seconds", a->seconds, "length of the sound [until it has died away]");
  command.add_option("--picture", a->picture, "PNG of the mode shapes");
  command.add_option("--panels", a->panels, "mode shapes in the picture [12]").within(1, 24);
  command.add_option("--spectrum", a->spectrum, "PNG of the spectrum of the strike");
  command.add_option("--json", a->json, "writes everything as JSON; - is standard output");
  command.add_option("--csv", a->csv, "writes the table as CSV; - is standard output");
  command.add_option("-o,--out", a->modes_file, "writes a .modes file (HDF5)");
  command.add_option("-j,--threads", a->threads, "threads [all cores]").within(1, 1024);
  command.add_flag("--all", a->all, "every mode in the table, not the first 20");
  command.add_flag("--no-cache", a->no_cache, "computes anew and keeps nothing");
  command.add_flag("-q,--quiet", a->quiet, "no progress");
  command.callback([a] { run_modes(*a); });
}

}  // namespace peal

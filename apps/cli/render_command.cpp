#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/error.h"
#include "commands.h"
#include "io/plot/sound_picture.h"
#include "peal/renderer.h"
#include "scene_argument.h"
#include "tools/video/video.h"

namespace peal {
namespace {

renderer::Quality quality_of(const std::string& word) {
  using renderer::Quality;
  return word == "draft"    ? Quality::draft
         : word == "normal" ? Quality::normal
         : word == "fine"   ? Quality::fine
                            : Quality::of_scene;
}

constexpr double kShortestBlock = 1e-4, kLongestBlock = 60;  // [s]

struct RenderArguments {
  std::string scene, folder;
  std::string quality;
  std::string take, video;
  std::vector<double> level_range;  // [dB SPL] two of them
  double pressure_range = 0;        // [Pa] 0: as loud as the sound
  bool trim = false, no_travel_time = false;
  bool quiet = false, no_pictures = false, no_cache = false, simulate = false, no_motion = false;
  int threads = 0;
  double block = 0.1, fps = 24, checkpoint = 10;
};

void print_summary(const renderer::RenderResult& result, const std::filesystem::path& folder) {
  for (const renderer::ListenerResult& listener : result.listeners) {
    const double peak = listener.peak_db_spl;
    fmt::print("{}  {:.6g} s, {} channel{}, {} Hz, peak {}  ({})\n", listener.file.string(),
               result.duration, listener.channels, listener.channels == 1 ? "" : "s", listener.rate,
               std::isfinite(peak) ? fmt::format("{:.1f} dB SPL", peak) : "none: silence",
               listener.comment);
    if (!listener.picture.empty()) fmt::print("{}\n", listener.picture.string());
    for (const std::string& stem : listener.stems)
      fmt::print("{}  stem\n", (folder / stem).string());
  }
  for (const char* name : {"motion.take", "motion.glb", "events.csv", "report.json"})
    if (std::filesystem::exists(folder / name)) fmt::print("{}\n", (folder / name).string());
  if (result.motion != "simulated") fmt::print("motion from {}\n", result.motion);
}

// Silence is explained: a scene whose sound was forgotten should not look like success.
void print_notes(const renderer::RenderResult& result, std::size_t known_warnings) {
  for (std::size_t i = known_warnings; i < result.warnings.size(); ++i)
    fmt::print(stderr, "warning: {}\n", result.warnings[i]);
  bool silence = false;
  for (const renderer::ListenerResult& listener : result.listeners)
    if (!listener.silent_because.empty()) {
      silence = true;
      fmt::print(stderr, "note: listener '{}' hears nothing: {}\n", listener.name,
                 listener.silent_because);
    }
  for (const renderer::ObjectResult& object : result.objects)
    if ((silence || object.moves) && !object.silent_because.empty())
      fmt::print(stderr, "note: object '{}' {}makes no sound: {}\n", object.name,
                 object.moves ? "moves but " : "", object.silent_because);
}

/// [s] As many whole pictures as a recorded motion needs.
double motion_seconds(const renderer::Scene& scene, const RenderArguments& arguments) {
  const std::filesystem::path file =
      arguments.take.empty() ? scene.take() : std::filesystem::path(arguments.take);
  if (file.empty())
    fail(
        "--trim: a simulated motion is as long as its sound; give the picture (--video) or a take, "
        "or change `duration` in {}",
        arguments.scene);
  const double end = renderer::read_take(file).end - scene.take_offset();
  const double rate = picture_rate(arguments.fps);
  return (std::floor(std::max(end, 0.0) * rate + 1e-3) + 1) / rate;
}

renderer::RenderOptions options_of(const RenderArguments& arguments) {
  // CLI11's range lets NaN pass.
  if (!(arguments.block >= kShortestBlock && arguments.block <= kLongestBlock))
    wrong_option("--block", "expected a number of seconds");
  renderer::RenderOptions options;
  if (!arguments.level_range.empty()) {
    options.picture_levels = {arguments.level_range.at(0), arguments.level_range.at(1)};
    check_level_range({options.picture_levels->first, options.picture_levels->second},
                      "--level-range");
  }
  if (!(arguments.pressure_range >= 0) || !std::isfinite(arguments.pressure_range))
    fail("--pressure-range: expected > 0 Pa, got {}", arguments.pressure_range);
  if (arguments.pressure_range > 0) options.picture_peak = arguments.pressure_range;
  options.quality = quality_of(arguments.quality);
  options.travel_time = !arguments.no_travel_time;
  options.watch.threads = arguments.threads;
  options.watch.bars = !arguments.quiet;
  options.pictures = !arguments.no_pictures;
  options.block = arguments.block;
  options.cache = !arguments.no_cache;
  options.take = arguments.take;
  options.simulate_anew = arguments.simulate;
  options.checkpoint_every = arguments.checkpoint;
  options.motion_files = !arguments.no_motion;
  return options;
}

void run_render(const RenderArguments& arguments) {
  renderer::RenderOptions options = options_of(arguments);
  const SceneChoice choice = scene_argument(arguments.scene);
  const renderer::Scene scene = renderer::Scene::from_file(choice.file);
  for (const std::string& warning : scene.warnings()) fmt::print(stderr, "warning: {}\n", warning);
  const std::filesystem::path folder =
      !arguments.folder.empty() ? std::filesystem::path(arguments.folder)
      : !choice.shipped.empty() ? choice.shipped_output()
                                : std::filesystem::path("out") / scene.name();
  const std::filesystem::path movie = folder / (scene.listeners().front() + ".mp4");
  VideoRequest video{arguments.video, arguments.fps, {}, movie};
  if (!arguments.video.empty()) check_video(video);
  if (arguments.trim)
    options.duration =
        arguments.video.empty() ? motion_seconds(scene, arguments) : picture_seconds(video);
  if (!arguments.video.empty())
    options.add_result = [&video](const std::filesystem::path& staging,
                                  const renderer::RenderResult& result) {
      video.sound = staging / result.listeners.front().file.filename();
      video.out = staging / video.out.filename();
      mux_video(video);
    };
  const renderer::RenderResult result = renderer::render_to_folder(scene, folder, options);
  print_summary(result, folder);
  if (!arguments.video.empty()) fmt::print("{}\n", movie.string());
  print_notes(result, scene.warnings().size());
  if (const renderer::ListenerResult& first = result.listeners.front();
      !arguments.video.empty() && first.clipped > 0)
    fmt::print(stderr,
               "warning: {}: its sound passes full scale by {:.1f} dB as well, and a movie cannot "
               "keep it: it is clipped\n",
               movie.string(), 20 * std::log10(first.peak * first.gain));
}

}  // namespace

void add_render_command(const CommandLine& line) {
  auto arguments = std::make_shared<RenderArguments>();
  const Command command = line.add_subcommand(
      "render",
      "Computes the sound of a scene: a WAV or FLAC per listener, its picture, a report.");
  command
      .add_option("scene", arguments->scene,
                  "scene file (JSON), or the name of a scene of `peal scenes`")
      .required();
  command.add_option("-o,--out", arguments->folder,
                     "folder for the results, made when missing [out/<name of the scene>]");
  command
      .add_option("-j,--threads", arguments->threads,
                  "threads; the samples are the same for any number [all cores]")
      .within(1, 1024);
  command
      .add_option("--block", arguments->block,
                  "seconds of sound per turn; the samples are the same for any value [0.1]")
      .within(kShortestBlock, kLongestBlock);
  command
      .add_option("--quality", arguments->quality,
                  "draft, normal or fine for all objects [what the scene says]")
      .one_of({"draft", "normal", "fine"});
  command.add_option("--take", arguments->take,
                     "plays this recorded motion instead of the scene's own");
  command.add_flag("--simulate", arguments->simulate,
                   "simulates anew even when the folder holds a take of the same motion");
  command
      .add_option("--checkpoint", arguments->checkpoint,
                  "seconds from one state that is saved to the next: a simulation that was killed "
                  "goes on from the last one [10]")
      .within(0.0, 86400.0);
  command.add_flag("--no-motion", arguments->no_motion, "writes no motion.glb and events.csv");
  command.add_option("--video", arguments->video,
                     "movie, picture pattern (frame_%04d.png) or folder of pictures that gets the "
                     "sound of the first listener; needs the program ffmpeg");
  command.add_option("--fps", arguments->fps, "frames per second of a picture sequence [24]");
  command.add_flag("--trim", arguments->trim,
                   "the sound is exactly as long as the picture of --video; without one, as the "
                   "recorded motion in whole pictures (--fps)");
  command.add_flag("--no-travel-time", arguments->no_travel_time,
                   "sound arrives at once from any distance, in step with the picture; no Doppler "
                   "shift");
  command.add_flag("--no-cache", arguments->no_cache, "computes modes anew and keeps none");
  command.add_flag("--no-pictures", arguments->no_pictures, "sound and report only");
  command
      .add_option("--level-range", arguments->level_range,
                  "LOW,HIGH in dB SPL: colours of the spectrograms, so that pictures of several "
                  "renders can be compared [90 dB below the loudest]")
      .list(',', 2);
  command.add_option("--pressure-range", arguments->pressure_range,
                     "in pascals, to both sides: axes of the waveforms, likewise [the peak]");
  command.add_flag("-q,--quiet", arguments->quiet, "no progress");
  command.callback([arguments] { run_render(*arguments); });
}

}  // namespace peal

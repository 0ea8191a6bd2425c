#include "render/render.h"

#include <cmath>
#include <memory>

#include "base/error.h"
#include "base/files/atomic_file.h"
#include "base/files/file_set.h"
#include "base/parallel.h"
#include "io/plot/sound_picture.h"
#include "models/bake/transfer_compute.h"
#include "motion/rigid/scene_motion.h"
#include "motion/take/scene_take.h"
#include "motion/take/take_file.h"
#include "render/full_scale.h"
#include "render/pass.h"
#include "render/result_names.h"
#include "render/result_sound.h"
#include "render/stems.h"
#include "render/take_stage.h"
#include "scene/mix.h"

namespace peal {
namespace {

ObjectReport object_report(const Scene& scene, int index, const Ensemble& ensemble, bool moves) {
  const ObjectSpec& object = scene.objects[index];
  ObjectReport out;
  out.name = object.name;
  out.moves = moves;
  const bool muted = object_gain(scene, object.name) == 0;
  const char* const kMuted = "it is muted in the mix, or another object is solo";
  if (const ClickEmitter* emitter = ensemble.click(index)) out.clicks = emitter->clicks();
  const Resonator* resonator = ensemble.resonator(index);
  if (!resonator) {
    if (object.sound == ObjectSound::none)
      out.silent_because = "its sound is \"none\"";
    else if (!ensemble.click(index))
      out.silent_because = "no source makes it sound";
    else if (out.clicks == 0)
      out.silent_because = "nothing touched it";
    else if (muted)
      out.silent_because = kMuted;
    return out;
  }
  const BodySound& body = ensemble.body_sound(index);
  out.modes = body.modes();
  out.lowest_frequency = body.model().lowest_frequency;
  out.overdamped = body.overdamped();
  out.transfer_modes = body.transfer_modes();
  out.transfer_error = body.transfer_error();
  out.pushes = resonator->pushes();
  if (out.modes > 0) out.highest_frequency = body.model().omega.back() / (2 * kPi);
  if (out.clicks > 0) {
    if (muted) out.silent_because = kMuted;
  } else if (out.modes == 0 && out.overdamped > 0)
    out.silent_because = "all its modes are overdamped: its material does not ring";
  else if (out.modes == 0)
    out.silent_because =
        fmt::format("its lowest mode, {:.0f} Hz, lies above max_frequency, {:.0f} Hz",
                    out.lowest_frequency, object.max_frequency);
  else if (out.pushes == 0 && resonator->drives() == 0)
    out.silent_because = "nothing touched it";
  else if (resonator->pushed() == 0 && resonator->drives() == 0)
    out.silent_because = "its impacts lose no energy (restitution 1), so none is left for sound";
  else if (muted)
    out.silent_because = kMuted;
  return out;
}

/// Whatever cannot be written is found out before the long work begins.
void prepare_folder(const Scene& scene, const RenderOptions& options) {
  std::error_code problem;
  std::filesystem::create_directories(options.folder, problem);
  if (problem || !std::filesystem::is_directory(options.folder))
    fail("the folder '{}' for the results cannot be made: {}; choose another one",
         options.folder.string(), problem ? problem.message() : "there is a file of this name");
  const AtomicFile report(options.folder / "report.json");
  for (const ListenerSpec& listener : scene.listeners) {
    const AtomicFile sound(options.folder / sound_name(scene, listener));
    if (options.pictures) const AtomicFile picture(options.folder / picture_name(listener));
  }
}

/// Why a listener hears nothing at all.
std::string reason_for_silence(const Scene& scene, const Ensemble& ensemble,
                               const std::vector<ObjectReport>& objects) {
  if (scene.sources.empty()) return "the scene has no sources";
  std::size_t silent = 0, of_objects = 0;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const int index = static_cast<int>(i);
    const int emitters =
        (ensemble.resonator(index) != nullptr) + (ensemble.click(index) != nullptr);
    of_objects += emitters;
    if (!objects[i].silent_because.empty()) silent += emitters;
  }
  const std::size_t others =
      ensemble.points().size() + ensemble.bursts().size() + ensemble.clouds().size() - of_objects;
  if (silent == of_objects && others == 0)
    return "no object makes a sound; each of them has its own reason in `objects`";
  return fmt::format("no sound arrives before the end of the scene, {} s", scene.duration);
}

void write_listener(const Scene& scene, const RenderOptions& options, std::size_t index,
                    const Ensemble& ensemble, Recorder& recorder, RenderReport& report) {
  const ListenerSpec& listener = scene.listeners[index];
  const PressureSpool& spool = recorder.spool();
  ListenerReport out;
  out.name = listener.name;
  out.channels = recorder.channels();
  out.rate = scene.output.rate;
  out.level = scene.output.level == LevelMode::normalised ? "normalised" : "calibrated";
  out.rms_pa = spool.rms();
  if (spool.peak() == 0) out.silent_because = reason_for_silence(scene, ensemble, report.objects);
  out.file = options.folder / sound_name(scene, listener);
  out.written = write_audio(spool, out.file, scene.output, kWavLimit, label_of(scene));
  if (out.written.clipped_samples > 0)
    report.warnings.push_back(beyond_full_scale(out.name, out.file, out.written, scene.output));
  if (options.pictures) {
    out.picture = options.folder / picture_name(listener);
    out.scale = write_picture(out.picture, scene.name + " / " + listener.name, spool, options);
  }
  report.listeners.push_back(std::move(out));
}

}  // namespace

std::vector<std::string> check_renderable(const Scene& scene) {
  std::unique_ptr<Motion> motion;
  std::vector<std::string> warnings;
  if (scene.motion.take.empty()) {
    motion = make_motion(scene);
    motion->step(-scene.motion.preroll + scene.motion.step);
  } else {
    motion =
        play_take(std::make_shared<const Take>(read_take_file(scene.motion.take)), scene, warnings);
  }
  MotionWatch(scene, *motion).look(*motion);
  Ensemble ensemble(motion->tracks(), 1);
  const auto sources = make_sources(scene, ensemble);
  check_result_names(scene, ensemble, sources);
  for (const auto& source : sources)
    for (std::string& line : source->warnings()) warnings.push_back(std::move(line));
  return warnings;
}

namespace {

/// What is wrong with sources is said before the long work.
void check_sources(const Scene& scene) {
  const std::vector<PoseTrack> tracks(scene.objects.size(), PoseTrack(Pose{}));
  Ensemble ensemble(tracks, 1);
  check_result_names(scene, ensemble, make_sources(scene, ensemble));
}

/// What a further result lacks is said after the others are in place: they took long.
void put_in_place(FileSet& results, const RenderReport& report, const RenderOptions& options) {
  std::string problem;
  try {
    write_file_atomically(results.staging() / "report.json", to_json(report));
  } catch (const Error& error) {
    fail("{}", results.shown(error.what()));
  }
  if (options.add_result) try {
      options.add_result(results.staging(), report);
    } catch (const Interrupted&) {
      throw;
    } catch (const Error& error) {
      problem = results.shown(error.what());
    }
  results.commit();
  if (!problem.empty()) fail("{}; the other results are in place", problem);
}

}  // namespace

RenderReport render(const Scene& scene, const RenderOptions& options) {
  PassTimes times;
  RenderReport report{scene.name, scene.file, "", scene.seed, scene.duration, thread_limit(), {},
                      {},         0,          "", {},         scene.warnings};
  report.scene_hash = scene.content_hash;
  prepare_folder(scene, options);
  check_sources(scene);
  finish_file_sets(options.folder);  // a take may be among them

  TakeStage motion;
  {  // MOTION
    Stopwatch watch(times.motion);
    motion = take_for(scene, options);
    report.motion = motion.origin;
  }
  const auto warn = [&](const std::vector<std::string>& lines) {
    report.warnings.insert(report.warnings.end(), lines.begin(), lines.end());
  };
  warn(motion.warnings);

  // EMISSION, PROPAGATION, LISTENER
  ModesLibrary library(options.cache ? ModesCache::of_user() : ModesCache());
  const auto fields =
      std::make_shared<PulseLibrary>(options.cache ? PulseCache::of_user() : PulseCache());
  const auto transfers = std::make_shared<TransferLibrary>(
      options.cache ? TransferCache::of_user() : TransferCache(), compute_transfer);
  BodySounds sounds(library, fields, transfers);
  const auto gain = [&](const std::string& emitter) { return mix_gain(scene, emitter); };
  const PassResult pass = run_pass({&scene, motion.take, "sound", gain}, options, sounds, times);
  report.impacts = pass.impacts;
  warn(pass.warnings);
  warn(fields->warnings());
  warn(transfers->warnings());
  for (std::size_t i = 0; i < scene.objects.size(); ++i)
    report.objects.push_back(
        object_report(scene, static_cast<int>(i), *pass.ensemble, pass.watch->moved(i)));
  warn(pass.watch->warnings(*pass.ensemble));
  FileSet results(options.folder);
  RenderOptions staged = options;  // the same, written where nobody sees it yet
  staged.folder = results.staging();
  try {
    {
      Stopwatch watch(times.write);
      for (std::size_t i = 0; i < pass.recorders.size(); ++i)
        write_listener(scene, staged, i, *pass.ensemble, *pass.recorders[i], report);
      for (const auto& source : pass.sources) source->write_results(staged.folder);
      write_motion_files(scene, staged, motion);
    }
    if (scene.output.stems != Stems::none)
      write_stems({&scene, &staged, pass.ensemble.get(), motion.take}, sounds, times, report);
  } catch (const Interrupted&) {
    throw;
  } catch (const Error& error) {
    fail("{}", results.shown(error.what()));
  }
  for (ListenerReport& listener : report.listeners)
    for (std::filesystem::path* file : {&listener.file, &listener.picture})
      if (!file->empty()) *file = options.folder / file->filename();
  for (std::string& warning : report.warnings) warning = results.shown(warning);
  report.stages = {{"prepare", times.prepare},
                   {"motion", times.motion},
                   {"modes", times.modes},
                   {"sound", times.sound},
                   {"write", times.write}};
  put_in_place(results, report, options);
  return report;
}

}  // namespace peal

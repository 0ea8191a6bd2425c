#include "render/render.h"

#include <cmath>
#include <memory>
#include <optional>

#include "base/error.h"
#include "base/files/atomic_file.h"
#include "base/files/file_set.h"
#include "base/parallel.h"
#include "emission/tape_pool.h"
#include "io/plot/sound_picture.h"
#include "listener/processing.h"
#include "models/bake/transfer_compute.h"
#include "motion/compose/make_motion.h"
#include "motion/take/lost_grains.h"
#include "motion/take/rods_among_grains.h"
#include "motion/take/scene_take.h"
#include "motion/take/take_file.h"
#include "render/full_scale.h"
#include "render/ground.h"
#include "render/pass.h"
#include "render/result_names.h"
#include "render/result_sound.h"
#include "render/stems.h"
#include "render/take_stage.h"

namespace peal {
namespace {

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
std::string reason_for_silence(const Scene& scene, bool all_silent) {
  if (scene.sources.empty()) return "the scene has no sources";
  if (all_silent) return "no object makes a sound; each of them has its own reason in `objects`";
  return fmt::format("no sound arrives before the end of the scene, {} s", scene.duration);
}

/// What is known of a listener's sound before it is written.
ListenerReport sound_report(const Scene& scene, std::size_t index, bool all_silent,
                            const PressureSpool& spool, int channels) {
  ListenerReport out;
  out.name = scene.listeners[index].name;
  out.channels = channels;
  out.rate = scene.output.rate;
  out.level = scene.output.level == LevelMode::normalised ? "normalised" : "calibrated";
  out.written.frames = spool.frames();
  out.written.peak_pa = spool.peak();
  out.written.peak_db_spl = 20 * std::log10(spool.peak() / kReferencePressure);
  out.rms_pa = spool.rms();
  if (spool.peak() == 0) out.silent_because = reason_for_silence(scene, all_silent);
  return out;
}

void write_listener(const Scene& scene, const RenderOptions& options, std::size_t index,
                    bool all_silent, Recorder& recorder, RenderReport& report) {
  const ListenerSpec& listener = scene.listeners[index];
  const std::unique_ptr<PressureSpool> made =
      processed(recorder.spool(), scene.output, options.folder);
  const PressureSpool& spool = made ? *made : recorder.spool();
  ListenerReport out = sound_report(scene, index, all_silent, spool, recorder.channels());
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
  for (std::string& line : Orchestra(scene).warnings()) warnings.push_back(std::move(line));
  return warnings;
}

namespace {

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
  RenderReport report{
      scene.name, scene.file,     "", scene.seed, scene.duration, thread_limit(), {}, {}, 0, "",
      {},         scene.warnings, {}};
  report.scene_hash = scene.content_hash;
  report.floor = floor_report(scene);
  if (!options.hear) prepare_folder(scene, options);
  std::optional<Orchestra> orchestra;
  {  // what is wrong with sources is said before the long work
    Stopwatch watch(times.prepare);
    orchestra.emplace(scene);
  }
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
  const auto warn_of_motion = [&] {
    warn(motion.warnings);
    if (motion.take->tape) warn(warn_of_rods_among_grains(scene, *motion.take->tape));
    if (motion.take->tape) warn(warn_of_lost_grains(scene, *motion.take->tape));
  };
  if (motion.take) warn_of_motion();

  // EMISSION, PROPAGATION, LISTENER
  ModesLibrary library(options.cache ? ModesCache::of_user() : ModesCache());
  const auto fields =
      std::make_shared<PulseLibrary>(options.cache ? PulseCache::of_user() : PulseCache());
  const auto transfers = std::make_shared<TransferLibrary>(
      options.cache ? TransferCache::of_user() : TransferCache(), compute_transfer);
  BodySounds sounds(library, fields, transfers);
  sounds.groups = true;
  std::vector<std::string> taken;
  std::unique_ptr<Motion> from_take;
  if (motion.take) from_take = play_take(motion.take, scene, taken);
  Motion& played = motion.live ? *motion.live : *from_take;
  warn(taken);
  warn(orchestra->warnings());
  if (motion.take && motion.take->motion_key.empty())
    for (const auto& source : orchestra->sources) source->motion_is_from_elsewhere();
  orchestra->ensemble->pool<TapePool>().play(motion.live ? motion.live->tape() : motion.take->tape);
  const PassResult pass = run_pass(scene, *orchestra, played, options, sounds, times);
  if (motion.live) {
    end_live(motion);
    warn_of_motion();
  }
  report.impacts = pass.impacts;
  report.facts = orchestra->ensemble->facts();
  for (const auto& [name, value] : motion.take->counts) report.facts.push_back({name, value});
  for (const auto& source : orchestra->sources) {
    for (Fact& fact : source->facts()) report.facts.push_back(std::move(fact));
    warn(source->later_warnings());
  }
  warn(orchestra->ensemble->warnings());
  warn(fields->warnings());
  warn(transfers->warnings());
  SceneReport heard = report_of(scene, orchestra->ensemble->emitters(), *pass.watch);
  report.objects = std::move(heard.objects);
  warn(heard.warnings);
  const auto spent = [&] {
    return std::vector<StageTime>{{"prepare", times.prepare},
                                  {"motion", times.motion},
                                  {"modes", times.modes},
                                  {"sound", times.sound},
                                  {"write", times.write}};
  };
  if (options.hear) {
    for (std::size_t i = 0; i < scene.listeners.size(); ++i) {
      Recorder& recorder = *pass.recorders[0][i];
      report.listeners.push_back(
          sound_report(scene, i, heard.silent, recorder.spool(), recorder.channels()));
      options.hear(recorder.spool());
    }
    report.stages = spent();
    return report;
  }
  FileSet results(options.folder);
  RenderOptions staged = options;  // the same, written where nobody sees it yet
  staged.folder = results.staging();
  try {
    {
      Stopwatch watch(times.write);
      for (std::size_t i = 0; i < scene.listeners.size(); ++i)
        write_listener(scene, staged, i, heard.silent, *pass.recorders[0][i], report);
      for (const auto& source : orchestra->sources) source->write_results(staged.folder);
      warn(write_motion_files(scene, staged, motion));
      write_stems(scene, staged, pass.stems, pass.recorders, report);
    }
  } catch (const Interrupted&) {
    throw;
  } catch (const Error& error) {
    fail("{}", results.shown(error.what()));
  }
  for (ListenerReport& listener : report.listeners)
    for (std::filesystem::path* file : {&listener.file, &listener.picture})
      if (!file->empty()) *file = options.folder / file->filename();
  for (std::string& warning : report.warnings) warning = results.shown(warning);
  report.stages = spent();
  put_in_place(results, report, options);
  for (const std::filesystem::path& rest : {motion.checkpoint, motion.tape})
    if (std::error_code ignored; !rest.empty()) std::filesystem::remove(rest, ignored);
  return report;
}

}  // namespace peal

#include "render/render.h"

#include <cmath>
#include <memory>
#include <set>

#include "bake/transfer_compute.h"
#include "base/atomic_file.h"
#include "base/error.h"
#include "base/parallel.h"
#include "motion/scene_motion.h"
#include "plot/sound_picture.h"
#include "render/pass.h"
#include "render/take_stage.h"
#include "scene/mix.h"
#include "takes/scene_take.h"
#include "takes/take_file.h"

namespace peal {
namespace {

double mix_gain(const Scene& scene, const std::string& emitter) {
  return master_gain(scene) * object_gain(scene, emitter);
}

ObjectReport describe(const Scene& scene, int index, const Ensemble& ensemble, bool moves) {
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

/// `stem` is empty for the whole sound.
std::filesystem::path result_path(const Scene& scene, const RenderOptions& options,
                                  const ListenerSpec& listener, const std::string& stem) {
  return options.folder / (listener.name + (stem.empty() ? "" : "-" + stem) +
                           (scene.output.format == AudioFormat::flac ? ".flac" : ".wav"));
}

std::filesystem::path picture_path(const RenderOptions& options, const ListenerSpec& listener) {
  return options.folder / (listener.name + ".png");
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
    const AtomicFile sound(result_path(scene, options, listener, {}));
    if (options.pictures) const AtomicFile picture(picture_path(options, listener));
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

AudioLabel label_of(const Scene& scene) { return {scene.name, "Peal " + peal_version()}; }

void write_listener(const Scene& scene, const RenderOptions& options, std::size_t index,
                    const Ensemble& ensemble, Recorder& recorder, RenderReport& report) {
  const ListenerSpec& listener = scene.listeners[index];
  const PressureSpool& spool = recorder.spool();
  ListenerReport out;
  out.name = listener.name;
  out.channels = recorder.channels();
  out.rate = scene.output.rate;
  out.level = scene.output.level == LevelMode::normalised ? "normalised" : "calibrated";
  for (int c = 0; c < out.channels; ++c) out.rms_pa = std::max(out.rms_pa, spool.rms(c));
  if (spool.peak() == 0) out.silent_because = reason_for_silence(scene, ensemble, report.objects);
  out.file = result_path(scene, options, listener, {});
  out.written = write_audio(spool, out.file, scene.output, kWavLimit, label_of(scene));
  if (options.pictures) {
    out.picture = picture_path(options, listener);
    SoundPictureOptions picture;
    picture.title = scene.name + " / " + listener.name;
    write_sound_picture({spool.rate(), spool.channels(), spool.frames(), spool.reader()},
                        out.picture, picture);
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
  for (const auto& source : make_sources(scene, ensemble))
    for (std::string& line : source->warnings()) warnings.push_back(std::move(line));
  return warnings;
}

namespace {

/// What is wrong with sources is said before the long work.
void check_sources(const Scene& scene) {
  const std::vector<PoseTrack> tracks(scene.objects.size(), PoseTrack(Pose{}));
  Ensemble ensemble(tracks, 1);
  make_sources(scene, ensemble);
}

/// A scene in which only one stem is heard, and its name.
struct Stem {
  std::string name;
  Scene scene;
  std::function<double(const std::string&)> gain;
};

std::vector<Stem> stems_of(const Scene& scene, const Ensemble& ensemble) {
  std::vector<Stem> stems;
  std::set<std::string> names;
  const auto add_object = [&](const Emitter& emitter) {
    const std::string group = group_of(emitter.name());
    const std::string name = group.empty() ? emitter.name() : group;
    if (!names.insert(name).second) return;
    stems.push_back({name, scene, [name, &scene](const std::string& emitted) {
                       const bool mine = emitted == name || group_of(emitted) == name;
                       return mine ? mix_gain(scene, emitted) : 0;
                     }});
  };
  if (scene.output.stems == Stems::objects) {
    for (const auto& emitter : ensemble.points()) add_object(*emitter);
    for (const auto& emitter : ensemble.bursts()) add_object(*emitter);
  }
  if (scene.output.stems == Stems::mechanisms)
    for (const SourceSpec& source : scene.sources) {
      if (!names.insert(source.kind).second) continue;
      Stem stem{source.kind, scene,
                [&scene](const std::string& emitted) { return mix_gain(scene, emitted); }};
      std::erase_if(stem.scene.sources,
                    [&](const SourceSpec& other) { return other.kind != source.kind; });
      stems.push_back(std::move(stem));
    }
  return stems;
}

/// Stems have the gain of the whole, so that they add up to it.
void write_stems(const Scene& scene, const RenderOptions& options, const Ensemble& ensemble,
                 const std::shared_ptr<const Take>& take, BodySounds& sounds, PassTimes& times,
                 RenderReport& report) {
  for (const Stem& stem : stems_of(scene, ensemble)) {
    const PassResult pass =
        run_pass({&stem.scene, take, "stem " + stem.name, stem.gain}, options, sounds, times);
    Stopwatch watch(times.write);
    for (std::size_t i = 0; i < pass.recorders.size(); ++i) {
      OutputSettings output = scene.output;
      output.level = LevelMode::calibrated;
      output.full_scale = 1 / report.listeners[i].written.gain;
      const auto path = result_path(scene, options, scene.listeners[i], stem.name);
      write_audio(pass.recorders[i]->spool(), path, output, kWavLimit, label_of(scene));
      report.listeners[i].stems.push_back(path.filename().string());
    }
  }
}

}  // namespace

RenderReport render(const Scene& scene, const RenderOptions& options) {
  PassTimes times;
  RenderReport report{scene.name, scene.file, "", scene.seed, scene.duration, thread_limit(), {},
                      {},         0,          "", {},         scene.warnings};
  report.scene_hash = scene.content_hash;
  prepare_folder(scene, options);
  check_sources(scene);

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
        describe(scene, static_cast<int>(i), *pass.ensemble, pass.watch->moved(i)));
  warn(pass.watch->warnings(*pass.ensemble));
  {
    Stopwatch watch(times.write);
    for (std::size_t i = 0; i < pass.recorders.size(); ++i)
      write_listener(scene, options, i, *pass.ensemble, *pass.recorders[i], report);
    for (const auto& source : pass.sources) source->write_results(options.folder);
    if (options.motion_files && has_motion(scene)) write_motion_files(scene, options, motion.take);
  }
  if (scene.output.stems != Stems::none)
    write_stems(scene, options, *pass.ensemble, motion.take, sounds, times, report);
  report.stages = {{"prepare", times.prepare},
                   {"motion", times.motion},
                   {"modes", times.modes},
                   {"sound", times.sound},
                   {"write", times.write}};
  write_file_atomically(options.folder / "report.json", to_json(report));
  return report;
}

}  // namespace peal

#include "render/render.h"

#include <chrono>
#include <cmath>
#include <memory>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/interrupt.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "emission/ensemble.h"
#include "listener/ears.h"
#include "listener/recorder.h"
#include "motion/scene_motion.h"
#include "plot/sound_picture.h"
#include "propagation/propagation.h"
#include "render/motion_watch.h"
#include "sources/kinds.h"

namespace peal {
namespace {

class Stopwatch {
 public:
  explicit Stopwatch(double& total) : total_(total) {}
  ~Stopwatch() {
    total_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  double& total_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

std::vector<std::unique_ptr<Source>> make_sources(const Scene& scene, Ensemble& ensemble) {
  const std::vector<SourceKind> kinds = source_kinds();
  std::vector<std::unique_ptr<Source>> sources;
  for (const SourceSpec& spec : scene.sources)
    for (const SourceKind& kind : kinds)
      if (kind.declaration.name == spec.kind) sources.push_back(kind.make(spec, scene, ensemble));
  return sources;
}

double gain_of(const Scene& scene, const std::string& emitter) {
  const auto found = scene.mix.objects.find(emitter);
  if (found == scene.mix.objects.end()) return std::pow(10, scene.mix.gain_db / 20);
  if (found->second.mute) return 0;
  return std::pow(10, (scene.mix.gain_db + found->second.gain_db) / 20);
}

/// The listeners' microphones, and which channels of the buses belong to whom.
struct Audience {
  std::vector<PoseTrack> ears;
  std::vector<std::unique_ptr<Recorder>> recorders;

  Audience(const Scene& scene, const std::filesystem::path& folder) {
    const auto frames = static_cast<std::int64_t>(std::llround(scene.duration * scene.output.rate));
    for (const ListenerSpec& listener : scene.listeners) {
      const std::vector<PoseTrack> tracks = ear_tracks(listener);
      recorders.push_back(std::make_unique<Recorder>(folder, scene.output.rate, frames,
                                                     static_cast<int>(ears.size()),
                                                     static_cast<int>(tracks.size())));
      ears.insert(ears.end(), tracks.begin(), tracks.end());
    }
  }

  void record(Propagation& propagation, double until) {
    for (auto& [rate, bus] : propagation.buses()) {
      std::vector<std::vector<float>> planar;
      bus.take(static_cast<std::int64_t>(std::ceil(until * rate - 1e-9)), planar);
      for (auto& recorder : recorders) recorder->take(rate, planar);
    }
    for (auto& recorder : recorders) recorder->spool_common();
  }
};

ObjectReport describe(const Scene& scene, int index, const Ensemble& ensemble, bool moves) {
  const ObjectSpec& object = scene.objects[index];
  ObjectReport out;
  out.name = object.name;
  out.moves = moves;
  const Resonator* resonator = ensemble.resonator(index);
  if (!resonator) {
    out.silent_because =
        object.sound == ObjectSound::none ? "its sound is \"none\"" : "no source makes it sound";
    return out;
  }
  const BodySound& body = resonator->body();
  out.modes = body.modes();
  out.lowest_frequency = body.model().lowest_frequency;
  out.overdamped = body.overdamped();
  out.pushes = resonator->pushes();
  if (out.modes > 0) out.highest_frequency = body.model().omega.back() / (2 * kPi);
  if (out.modes == 0 && out.overdamped > 0)
    out.silent_because = "all its modes are overdamped: its material does not ring";
  else if (out.modes == 0)
    out.silent_because =
        fmt::format("its lowest mode, {:.0f} Hz, lies above max_frequency, {:.0f} Hz",
                    out.lowest_frequency, object.max_frequency);
  else if (out.pushes == 0)
    out.silent_because = "nothing touched it";
  else if (resonator->pushed() == 0)
    out.silent_because = "its impacts lose no energy (restitution 1), so none is left for sound";
  else if (const auto mix = scene.mix.objects.find(object.name);
           mix != scene.mix.objects.end() && mix->second.mute)
    out.silent_because = "it is muted in the mix";
  return out;
}

std::filesystem::path sound_path(const Scene& scene, const RenderOptions& options,
                                 const ListenerSpec& listener) {
  return options.folder /
         (listener.name + (scene.output.format == AudioFormat::flac ? ".flac" : ".wav"));
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
    const AtomicFile sound(sound_path(scene, options, listener));
    if (options.pictures) const AtomicFile picture(picture_path(options, listener));
  }
}

/// Why a listener hears nothing at all.
std::string reason_for_silence(const Scene& scene, const Ensemble& ensemble,
                               const std::vector<ObjectReport>& objects) {
  if (scene.sources.empty()) return "the scene has no sources";
  std::size_t silent = 0, resonators = 0;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const bool rings = ensemble.resonator(static_cast<int>(i)) != nullptr;
    resonators += rings;
    silent += rings && !objects[i].silent_because.empty();
  }
  const std::size_t others = ensemble.points().size() + ensemble.clouds().size() - resonators;
  if (silent == resonators && others == 0)
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
  for (int c = 0; c < out.channels; ++c) out.rms_pa = std::max(out.rms_pa, spool.rms(c));
  if (spool.peak() == 0) out.silent_because = reason_for_silence(scene, ensemble, report.objects);
  out.file = sound_path(scene, options, listener);
  out.written = write_audio(spool, out.file, scene.output);
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

void check_renderable(const Scene& scene) {
  const std::unique_ptr<Motion> motion = make_motion(scene);
  motion->step(scene.motion.step);
  MotionWatch(scene, *motion).look(*motion);
  Ensemble ensemble(motion->tracks(), 1);
  make_sources(scene, ensemble);
}

RenderReport render(const Scene& scene, const RenderOptions& options) {
  double load_time = 0, modes_time = 0, motion_time = 0, sound_time = 0, write_time = 0;
  RenderReport report{scene.name, scene.file, "", scene.seed, scene.duration, thread_limit(),
                      {},         {},         0,  {},         scene.warnings};
  report.scene_hash = scene.content_hash;
  prepare_folder(scene, options);

  std::unique_ptr<Motion> motion;
  std::unique_ptr<Ensemble> ensemble;
  std::vector<std::unique_ptr<Source>> sources;
  Audience audience(scene, options.folder);
  {
    Stopwatch watch(load_time);
    motion = make_motion(scene);
    ensemble = std::make_unique<Ensemble>(motion->tracks(), static_cast<int>(audience.ears.size()));
    sources = make_sources(scene, *ensemble);
  }
  {
    Stopwatch watch(modes_time);
    Progress progress("modes", ensemble->different_bodies(), {options.quiet});
    ModesLibrary library(options.cache ? ModesCache::of_user() : ModesCache());
    ensemble->prepare(library, [&] {
      progress.tick();
      throw_if_interrupted();
    });
    progress.finish();
  }

  Propagation propagation(*ensemble, audience.ears, scene.air.speed_of_sound,
                          [&](const std::string& name) { return gain_of(scene, name); });
  const auto blocks = static_cast<std::int64_t>(std::ceil(scene.duration / options.block));
  MotionWatch watcher(scene, *motion);

  Progress progress("sound", static_cast<std::uint64_t>(blocks), {options.quiet});
  for (std::int64_t block = 1; block <= blocks; ++block) {
    throw_if_interrupted();
    const double until = std::min(static_cast<double>(block) * options.block, scene.duration);
    {  // MOTION: who moves, who touches
      Stopwatch watch(motion_time);
      const MotionBlock& happened = motion->step(propagation.motion_needed(until));
      watcher.look(*motion);
      report.impacts += static_cast<std::int64_t>(happened.impacts.size());
      for (auto& source : sources) source->excite(happened);
    }
    {  // EMISSION and PROPAGATION: what radiates, and its way to the ears
      Stopwatch watch(sound_time);
      propagation.carry(until);
    }
    {  // LISTENER: to the output's rate
      Stopwatch watch(write_time);
      audience.record(propagation, until);
    }
    motion->forget_before(propagation.oldest_needed());
    progress.tick();
  }
  progress.finish();

  for (std::size_t i = 0; i < scene.objects.size(); ++i)
    report.objects.push_back(describe(scene, static_cast<int>(i), *ensemble, watcher.moved(i)));
  for (std::string& warning : watcher.warnings(*ensemble))
    report.warnings.push_back(std::move(warning));
  {
    Stopwatch watch(write_time);
    for (std::size_t i = 0; i < audience.recorders.size(); ++i) {
      audience.recorders[i]->finish();
      write_listener(scene, options, i, *ensemble, *audience.recorders[i], report);
    }
  }
  report.stages = {{"prepare", load_time},
                   {"modes", modes_time},
                   {"motion", motion_time},
                   {"sound", sound_time},
                   {"write", write_time}};
  write_file_atomically(options.folder / "report.json", to_json(report));
  return report;
}

}  // namespace peal

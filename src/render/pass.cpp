#include "render/pass.h"

#include <chrono>
#include <cmath>
#include <optional>

#include "base/interrupt.h"
#include "base/progress.h"
#include "listener/ears.h"
#include "motion/take/scene_take.h"
#include "propagation/propagation.h"
#include "sources/kinds.h"

namespace peal {
namespace {

constexpr std::uint64_t kParts = 1000;  // steps of the progress of fields

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// The listeners' microphones, and which channels of the buses belong to whom.
struct Audience {
  std::vector<TrackedEar> ears;
  std::vector<std::unique_ptr<Recorder>> recorders;

  Audience(const Scene& scene, const std::filesystem::path& folder) {
    const auto frames = static_cast<std::int64_t>(std::llround(scene.duration * scene.output.rate));
    for (const ListenerSpec& listener : scene.listeners) {
      const std::vector<TrackedEar> own = ears_of(listener, scene.air.speed_of_sound);
      recorders.push_back(std::make_unique<Recorder>(folder, scene.output.rate, frames,
                                                     static_cast<int>(ears.size()),
                                                     static_cast<int>(own.size())));
      ears.insert(ears.end(), own.begin(), own.end());
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

}  // namespace

Stopwatch::Stopwatch(double& total) : total_(total), start_(now()) {}
Stopwatch::~Stopwatch() { total_ += now() - start_; }

std::vector<std::unique_ptr<Source>> make_sources(const Scene& scene, Ensemble& ensemble) {
  const std::vector<SourceKind> kinds = source_kinds();
  std::vector<std::unique_ptr<Source>> sources;
  for (const SourceSpec& spec : scene.sources)
    for (const SourceKind& kind : kinds)
      if (kind.declaration.name == spec.kind) sources.push_back(kind.make(spec, scene, ensemble));
  return sources;
}

PassResult run_pass(const PassRequest& request, const RenderOptions& options, BodySounds& sounds,
                    PassTimes& times) {
  const Scene& scene = *request.scene;
  PassResult result;
  std::vector<std::unique_ptr<Source>> sources;
  Audience audience(scene, options.folder);
  {
    Stopwatch watch(times.prepare);
    result.motion = play_take(request.take, scene, result.warnings);
    result.ensemble =
        std::make_unique<Ensemble>(result.motion->tracks(), static_cast<int>(audience.ears.size()));
    sources = make_sources(scene, *result.ensemble);
    for (const auto& source : sources)
      for (std::string& line : source->warnings()) result.warnings.push_back(std::move(line));
  }
  {
    Stopwatch watch(times.modes);
    const bool fresh = sounds.known.empty();
    Progress progress("modes", kParts, {options.quiet || !fresh});
    std::optional<Progress> baking;  // each begins when the one before is done
    const auto stage = [&](const char* name) {
      return [&, name, begun = false](double done) mutable {
        if (!begun) {
          progress.finish();
          if (baking) baking->finish();
          baking.emplace(name, kParts, ProgressOptions{options.quiet});
          begun = true;
        }
        baking->set(static_cast<std::uint64_t>(done * kParts));
      };
    };
    result.ensemble->prepare(sounds, {[&](double done) {
                                        progress.set(static_cast<std::uint64_t>(done * kParts));
                                        throw_if_interrupted();
                                      },
                                      stage("transfer of modes"), stage("fields of clicks")});
    progress.finish();
    if (baking) baking->finish();
  }

  Motion& motion = *result.motion;
  Propagation propagation(*result.ensemble, audience.ears, request.gain);
  const auto blocks = static_cast<std::int64_t>(std::ceil(scene.duration / options.block));
  result.watch = std::make_unique<MotionWatch>(scene, motion);

  Progress progress(request.label, static_cast<std::uint64_t>(blocks), {options.quiet});
  for (std::int64_t block = 1; block <= blocks; ++block) {
    throw_if_interrupted();
    const double until = std::min(static_cast<double>(block) * options.block, scene.duration);
    const MotionBlock* happened = nullptr;
    {  // MOTION: who moves, who touches
      Stopwatch watch(times.motion);
      happened = &motion.step(propagation.motion_needed(until));
      result.watch->look(motion);
      result.impacts += static_cast<std::int64_t>(happened->impacts.size());
    }
    {  // EMISSION: sources push; contacts feel what all of them did
      Stopwatch watch(times.sound);
      for (auto& source : sources) source->excite(*happened);
      if (ContactStage* contacts = result.ensemble->contacts()) contacts->advance(happened->end);
    }
    {  // PROPAGATION: what radiates, and its way to the ears
      Stopwatch watch(times.sound);
      propagation.carry(until);
    }
    {  // LISTENER: to the output's rate
      Stopwatch watch(times.write);
      audience.record(propagation, until);
    }
    motion.forget_before(propagation.oldest_needed());
    progress.tick();
  }
  progress.finish();
  for (auto& recorder : audience.recorders) recorder->finish();
  result.recorders = std::move(audience.recorders);
  result.sources = std::move(sources);
  if (const ContactStage* contacts = result.ensemble->contacts(); contacts && contacts->left_out())
    result.warnings.push_back(fmt::format(
        "up to {} contacts at once were not heard: at most {} in all and {} of one body are",
        contacts->left_out(), ContactStage::kMostContacts, ContactStage::kPortsPerBody));
  return result;
}

}  // namespace peal

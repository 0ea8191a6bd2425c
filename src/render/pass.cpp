#include "render/pass.h"

#include <chrono>
#include <cmath>

#include "base/interrupt.h"
#include "base/progress.h"
#include "base/stage_progress.h"
#include "propagation/propagation.h"
#include "render/audience.h"
#include "render/ground.h"
#include "render/result_names.h"
#include "render/stems.h"
#include "sources/kinds.h"

namespace peal {
namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

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

Orchestra::Orchestra(const Scene& scene)
    : ensemble(std::make_unique<Ensemble>()), sources(make_sources(scene, *ensemble)) {
  if (scene.output.stems == Stems::mechanisms) ensemble->split_mechanisms();
  check_result_names(scene, *ensemble, sources);
}

std::vector<std::string> Orchestra::warnings() const {
  std::vector<std::string> lines;
  for (const auto& source : sources)
    for (std::string& line : source->warnings()) lines.push_back(std::move(line));
  return lines;
}

PassResult run_pass(const Scene& scene, Orchestra& orchestra, Motion& motion,
                    const RenderOptions& options, BodySounds& sounds, PassTimes& times) {
  PassResult result;
  Audience audience(scene);
  const std::optional<FloorPlane> floor = floor_plane(scene);
  Ensemble& ensemble = *orchestra.ensemble;
  {
    Stopwatch watch(times.modes);
    ensemble.place(motion.tracks(),
                   Propagation::asked_ears(audience.ears().size(), floor.has_value()));
    StageProgress progress(options.quiet);  // modes, transfers, fields of clicks
    ensemble.prepare(sounds, [&](const char* stage, double part) { progress(stage, part); });
    progress.finish();
  }
  const StemPlan stems(scene, ensemble);
  result.stems = stems.names();
  audience.open(options.folder, stems.mixes());
  Propagation propagation(
      ensemble.emitters(), audience.ears(), stems.mixes(),
      [&](const Emitter& emitter) { return stems.sends(emitter); }, floor);
  const auto blocks = static_cast<std::int64_t>(std::ceil(scene.duration / options.block));
  result.watch = std::make_unique<MotionWatch>(scene, motion);

  Progress progress("sound", static_cast<std::uint64_t>(blocks), {options.quiet});
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
      for (auto& source : orchestra.sources) source->excite(*happened);
      ensemble.advance(happened->end);
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
  result.recorders = audience.finish();
  return result;
}

}  // namespace peal

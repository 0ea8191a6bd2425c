#include "render/take_stage.h"

#include "base/error.h"
#include "base/interrupt.h"
#include "base/progress.h"
#include "base/stage_progress.h"
#include "motion/export/events_csv.h"
#include "motion/export/motion_glb.h"
#include "motion/take/scene_take.h"
#include "motion/take/take_file.h"
#include "sources/kinds.h"
#include "sources/rebound.h"

namespace peal {
namespace {

constexpr int kTicks = 1000;

constexpr double kGigabyte = 1e9;

/// Into the stage: the whole take, or a motion that goes on.
void simulate(const Scene& scene, const RenderOptions& options, TakeStage& stage) {
  ModesLibrary library(options.cache ? ModesCache::of_user() : ModesCache());
  const std::shared_ptr<ImpactLaw> rebound = rebound_with_progress(scene, library, options.quiet);
  Progress progress("motion", kTicks, {options.quiet || !has_motion(scene)});
  int shown = 0;
  Recording recording;
  if (!options.hear && has_motion(scene)) {
    recording.checkpoint = stage.checkpoint = options.folder / ".motion.checkpoint";
    recording.every = options.checkpoint_every;
    if (scene.has_matter()) recording.tape = stage.tape = options.folder / ".motion.tape";
  }
  recording.writers = radiators(scene);
  recording.most_bytes = scene.motion.keep_limit * kGigabyte;
  auto simulation = std::make_unique<Simulation>(scene, rebound, std::move(recording));
  const bool whole = simulation->run([&](double part) {
    throw_if_interrupted();
    for (; shown < static_cast<int>(part * kTicks); ++shown) progress.tick();
  });
  progress.finish();
  if (whole)
    stage.take = std::make_shared<const Take>(simulation->take());
  else
    stage.live = std::make_unique<LiveMotion>(std::move(simulation));
}

}  // namespace

TakeStage take_for(const Scene& scene, const RenderOptions& options) {
  TakeStage stage;
  const std::filesystem::path given = options.take.empty() ? scene.motion.take : options.take;
  if (!given.empty()) {
    stage.take =
        std::make_shared<const Take>(shifted(read_take_file(given), scene.motion.take_offset));
    stage.origin = given.string();
    return stage;
  }
  const std::filesystem::path own = options.folder / kTakeName;
  if (!options.simulate_anew && std::filesystem::exists(own)) try {
      Take take = read_take_file(own);
      if (take.motion_key == motion_key(scene)) {
        stage.take = std::make_shared<const Take>(std::move(take));
        stage.origin = own.string();
        return stage;
      }
      if (!take.motion_key.empty() && !made_by_this_version(take.motion_key))
        stage.warnings.push_back(fmt::format(
            "{}: another version of Peal simulated this; it is simulated anew", own.string()));
    } catch (const Interrupted&) {
      throw;
    } catch (const Error& error) {
      stage.warnings.push_back(fmt::format("{}; it is simulated anew", error.what()));
    }
  simulate(scene, options, stage);
  stage.fresh = has_motion(scene);
  stage.origin = "simulated";
  if (stage.take)
    stage.warnings.insert(stage.warnings.end(), stage.take->warnings.begin(),
                          stage.take->warnings.end());
  return stage;
}

void end_live(TakeStage& stage) {
  stage.take = std::make_shared<const Take>(stage.live->finish());
  stage.warnings.insert(stage.warnings.end(), stage.take->warnings.begin(),
                        stage.take->warnings.end());
}

std::shared_ptr<ImpactLaw> rebound_with_progress(const Scene& scene, ModesLibrary& library,
                                                 bool quiet) {
  if (!has_motion(scene)) return nullptr;
  StageProgress progress(quiet);
  auto law =
      rebound_of_bodies(scene, library, [&](double part) { progress("modes for blows", part); });
  progress.finish();
  return law;
}

std::vector<std::unique_ptr<TapeWriter>> radiators(const Scene& scene) {
  std::vector<std::unique_ptr<TapeWriter>> out;
  if (!scene.has_matter()) return out;
  for (const SourceKind& kind : source_kinds())
    if (kind.radiator) out.push_back(kind.radiator(scene));
  return out;
}

std::vector<std::string> write_motion_files(const Scene& scene, const RenderOptions& options,
                                            const TakeStage& stage) {
  const Take& take = *stage.take;
  const bool kept = static_cast<double>(take.tape_bytes) <= scene.motion.keep_limit * kGigabyte;
  if (stage.fresh && kept) {
    if (!stage.tape.empty()) std::filesystem::rename(stage.tape, options.folder / kTapeName);
    write_take_file(options.folder / kTakeName, take);
  }
  if (!options.motion_files || !has_motion(scene)) return {};
  std::vector<std::string> left_out =
      write_events_csv(options.folder / "events.csv", *stage.take, scene.grains);
  std::vector<std::string> known_warnings;
  const std::unique_ptr<Motion> motion = play_take(stage.take, scene, known_warnings);
  for (std::string& line :
       write_motion_glb(options.folder / "motion.glb", scene, motion->tracks(), 0, scene.duration,
                        scene.motion.frame_rate, stage.take.get()))
    left_out.push_back(std::move(line));
  return left_out;
}

}  // namespace peal

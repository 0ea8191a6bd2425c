#include "render/take_stage.h"

#include "base/error.h"
#include "base/interrupt.h"
#include "base/progress.h"
#include "motion/export/events_csv.h"
#include "motion/export/motion_glb.h"
#include "motion/take/scene_take.h"
#include "motion/take/take_file.h"
#include "sources/rebound.h"

namespace peal {
namespace {

constexpr int kTicks = 1000;

Take simulate(const Scene& scene, const RenderOptions& options) {
  Progress progress("motion", kTicks, {options.quiet || !has_motion(scene)});
  int shown = 0;
  ModesLibrary library(options.cache ? ModesCache::of_user() : ModesCache());
  Take take = simulate_take(
      scene,
      [&](double part) {
        throw_if_interrupted();
        for (; shown < static_cast<int>(part * kTicks); ++shown) progress.tick();
      },
      rebound_of_bodies(scene, library));
  progress.finish();
  return take;
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
  Take take = simulate(scene, options);
  stage.fresh = has_motion(scene);
  stage.take = std::make_shared<const Take>(std::move(take));
  stage.origin = "simulated";
  return stage;
}

void write_motion_files(const Scene& scene, const RenderOptions& options, const TakeStage& stage) {
  if (stage.fresh) write_take_file(options.folder / kTakeName, *stage.take);
  if (!options.motion_files || !has_motion(scene)) return;
  write_events_csv(options.folder / "events.csv", *stage.take);
  std::vector<std::string> known_warnings;
  const std::unique_ptr<Motion> motion = play_take(stage.take, scene, known_warnings);
  write_motion_glb(options.folder / "motion.glb", scene, motion->tracks(), 0, scene.duration,
                   scene.motion.frame_rate);
}

}  // namespace peal

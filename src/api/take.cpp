#include "api/boundary.h"
#include "base/interrupt.h"
#include "base/progress.h"
#include "motion/export/events_csv.h"
#include "motion/export/motion_glb.h"
#include "motion/take/scene_take.h"
#include "motion/take/take_file.h"
#include "render/take_stage.h"

namespace peal::renderer {
namespace {

TakeSummary summary_of(const Take& take) {
  TakeSummary out{take.begin,           take.end, take.bodies.size(), 0, take.impacts.size(),
                  take.contacts.size(), {}};
  for (const PoseTrack& track : take.tracks) out.knots += track.knots().size();
  return out;
}

}  // namespace

TakeSummary simulate(const Scene& given, const std::filesystem::path& file,
                     const SimulateOptions& options) {
  return within(options.watch, [&] {
    const peal::Scene& scene = given.data().scene;
    constexpr int kTicks = 1000;
    int shown = 0;
    ModesLibrary library(ModesCache::of_user());
    const std::shared_ptr<ImpactLaw> rebound = rebound_with_progress(scene, library, false);
    Progress progress("motion", kTicks);
    Recording recording;
    std::filesystem::path tape;  // under another name until it is whole
    if (scene.has_matter()) recording.tape = tape = std::filesystem::path(tape_of(file)) += ".part";
    recording.writers = radiators(scene);
    const Take take = simulate_take(
        scene,
        [&](double part) {
          throw_if_interrupted();
          for (; shown < static_cast<int>(part * kTicks); ++shown) progress.tick();
        },
        rebound, std::move(recording));
    progress.finish();
    if (!tape.empty()) std::filesystem::rename(tape, tape_of(file));
    write_take_file(file, take);
    TakeSummary summary = summary_of(take);
    const auto say = [&](std::vector<std::string> lines) {
      summary.left_out.insert(summary.left_out.end(), lines.begin(), lines.end());
    };
    if (!options.events.empty()) say(write_events_csv(options.events, take, scene.grains));
    if (!options.glb.empty())
      say(write_motion_glb(options.glb, scene, take.tracks, take.begin, scene.duration,
                           scene.motion.frame_rate, &take));
    return summary;
  });
}

TakeSummary read_take(const std::filesystem::path& take) {
  return within({}, [&] { return summary_of(read_take_file(take)); });
}

}  // namespace peal::renderer

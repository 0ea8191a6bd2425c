#include "api/boundary.h"
#include "base/interrupt.h"
#include "base/progress.h"
#include "motion/export/events_csv.h"
#include "motion/export/motion_glb.h"
#include "motion/take/scene_take.h"
#include "motion/take/take_file.h"
#include "sources/rebound.h"

namespace peal::renderer {
namespace {

TakeSummary summary_of(const Take& take) {
  TakeSummary out{take.begin,          take.end, take.bodies.size(), 0, take.impacts.size(),
                  take.contacts.size()};
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
    Progress progress("motion", kTicks);
    ModesLibrary library(ModesCache::of_user());
    const Take take = simulate_take(
        scene,
        [&](double part) {
          throw_if_interrupted();
          for (; shown < static_cast<int>(part * kTicks); ++shown) progress.tick();
        },
        rebound_of_bodies(scene, library));
    progress.finish();
    write_take_file(file, take);
    if (!options.events.empty()) write_events_csv(options.events, take);
    if (!options.glb.empty())
      write_motion_glb(options.glb, scene, take.tracks, take.begin, scene.duration,
                       scene.motion.frame_rate);
    return summary_of(take);
  });
}

TakeSummary read_take(const std::filesystem::path& take) {
  return within({}, [&] { return summary_of(read_take_file(take)); });
}

}  // namespace peal::renderer

// MOTION of a render: a take from the file that the scene names, from an earlier render into the
// same folder, or simulated now, to be kept there with the other results.
#pragma once
#include <memory>

#include "motion/take/live_motion.h"
#include "render/render.h"

namespace peal {

class ImpactLaw;
class ModesLibrary;

struct TakeStage {
  std::shared_ptr<const Take> take;  // none while `live` goes on
  /// Too much to keep: simulated while it is heard.
  std::unique_ptr<LiveMotion> live;
  std::string origin;  // for the report: "simulated", or the file it is from
  bool fresh = false;  // simulated now, and something moves
  std::vector<std::string> warnings;
  std::filesystem::path tape;        // being written to, not yet in its place; empty: none
  std::filesystem::path checkpoint;  // to be removed when the results are in place
};

inline constexpr const char* kTakeName = "motion.take";
inline constexpr const char* kTapeName = "motion.tape";

TakeStage take_for(const Scene& scene, const RenderOptions& options);

/// The live motion is at its end: the rest of the stage, as if the take had been there before.
void end_live(TakeStage& stage);

/// Writers of the tape of all kinds of sources.
std::vector<std::unique_ptr<TapeWriter>> radiators(const Scene& scene);

/// sources/rebound.h, with a bar of its own before that of the motion; none when nothing moves.
std::shared_ptr<ImpactLaw> rebound_with_progress(const Scene& scene, ModesLibrary& library,
                                                 bool quiet);

/// The take when it is fresh, with its tape; motion.glb and events.csv when options want them.
/// @return sentences about what of rods and grains is not in them.
std::vector<std::string> write_motion_files(const Scene& scene, const RenderOptions& options,
                                            const TakeStage& stage);

}  // namespace peal

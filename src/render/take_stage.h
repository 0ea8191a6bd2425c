// MOTION of a render: a take from the file that the scene names, from an earlier render into the
// same folder, or simulated now, to be kept there with the other results.
#pragma once
#include <memory>

#include "motion/take/take.h"
#include "render/render.h"

namespace peal {

struct TakeStage {
  std::shared_ptr<const Take> take;
  std::string origin;  // for the report: "simulated", or the file it is from
  bool fresh = false;  // simulated now, and something moves
  std::vector<std::string> warnings;
};

inline constexpr const char* kTakeName = "motion.take";

TakeStage take_for(const Scene& scene, const RenderOptions& options);

/// The take when it is fresh; motion.glb and events.csv when options want them.
void write_motion_files(const Scene& scene, const RenderOptions& options, const TakeStage& stage);

}  // namespace peal

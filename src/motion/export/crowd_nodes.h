// Grains in a motion.glb. Per crowd a node with `grains` in its extras, and below it a node per
// frame with the places of that frame as points; its scale is that of the places while the frame
// lasts and 0 before and after (STEP), so that any viewer plays them one after the other. Places
// are 16 bits of the frame's box (KHR_mesh_quantization); points keep their order from frame to
// frame, later frames have more of them when grains are poured. `grain_time` [s] in the extras of a
// frame is when it begins, in the file's time; `_RADIUS` [m] of the points where radii differ.
#pragma once
#include "base/files/chunk_file.h"
#include "motion/export/motion_document.h"
#include "motion/export/thinning.h"

namespace peal {

struct CrowdStretch {
  double begin = 0, end = 0;  // [s]
  double fps = 60;            // at most
  std::size_t bytes = 0;      // that are left for places
};

/// @return the farthest that half of the grains come from the origin [m].
double add_crowds(MotionDocument& doc, const Scene& scene, const ChunkFile& tape,
                  const CrowdStretch& stretch, const MovingLimits& limits);

}  // namespace peal

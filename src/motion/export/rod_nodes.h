// A rod in a motion.glb: its skin, bent by a bone at every point of its line. The ring of vertices
// at a point moves as a whole, so a bone per ring gives the swept surface exactly.
#pragma once
#include <map>
#include <vector>

#include "base/files/chunk_file.h"
#include "motion/export/motion_document.h"
#include "motion/export/thinning.h"

namespace peal {

struct RodFrames {
  std::uint32_t track = 0;           // of the tape
  std::vector<std::int64_t> chunks;  // frames that are shown
  std::size_t every = 1;             // every so-manieth point is
};

/// Within the limits: fewer points, fewer frames, and it is said. @param rods by object.
/// @return bytes that their keys take.
std::size_t thin_rods(MotionDocument& doc, const Scene& scene, const MovingLimits& limits,
                      std::map<std::size_t, RodFrames>& rods);

/// @return the farthest that a point of it comes from the origin [m].
double add_rod_nodes(MotionDocument& doc, const ObjectSpec& object, const ChunkFile& tape,
                     const RodFrames& frames, const MotionDocument::Json& extras);

}  // namespace peal

// A solid in a motion.glb: its surface, a bone for every point. A bone turns as the triangles
// around its point do, so that light falls on it as it should.
#pragma once
#include "base/files/chunk_file.h"
#include "motion/export/motion_document.h"

namespace peal {

struct SolidFrames {
  std::uint32_t track = 0;           // of the tape
  std::vector<std::int64_t> chunks;  // frames that are shown
  std::size_t points = 0;
};

/// Frames are left out above `most` bytes, and it is said.
/// @return bytes of the keys.
std::size_t thin_solids(MotionDocument& doc, std::size_t most,
                        std::map<std::size_t, SolidFrames>& solids);

/// @return the farthest that a point of it comes from the origin [m].
double add_solid_nodes(MotionDocument& doc, const Scene& scene, const ObjectSpec& object,
                       const ChunkFile& tape, const SolidFrames& frames,
                       const MotionDocument::Json& extras);

}  // namespace peal

// Grains and rods do not feel each other: where a recorded motion has them in one place, somebody
// must say so. Enters: the scene, the frames of its tape. Leaves: who went through whom.
#pragma once
#include <vector>

#include "base/files/chunk_file.h"
#include "scene/scene.h"

namespace peal {

struct RodAmongGrains {
  int object = 0, crowd = 0;
  double time = 0;  // [s] the first frame after a grain came nearer than both radii
  int grains = 0;   // how many did, at any time
};

/// In the order of rods, then of crowds. Between two frames grains go straight and pieces of rods
/// move as a whole, so what passes between two frames is seen as well.
std::vector<RodAmongGrains> rods_among_grains(const Scene& scene, const ChunkFile& tape);
/// As sentences.
std::vector<std::string> warn_of_rods_among_grains(const Scene& scene, const ChunkFile& tape);

/// [m] between two straight pieces.
double piece_distance(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1);

}  // namespace peal

// Grains that fall past everything there is: a container that is open, or beside the mouth of one.
// Enters: the scene, the frames of its tape. Leaves: who fell, from when on.
#pragma once
#include <string>
#include <vector>

#include "base/files/chunk_file.h"
#include "scene/scene.h"

namespace peal {

struct LostGrains {
  int crowd = 0;
  int count = 0;    // of those with frames
  int first = 0;    // grain of the crowd
  double time = 0;  // [s] of the frame in which the first was below everything
};

/// Crowds in order. None where a floor catches them, or without weight.
std::vector<LostGrains> lost_grains(const Scene& scene, const ChunkFile& tape);
/// As sentences.
std::vector<std::string> warn_of_lost_grains(const Scene& scene, const ChunkFile& tape);

}  // namespace peal

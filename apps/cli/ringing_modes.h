// Modes of the bodies of a scene that ring, computed beforehand and kept in the cache.
#pragma once
#include <vector>

#include "bake_transfers.h"
#include "ringing_scene.h"

namespace peal {

/// Analyses that the cache lacks, side by side and shared with other processes. Returns the bodies
/// that have one, and counts the others.
std::vector<const WantedBody*> make_modes(RingingScene& scene, const TransferBake& bake,
                                          int& failures);

}  // namespace peal

// Modes of the bodies of a scene that ring, computed beforehand and kept in the cache.
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "tools/bake/ringing_scene.h"

namespace peal {

/// Analyses that the cache lacks, side by side and shared with other processes. Returns the bodies
/// that have one. @param folder of the cache; @param failed is told of each of the others.
std::vector<const WantedBody*> make_modes(RingingScene& scene, const std::filesystem::path& folder,
                                          bool quiet,
                                          const std::function<void(const std::string&)>& failed);

}  // namespace peal

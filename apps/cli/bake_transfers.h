// The second stage of `peal bake`: modes and acoustic transfer of every body that rings and whose
// radiation is "transfer". Requests, and so the entries of the cache, are those of a render of the
// same scene.
#pragma once
#include <filesystem>
#include <vector>

#include "bake_parts.h"
#include "scene/scene.h"

namespace peal {

struct TransferBake {
  std::filesystem::path folder;  // of the cache; entries go to its folders modes and transfer
  Share share, forced;           // forced: this process' part when it looks at no cache
  bool force = false;            // also the transfers that the cache has
  bool speaks = true, quiet = false, dry_run = false;
};

/// A table of what there is to do. The cost is known where the cache has the modes.
void print_transfer_plan(const std::vector<Scene>& scenes, const TransferBake& bake);

/// Computes what the cache lacks. Bodies that only approximate radiation can serve get a warning.
/// Returns how many scenes or bodies failed, each with a line.
int bake_transfers(const std::vector<Scene>& scenes, const TransferBake& bake);

}  // namespace peal

// The second stage of a bake: modes and acoustic transfer of every body that rings and whose
// radiation is "transfer". Requests, and so the entries of the cache, are those of a render of the
// same scene.
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "models/bake/shared_work.h"
#include "scene/scene.h"
#include "tools/bake/share.h"

namespace peal {

/// A record that is there now.
struct BakedTransfer {
  std::string object;  // the one with the most modes of those that share it
  UnitState state = UnitState::made;
  double seconds = 0;     // of computing, when made here
  double bytes = 0;       // of the entry
  std::size_t modes = 0;  // when made here
};

struct TransferBake {
  std::filesystem::path folder;  // of the cache; entries go to its folders modes and transfer
  Share share, forced;           // forced: this process' part when it looks at no cache
  bool force = false;            // also the transfers that the cache has
  bool quiet = false;            // no progress
  std::function<void(const BakedTransfer&)> finished = {};
  std::function<void(const std::string&)> warn = {};  // bodies of approximate radiation, odd plans
  std::function<void(const std::string&)> warn_entry = {};  // damage, dead processes
  std::function<void(const std::string&)> failed = {};      // a scene or body, with the reason
  std::function<void(const std::string&)> not_kept = {};    // a full disk
};

struct TransferRow {
  std::string object, scene;
  enum class State { modes_first, kept, open, approximate } state = State::open;
  int modes = 0;
  double seconds = 0, bytes = 0;  // [s], [bytes] of memory, when open
};

struct TransferBakePlan {
  std::vector<TransferRow> rows;
  std::vector<std::string> warnings;
  std::vector<std::string> failures;  // scenes that cannot be looked at, with the reason
};

/// What there is to do. The cost is known where the cache has the modes.
TransferBakePlan plan_transfers(const std::vector<Scene>& scenes, const TransferBake& bake);

/// Computes what the cache lacks. Returns how many scenes or bodies failed; those that only
/// approximate radiation can serve did not.
int bake_transfers(const std::vector<Scene>& scenes, const TransferBake& bake);

}  // namespace peal

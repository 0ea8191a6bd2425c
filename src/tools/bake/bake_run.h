// Fields of clicks that the cache lacks, computed together with whatever other processes work on
// the same folder (models/bake/shared_work.h).
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "models/bake/pulse_cache.h"
#include "models/bake/shared_work.h"
#include "tools/bake/bake_plan.h"

namespace peal {

struct UnitResult {
  UnitState state = UnitState::waiting;
  double seconds = 0;  // of computing, when made here
  double bytes = 0;    // of the entry
  double tail = 0;     // of the record
  std::size_t coefficients = 0;
  std::string error;  // when failed
};

struct BakeRun {
  bool force = false;  // also what the cache has
  std::function<void(std::size_t unit, const UnitResult&)> finished = {};
  /// Cell-steps of all units that were not kept, by whoever works on them.
  std::function<void(double done, double total)> progress = {};
  std::function<void(const std::string&)> warn = {};
};

/// Ctrl-C ends it with Interrupted and loses only the unit in work. The cache must keep something.
std::vector<UnitResult> bake(const std::vector<BakeUnit>& units, const PulseCache& cache,
                             const BakeRun& run);

}  // namespace peal

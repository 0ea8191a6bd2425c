// Computes the units that the cache lacks. Any number of processes may do so at the same time with
// the same folder: each takes the largest unit that nobody works on, and all stay until everything
// is there, so that the unit of one that dies is done by another. A unit that is finished is kept,
// whatever happens afterwards.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "models/bake/bake_plan.h"
#include "models/bake/pulse_cache.h"

namespace peal {

enum class UnitState {
  waiting,
  kept,       // was in the cache
  made,       // here
  elsewhere,  // by another process, meanwhile
  failed
};

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

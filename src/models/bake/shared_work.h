// Units of work that any number of processes do together through a common folder: each takes the
// first unit that is neither done nor claimed (models/bake/claim.h), and all stay until everything
// is done, so that the unit of one that dies is done by another. The one loop for modes, transfers
// and fields of clicks. A unit that is finished is kept, whatever happens afterwards.
#pragma once
#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "models/bake/claim.h"

namespace peal {

enum class UnitState {
  waiting,
  kept,       // was there
  made,       // here
  elsewhere,  // by another process, meanwhile
  failed
};

struct SharedUnit {
  std::string key;   // of its claim
  std::string name;  // for warnings
  double cost = 0;   // any unit, only ratios count
};

struct UnitEnd {
  UnitState state = UnitState::waiting;
  double seconds = 0;  // of computing, when made here
  std::string error;   // when failed: the reason, without the unit's name
};

struct SharedWork {
  std::filesystem::path folder;   // of the claims
  std::vector<SharedUnit> units;  // the first are taken first
  bool force = false;             // also what is there
  bool side_by_side = false;      // several units at once, a thread each; else each has all threads
  /// Whole and readable, where everybody finds it. From any thread.
  std::function<bool(std::size_t unit)> find;
  /// Called at most once per unit; what it throws is the unit's failure. `part` takes 0 .. 1.
  std::function<void(std::size_t unit, const std::function<void(double)>& part)> make;
  /// One at a time, for each unit once.
  std::function<void(std::size_t unit, const UnitEnd&)> finished = {};
  std::function<void(const std::string&)> warn = {};  // that a dead process' unit is taken over
  /// Of all units that were not kept, by whoever works on them; 0 .. 1, now and then.
  std::function<void(double part)> progress = {};
};

/// Ctrl-C ends it with Interrupted and loses only the units in work.
void share_work(const SharedWork& work);

}  // namespace peal

// Units of work that any number of processes do together through a common folder: each takes the
// first unit that is neither done nor claimed (models/bake/claim.h), and all stay until everything
// is done, so that the unit of one that dies is done by another.
#pragma once
#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "models/bake/claim.h"

namespace peal {

inline constexpr std::chrono::milliseconds kWorkPoll{200};  // while others work on what is left

struct SharedWork {
  std::vector<std::string> keys;                             // of the claims, one per unit
  std::function<bool(std::size_t unit)> is_done;             // here or by another process
  std::function<void(std::size_t unit, Claim& claim)> make;  // called at most once per unit
  std::function<void(std::size_t unit, const std::string& note)> taken_over = {};
  std::function<void()> waiting = {};  // for others
};

/// Ctrl-C ends it with Interrupted.
void share_work(ClaimBoard& claims, const SharedWork& work);

/// What writers that were killed left behind; a living one needs a moment.
void remove_old_parts(const std::filesystem::path& folder);

}  // namespace peal

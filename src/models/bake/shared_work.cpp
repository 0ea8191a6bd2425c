#include "models/bake/shared_work.h"

#include <algorithm>
#include <thread>

#include "base/interrupt.h"

namespace peal {
namespace {

/// The first that nobody works on. False: there is none.
bool work_on_one(ClaimBoard& claims, const SharedWork& work, std::vector<char>& done) {
  for (std::size_t i = 0; i < work.keys.size(); ++i) {
    if (done[i] || (done[i] = work.is_done(i))) continue;
    std::string note;
    const std::unique_ptr<Claim> claim = claims.take(work.keys[i], note);
    if (!claim) continue;
    if (!note.empty() && work.taken_over) work.taken_over(i, note);
    // It may have been finished between the look and the claim.
    if (!work.is_done(i)) work.make(i, *claim);
    done[i] = true;
    return true;
  }
  return false;
}

}  // namespace

void share_work(ClaimBoard& claims, const SharedWork& work) {
  std::vector<char> done(work.keys.size(), false);
  while (true) {
    throw_if_interrupted();
    if (work_on_one(claims, work, done)) continue;
    if (std::all_of(done.begin(), done.end(), [](char one) { return one; })) return;
    if (work.waiting) work.waiting();
    std::this_thread::sleep_for(kWorkPoll);
  }
}

void remove_old_parts(const std::filesystem::path& folder) {
  std::error_code error;
  const auto old = std::filesystem::file_time_type::clock::now() - std::chrono::hours(1);
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    std::error_code ignored;
    if (name.starts_with('.') && name.ends_with(".part") &&
        std::filesystem::last_write_time(entry.path(), ignored) < old && !ignored)
      std::filesystem::remove(entry.path(), ignored);
  }
}

}  // namespace peal

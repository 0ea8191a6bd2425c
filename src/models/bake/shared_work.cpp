#include "models/bake/shared_work.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <thread>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/parallel.h"
#include "base/work_shares.h"

namespace peal {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kPoll{200};  // while others work on what is left

/// What writers that were killed left behind; a living one needs a moment.
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

class Sharing {
 public:
  explicit Sharing(const SharedWork& work)
      : work_(work), claims_(work.folder), states_(work.units.size(), UnitState::waiting) {}

  void all() {
    remove_old_parts(work_.folder);
    std::vector<double> costs;
    for (std::size_t i = 0; i < states_.size(); ++i) {
      look_up(i, UnitState::kept);
      costs.push_back(is_open(i) ? work_.units[i].cost : 0);
    }
    shares_.emplace(costs, [this](double part) { tell(part); });
    while (true) {
      throw_if_interrupted();
      if (turn()) continue;
      if (std::none_of(states_.begin(), states_.end(),
                       [](UnitState state) { return state == UnitState::waiting; }))
        return;
      for (std::size_t i = 0; i < states_.size(); ++i)
        if (const double part = is_open(i) ? claims_.part_of(work_.units[i].key) : 0; part > 0)
          shares_->set(i, part);
      std::this_thread::sleep_for(kPoll);
    }
  }

 private:
  bool is_open(std::size_t i) {
    const std::lock_guard lock(mutex_);
    return states_[i] == UnitState::waiting;
  }

  void end(std::size_t i, const UnitEnd& end) {
    const std::lock_guard lock(mutex_);
    states_[i] = end.state;
    if (work_.finished) work_.finished(i, end);
  }

  bool look_up(std::size_t i, UnitState found) {
    if (work_.force || !work_.find(i)) return false;
    {
      const std::lock_guard lock(mutex_);
      claims_.tidy(work_.units[i].key);
    }
    end(i, {found, 0, {}});
    if (shares_) shares_->set(i, 1);
    return true;
  }

  std::unique_ptr<Claim> claim(std::size_t i) {
    const std::lock_guard lock(mutex_);
    std::string note;
    std::unique_ptr<Claim> taken = claims_.take(work_.units[i].key, note);
    if (!note.empty() && work_.warn)
      work_.warn(fmt::format("{}: {}; it is computed again", work_.units[i].name, note));
    return taken;
  }

  /// False: it is done, or another process works on it.
  bool work_on(std::size_t i) {
    if (!is_open(i) || look_up(i, UnitState::elsewhere)) return false;
    const std::unique_ptr<Claim> mine = claim(i);
    if (!mine) return false;
    // It may have been finished between the look and the claim.
    if (look_up(i, UnitState::elsewhere)) return true;
    const auto start = Clock::now();
    UnitEnd result{UnitState::made, 0, {}};
    try {
      work_.make(i, [&](double part) {
        throw_if_interrupted();
        mine->set_part(part);
        shares_->set(i, std::min(part, 0.999));
      });
      result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    } catch (const Interrupted&) {
      throw;
    } catch (const std::exception& error) {
      result = {UnitState::failed, 0, error.what()};
    }
    end(i, result);
    shares_->set(i, 1);
    return true;
  }

  /// True: something was done here, and the first unit is to be looked at again.
  bool turn() {
    if (work_.side_by_side) {
      parallel_for(states_.size(), [&](std::size_t i) {
        throw_if_interrupted();
        work_on(i);
      });
      return false;
    }
    for (std::size_t i = 0; i < states_.size(); ++i)
      if (work_on(i)) return true;
    return false;
  }

  /// Called by one thread at a time.
  void tell(double part) {
    const auto now = Clock::now();
    if (!work_.progress || now - told_ < kPoll) return;
    told_ = now;
    work_.progress(part);
  }

  const SharedWork& work_;
  std::mutex mutex_;  // guards claims and states
  ClaimBoard claims_;
  std::vector<UnitState> states_;
  std::optional<WorkShares> shares_;
  Clock::time_point told_{};
};

}  // namespace

void share_work(const SharedWork& work) { Sharing(work).all(); }

}  // namespace peal

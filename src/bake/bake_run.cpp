#include "bake/bake_run.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "bake/claim.h"
#include "bake/click_method.h"
#include "bake/pulse_file.h"
#include "base/error.h"
#include "base/interrupt.h"

namespace peal {
namespace {

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

class Baker {
 public:
  Baker(const std::vector<BakeUnit>& units, const PulseCache& cache, const BakeRun& run)
      : units_(units), cache_(cache), run_(run), claims_(cache.folder()), results_(units.size()) {}

  std::vector<UnitResult> all() {
    remove_old_parts(cache_.folder());
    if (!run_.force)
      for (std::size_t i = 0; i < units_.size(); ++i) look_up(i, UnitState::kept);
    for (std::size_t i = 0; i < units_.size(); ++i)
      if (results_[i].state == UnitState::waiting) total_ += units_[i].plan.cell_steps;
    while (left() > 0) {
      throw_if_interrupted();
      if (!work_on_one()) {
        report();
        std::this_thread::sleep_for(kPoll);
      }
    }
    return std::move(results_);
  }

 private:
  std::size_t left() const {
    return static_cast<std::size_t>(
        std::count_if(results_.begin(), results_.end(),
                      [](const auto& r) { return r.state == UnitState::waiting; }));
  }

  void warn(const std::string& text) const {
    if (run_.warn) run_.warn(text);
  }

  void finish(std::size_t i, UnitState state, const PulseRecord& record) {
    UnitResult& result = results_[i];
    result.state = state;
    std::error_code error;
    const auto bytes = std::filesystem::file_size(cache_.path_of(units_[i].key), error);
    result.bytes = error ? 0 : static_cast<double>(bytes);
    result.tail = record.tail, result.channels = record.channels.size();
    if (const std::string word = tail_warning(record); !word.empty())
      warn(fmt::format("{}: {}", units_[i].name(), word));
    if (run_.finished) run_.finished(i, result);
  }

  /// Whole and readable in the cache.
  bool look_up(std::size_t i, UnitState state) {
    if (!cache_.holds(units_[i].key)) return false;
    const auto record = cache_.load(units_[i].key, [&](const std::string& text) {
      warn(fmt::format("{}: {}", units_[i].name(), text));
    });
    if (!record) return false;
    claims_.tidy(units_[i].key);
    finish(i, state, *record);
    return true;
  }

  /// The largest that nobody works on. False: there is none.
  bool work_on_one() {
    for (std::size_t i = 0; i < units_.size(); ++i) {
      if (results_[i].state != UnitState::waiting) continue;
      if (!run_.force && look_up(i, UnitState::elsewhere)) continue;
      std::string note;
      const std::unique_ptr<Claim> claim = claims_.take(units_[i].key, note);
      if (!claim) continue;
      if (!note.empty()) warn(fmt::format("{}: {}; it is computed again", units_[i].name(), note));
      // It may have been finished between the look and the claim.
      if (run_.force || !look_up(i, UnitState::elsewhere)) compute(i, *claim);
      return true;
    }
    return false;
  }

  void compute(std::size_t i, Claim& claim) {
    const BakeUnit& unit = units_[i];
    try {
      const auto start = std::chrono::steady_clock::now();
      PulseRecord record = compute_pulses(*unit.surface, unit.plan, [&](double part) {
        throw_if_interrupted();
        claim.set_part(part);
        own_ = i, part_ = part;
        report();
      });
      round_pulses(record);
      check_pulses(record, "the computed field");
      cache_.store(unit.key, record);
      const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
      results_[i].seconds = spent.count();
      finish(i, UnitState::made, record);
    } catch (const Interrupted&) {
      throw;
    } catch (const std::exception& error) {
      results_[i].state = UnitState::failed;
      results_[i].error = fmt::format("{}: {}", unit.name(), error.what());
      if (run_.finished) run_.finished(i, results_[i]);
    }
  }

  void report() {
    const auto now = std::chrono::steady_clock::now();
    if (!run_.progress || total_ <= 0 || now - reported_ < kPoll) return;
    reported_ = now;
    double done = 0;
    for (std::size_t i = 0; i < units_.size(); ++i) {
      if (results_[i].state == UnitState::kept) continue;
      const bool open = results_[i].state == UnitState::waiting;
      const double part = !open ? 1 : i == own_ ? part_ : claims_.part_of(units_[i].key);
      done += part * units_[i].plan.cell_steps;
    }
    run_.progress(done, total_);
  }

  const std::vector<BakeUnit>& units_;
  const PulseCache& cache_;
  const BakeRun& run_;
  ClaimBoard claims_;
  std::vector<UnitResult> results_;
  double total_ = 0;
  std::size_t own_ = SIZE_MAX;  // in work here
  double part_ = 0;             // of it
  std::chrono::steady_clock::time_point reported_{};
};

}  // namespace

std::vector<UnitResult> bake(const std::vector<BakeUnit>& units, const PulseCache& cache,
                             const BakeRun& run) {
  return Baker(units, cache, run).all();
}

}  // namespace peal

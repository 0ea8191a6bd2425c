#include "models/bake/bake_run.h"

#include <chrono>

#include "base/error.h"
#include "base/interrupt.h"
#include "models/bake/click_method.h"
#include "models/bake/pulse_file.h"
#include "models/bake/shared_work.h"

namespace peal {
namespace {

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
    SharedWork work;
    for (const BakeUnit& unit : units_) work.keys.push_back(unit.key);
    work.is_done = [&](std::size_t i) {
      return results_[i].state != UnitState::waiting ||
             (!run_.force && look_up(i, UnitState::elsewhere));
    };
    work.make = [&](std::size_t i, Claim& claim) { compute(i, claim); };
    work.taken_over = [&](std::size_t i, const std::string& note) {
      warn(fmt::format("{}: {}; it is computed again", units_[i].name(), note));
    };
    work.waiting = [&] { report(); };
    share_work(claims_, work);
    return std::move(results_);
  }

 private:
  void warn(const std::string& text) const {
    if (run_.warn) run_.warn(text);
  }

  void finish(std::size_t i, UnitState state, const PulseRecord& record) {
    UnitResult& result = results_[i];
    result.state = state;
    std::error_code error;
    const auto bytes = std::filesystem::file_size(cache_.path_of(units_[i].key), error);
    result.bytes = error ? 0 : static_cast<double>(bytes);
    result.tail = record.tail, result.coefficients = record.coefficients.size();
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
    if (!run_.progress || total_ <= 0 || now - reported_ < kWorkPoll) return;
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

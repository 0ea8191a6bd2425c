#include "tools/bake/bake_run.h"

#include "models/bake/click_method.h"
#include "models/bake/pulse_file.h"

namespace peal {

std::vector<UnitResult> bake(const std::vector<BakeUnit>& units, const PulseCache& cache,
                             const BakeRun& run) {
  std::vector<UnitResult> results(units.size());
  const auto warn = [&](const std::string& text) {
    if (run.warn) run.warn(text);
  };
  const auto note = [&](std::size_t i, const PulseRecord& record) {
    results[i].tail = record.tail, results[i].coefficients = record.coefficients.size();
    if (const std::string word = tail_warning(record); !word.empty())
      warn(fmt::format("{}: {}", units[i].name(), word));
  };
  SharedWork work;
  work.folder = cache.folder();
  double total = 0;
  for (const BakeUnit& unit : units) {
    work.units.push_back({unit.key, unit.name(), unit.plan.cell_steps});
    total += unit.plan.cell_steps;
  }
  work.force = run.force;
  work.find = [&](std::size_t i) {
    if (!cache.holds(units[i].key)) return false;
    const auto record = cache.load(units[i].key, [&](const std::string& text) {
      warn(fmt::format("{}: {}", units[i].name(), text));
    });
    if (record) note(i, *record);
    return record.has_value();
  };
  work.make = [&](std::size_t i, const std::function<void(double)>& part) {
    PulseRecord record = compute_pulses(*units[i].surface, units[i].plan, part);
    round_pulses(record);
    check_pulses(record, "the computed field");
    cache.store(units[i].key, record);
    note(i, record);
  };
  work.finished = [&](std::size_t i, const UnitEnd& end) {
    UnitResult& result = results[i];
    result.state = end.state, result.seconds = end.seconds;
    if (end.state == UnitState::failed)
      result.error = fmt::format("{}: {}", units[i].name(), end.error);
    std::error_code error;
    const auto bytes = std::filesystem::file_size(cache.path_of(units[i].key), error);
    result.bytes = error ? 0 : static_cast<double>(bytes);
    if (run.finished) run.finished(i, result);
  };
  work.warn = warn;
  if (run.progress && total > 0)
    work.progress = [&](double part) { run.progress(part * total, total); };
  share_work(work);
  return results;
}

}  // namespace peal

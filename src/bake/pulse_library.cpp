#include "bake/pulse_library.h"

#include "bake/pulse_file.h"
#include "base/error.h"

namespace peal {

void PulseLibrary::warn(const std::string& text) {
  const std::lock_guard lock(mutex_);
  warnings_.push_back(text);
}

int PulseLibrary::computed() const {
  const std::lock_guard lock(mutex_);
  return computed_;
}
int PulseLibrary::found() const {
  const std::lock_guard lock(mutex_);
  return found_;
}
std::vector<std::string> PulseLibrary::warnings() const {
  const std::lock_guard lock(mutex_);
  return warnings_;
}

std::shared_ptr<const PulseRecord> PulseLibrary::get(const TriangleMesh& surface,
                                                     const PulseRequest& request,
                                                     const Progress& progress) {
  const std::string key = pulse_key(surface, request);
  std::shared_ptr<Entry> entry;
  {
    const std::lock_guard lock(mutex_);
    auto& found = entries_[key];
    if (!found) found = std::make_shared<Entry>();
    entry = found;
  }
  const std::lock_guard turn(entry->mutex);
  if (entry->record) return entry->record;
  std::optional<PulseRecord> record =
      cache_.load(key, [&](const std::string& text) { warn(text); });
  const bool found = record.has_value();
  if (!found) {
    const PulsePlan plan = plan_pulses(surface, request);
    record = compute_pulses(surface, plan, progress);
    round_pulses(*record);
    check_pulses(*record, "the computed field");
    try {
      cache_.store(key, *record);
    } catch (const Interrupted&) {
      throw;
    } catch (const std::exception& error) {
      warn(fmt::format("{}; the field is used but not kept", error.what()));
    }
  }
  entry->record = std::make_shared<const PulseRecord>(std::move(*record));
  const std::lock_guard lock(mutex_);
  ++(found ? found_ : computed_);
  return entry->record;
}

}  // namespace peal

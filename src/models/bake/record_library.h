// The records of one kind that a run needs: each is made once, or taken from the cache
// (models/cache/record_cache.h). May be called from several threads: equal keys wait for one
// computation.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "models/cache/record_cache.h"

namespace peal {

template <class Record, class Kind>
class RecordLibrary {
 public:
  using Cache = RecordCache<Record, Kind>;
  explicit RecordLibrary(Cache cache) : cache_(std::move(cache)) {}

  /// @param compute gives the record as the cache would give it back: rounded and checked.
  std::shared_ptr<const Record> get(const std::string& key,
                                    const std::function<Record()>& compute) {
    const std::shared_ptr<Entry> entry = entry_of(key);
    const std::lock_guard turn(entry->mutex);
    if (entry->record) return entry->record;
    std::optional<Record> record;
    if (!anew_) record = cache_.load(key, [&](const std::string& text) { warn(text); });
    const bool found = record.has_value();
    if (!found) {
      record = compute();
      keep(key, *record);
    }
    entry->record = std::make_shared<const Record>(std::move(*record));
    const std::lock_guard lock(mutex_);
    ++(found ? found_ : computed_);
    return entry->record;
  }

  /// From now on what the cache has is computed again and replaced.
  void compute_anew() { anew_ = true; }

  const Cache& cache() const { return cache_; }
  int computed() const { return locked(computed_); }                       // here
  int found() const { return locked(found_); }                             // in the cache
  std::vector<std::string> warnings() const { return locked(warnings_); }  // damage, a full disk
  void warn(const std::string& text) {
    const std::lock_guard lock(mutex_);
    warnings_.push_back(text);
  }

 private:
  struct Entry {
    std::mutex mutex;
    std::shared_ptr<const Record> record;
  };
  std::shared_ptr<Entry> entry_of(const std::string& key) {
    const std::lock_guard lock(mutex_);
    auto& found = entries_[key];
    if (!found) found = std::make_shared<Entry>();
    return found;
  }
  void keep(const std::string& key, const Record& record) {
    try {
      cache_.store(key, record);
    } catch (const Interrupted&) {
      throw;
    } catch (const std::exception& error) {
      warn(fmt::format("{}; the field is used but not kept", error.what()));
    }
  }
  template <class T>
  T locked(const T& value) const {
    const std::lock_guard lock(mutex_);
    return value;
  }

  Cache cache_;
  bool anew_ = false;
  mutable std::mutex mutex_;  // guards what follows
  std::map<std::string, std::shared_ptr<Entry>> entries_;
  std::vector<std::string> warnings_;
  int computed_ = 0, found_ = 0;
};

}  // namespace peal

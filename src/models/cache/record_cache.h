// Records of one kind kept between runs: one hashed file each, named by what it was made from. A
// damaged entry is removed with a warning and made again. A kind is a class with
//
//   static constexpr const char* kFolder;  // "transfer"
//   static constexpr const char* kEnding;  // ".transfer"
//   static constexpr const char* kOther;   // sentence about a file under a wrong name
//   static Record read(path, std::string& about);       // stops when damaged
//   static void write(path, record, const std::string& about);
#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "base/error.h"
#include "base/files/cache_folder.h"

namespace peal {

template <class Record, class Kind>
class RecordCache {
 public:
  RecordCache() = default;  // keeps nothing
  explicit RecordCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// $PEAL_CACHE/<kind>, else $XDG_CACHE_HOME/peal/<kind>, else ~/.cache/peal/<kind>; empty
  /// PEAL_CACHE: no cache.
  static RecordCache of_user() { return RecordCache(user_cache_folder(Kind::kFolder)); }

  using Warn = std::function<void(const std::string&)>;

  /// Nothing when there is no such entry or it is damaged (then it is removed, with a warning).
  std::optional<Record> load(const std::string& key, const Warn& warn = {}) const {
    if (!keeps()) return {};
    return load_cached<Record>(
        path_of(key),
        [&](const std::filesystem::path& path) {
          std::string about;
          Record record = Kind::read(path, about);
          if (about != key) fail("{}: {}", path.string(), Kind::kOther);
          return record;
        },
        warn);
  }
  /// Whether an entry of that name is there; its content is not looked at.
  bool holds(const std::string& key) const {
    std::error_code error;
    return keeps() && std::filesystem::is_regular_file(path_of(key), error);
  }
  /// Stops when it cannot be written: full disk, folder that is read-only.
  void store(const std::string& key, const Record& record) const {
    if (!keeps()) return;
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    if (error)
      fail("the folder '{}' of the cache cannot be made: {}; choose another one with PEAL_CACHE",
           folder_.string(), error.message());
    Kind::write(path_of(key), record, key);
  }

  bool keeps() const { return !folder_.empty(); }
  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path path_of(const std::string& key) const {
    return folder_ / (key + Kind::kEnding);
  }

 private:
  std::filesystem::path folder_;
};

}  // namespace peal

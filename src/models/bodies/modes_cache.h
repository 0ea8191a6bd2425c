// Analyses kept between runs, one .modes file each, named by the content they were made from.
#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "physics/elastic/modal_analysis.h"

namespace peal {

class ModesCache {
 public:
  ModesCache() = default;  // keeps nothing
  explicit ModesCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// $PEAL_CACHE, else $XDG_CACHE_HOME/peal, else ~/.cache/peal; empty PEAL_CACHE: no cache.
  static ModesCache of_user();

  /// Nothing when there is no such entry or it is damaged (then it is removed).
  std::optional<ModalModel> load(const std::string& key) const;
  /// Whether an entry of that name is there; its content is not looked at.
  bool holds(const std::string& key) const;
  /// A full or read-only disk is no reason to stop: then nothing is kept.
  void store(const std::string& key, const ModalModel& model) const;

  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
};

}  // namespace peal

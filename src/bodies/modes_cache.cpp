#include "bodies/modes_cache.h"

#include <cstdlib>

#include "base/error.h"
#include "bodies/modes_file.h"

namespace peal {

ModesCache ModesCache::of_user() {
  if (const char* folder = std::getenv("PEAL_CACHE"))
    return *folder ? ModesCache(std::filesystem::path(folder) / "modes") : ModesCache();
  if (const char* folder = std::getenv("XDG_CACHE_HOME"); folder && *folder == '/')
    return ModesCache(std::filesystem::path(folder) / "peal" / "modes");
  if (const char* home = std::getenv("HOME"); home && *home == '/')
    return ModesCache(std::filesystem::path(home) / ".cache" / "peal" / "modes");
  return {};
}

std::optional<ModalModel> ModesCache::load(const std::string& key) const {
  if (folder_.empty()) return {};
  const auto path = folder_ / (key + ".modes");
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return {};
  try {
    ModesFile file = read_modes_file(path);
    if (file.about != key) fail("{}: holds another analysis", path.string());
    return std::move(file.model);
  } catch (const Error&) {
    std::filesystem::remove(path, error);
    return {};
  }
}

void ModesCache::store(const std::string& key, const ModalModel& model) const {
  if (folder_.empty()) return;
  try {
    std::filesystem::create_directories(folder_);
    Material unit;
    unit.name = "unit";
    unit.young = unit.density = 1;
    unit.damping = {0, 0, 0};
    write_modes_file(folder_ / (key + ".modes"), model, unit, key);
  } catch (const Interrupted&) {
    throw;
  } catch (const std::exception&) {
  }
}

}  // namespace peal

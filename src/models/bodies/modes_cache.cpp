#include "models/bodies/modes_cache.h"

#include "base/error.h"
#include "base/files/cache_folder.h"
#include "models/bodies/modes_file.h"

namespace peal {

ModesCache ModesCache::of_user() { return ModesCache(user_cache_folder("modes")); }

std::optional<ModalModel> ModesCache::load(const std::string& key) const {
  if (folder_.empty()) return {};
  return load_cached<ModalModel>(folder_ / (key + ".modes"), [&](const auto& path) {
    ModesFile file = read_modes_file(path, Hdf5Origin::own_cache);
    if (file.about != key) fail("{}: holds another analysis", path.string());
    return std::move(file.model);
  });
}

bool ModesCache::holds(const std::string& key) const {
  std::error_code error;
  return !folder_.empty() && std::filesystem::is_regular_file(folder_ / (key + ".modes"), error);
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

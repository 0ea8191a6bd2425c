#include "bake/pulse_cache.h"

#include "bake/pulse_file.h"
#include "base/cache_folder.h"
#include "base/error.h"
#include "base/hash.h"

namespace peal {

std::string pulse_key(const TriangleMesh& surface, const PulseRequest& request) {
  Hasher hasher;
  hasher.add("pulses").add(kPulseVersion);
  hasher.add(request.air.speed_of_sound).add(request.air.density);
  hasher.add(static_cast<int>(request.quality)).add(request.max_frequency);
  hasher.add(request.cell).add(request.pulse).add(request.tail_energy).add(request.longest);
  hasher.add(request.longest_stepped);
  // Item by item: -0 and 0 are the same place.
  hasher.add(surface.vertices.size()).add(surface.triangles.size());
  for (const Vec3& x : surface.vertices) hasher.add(x.x).add(x.y).add(x.z);
  for (const auto& triangle : surface.triangles) hasher.add(std::span<const int>(triangle));
  return hasher.result().hex();
}

PulseCache PulseCache::of_user() { return PulseCache(user_cache_folder("pulses")); }

std::optional<PulseRecord> PulseCache::load(const std::string& key, const Warn& warn) const {
  if (!keeps()) return {};
  return load_cached<PulseRecord>(
      path_of(key),
      [&](const std::filesystem::path& path) {
        PulseFile file = read_pulse_file(path);
        if (file.about != key) fail("{}: holds the pulses of another body", path.string());
        return std::move(file.record);
      },
      warn);
}

bool PulseCache::holds(const std::string& key) const {
  std::error_code error;
  return keeps() && std::filesystem::is_regular_file(path_of(key), error);
}

void PulseCache::store(const std::string& key, const PulseRecord& record) const {
  if (!keeps()) return;
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error)
    fail("the folder '{}' of the cache cannot be made: {}; choose another one with PEAL_CACHE",
         folder_.string(), error.message());
  write_pulse_file(path_of(key), record, key);
}

}  // namespace peal

#include "models/bake/pulse_cache.h"

#include "base/hash.h"
#include "models/bake/pulse_file.h"

namespace peal {

std::string pulse_key(const TriangleMesh& surface, const PulseRequest& request) {
  const auto& [air, quality, max_frequency, cell, pulse, tail_energy, longest, longest_stepped] =
      request;
  const auto& [speed_of_sound, density] = air;
  Hasher hasher;
  hasher.add("pulses").add(kPulseVersion);
  hasher.add(speed_of_sound).add(density).add(static_cast<int>(quality)).add(max_frequency);
  hasher.add(cell).add(pulse).add(tail_energy).add(longest).add(longest_stepped);
  // Item by item: -0 and 0 are the same place.
  hasher.add(surface.vertices.size()).add(surface.triangles.size());
  for (const Vec3& x : surface.vertices) hasher.add(x.x).add(x.y).add(x.z);
  for (const auto& triangle : surface.triangles) hasher.add(std::span<const int>(triangle));
  return hasher.result().hex();
}

PulseRecord PulseKind::read(const std::filesystem::path& path, std::string& about) {
  PulseFile file = read_pulse_file(path, Hdf5Origin::own_cache);
  about = file.about;
  return std::move(file.record);
}

void PulseKind::write(const std::filesystem::path& path, const PulseRecord& record,
                      const std::string& about) {
  write_pulse_file(path, record, about);
}

}  // namespace peal

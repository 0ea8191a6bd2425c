#include "models/bake/pulse_cache.h"

#include "base/hash.h"
#include "models/bake/pulse_file.h"

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

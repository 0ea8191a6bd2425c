#include "models/bake/quick_radiation.h"

#include <cmath>
#include <cstring>
#include <fstream>

#include "base/error.h"
#include "base/files/atomic_file.h"
#include "base/hash.h"

namespace peal {
namespace {

constexpr char kMagic[8] = {'P', 'E', 'A', 'L', 'Q', 'R', '0', '1'};
constexpr std::size_t kKeyLength = 32;

/// Of everything that follows the hash in the file.
struct Head {
  char magic[8];
  Hash128 hash;
  char about[kKeyLength];
  std::uint64_t potentials, powers;  // counts
};

Hash128 hash_of(const Head& head, std::span<const double> values) {
  return Hasher()
      .add(std::string_view(head.about, kKeyLength))
      .add(head.potentials)
      .add(head.powers)
      .add(values)
      .result();
}

std::string key_of(const TriangleMesh& mesh, const Air& air, std::span<const SurfaceMode> modes,
                   SurfaceKind kind) {
  Hasher hasher;
  hasher.add("quick radiation").add(kQuickRadiationVersion).add(static_cast<int>(kind));
  hasher.add(air.speed_of_sound).add(air.density).add(mesh.vertices.size());
  for (const Vec3& v : mesh.vertices) hasher.add(v.x).add(v.y).add(v.z);
  for (const auto& [a, b, c] : mesh.triangles) hasher.add(a).add(b).add(c);
  for (const SurfaceMode& mode : modes)
    hasher.add(mode.omega).add(std::span<const double>(mode.normal_velocity));
  return hasher.result().hex();
}

}  // namespace

QuickRadiationRecord QuickRadiationKind::read(const std::filesystem::path& path,
                                              std::string& about) {
  std::ifstream file(path, std::ios::binary);
  Head head;
  if (!file.read(reinterpret_cast<char*>(&head), sizeof head) ||
      std::memcmp(head.magic, kMagic, sizeof kMagic) != 0)
    fail("{}: damaged: it is no file of radiation", path.string());
  const std::uintmax_t bytes = std::filesystem::file_size(path) - sizeof head;
  if (head.potentials > bytes || head.powers > bytes ||
      (head.potentials + head.powers) * sizeof(double) != bytes)
    fail("{}: damaged: its length is not what it says", path.string());
  std::vector<double> values(bytes / sizeof(double));
  if (!file.read(reinterpret_cast<char*>(values.data()), static_cast<std::streamsize>(bytes)) ||
      !(hash_of(head, values) == head.hash))
    fail("{}: damaged: its hash is another", path.string());
  about.assign(head.about, kKeyLength);
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(head.potentials);
  return {{values.begin(), middle}, {middle, values.end()}};
}

void QuickRadiationKind::write(const std::filesystem::path& path,
                               const QuickRadiationRecord& record, const std::string& about) {
  if (about.size() != kKeyLength) fail("{}: a key of {} letters", path.string(), about.size());
  Head head{};
  std::memcpy(head.magic, kMagic, sizeof kMagic);
  std::memcpy(head.about, about.data(), kKeyLength);
  head.potentials = record.potentials.size(), head.powers = record.powers.size();
  std::vector<double> values = record.potentials;
  values.insert(values.end(), record.powers.begin(), record.powers.end());
  head.hash = hash_of(head, values);
  std::string text(reinterpret_cast<const char*>(&head), sizeof head);
  text.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double));
  write_file_atomically(path, text);
}

QuickRadiation quick_radiation(const TriangleMesh& mesh, const Air& air,
                               std::span<const SurfaceMode> modes, SurfaceKind kind,
                               const QuickRadiationCache& cache) {
  const std::string key = cache.keeps() ? key_of(mesh, air, modes, kind) : "";
  std::optional<QuickRadiationRecord> record = cache.load(key);
  if (record && (record->powers.size() != modes.size() ||
                 record->potentials.size() != modes.size() * mesh.triangles.size()))
    record.reset();
  const bool found = record.has_value();
  if (!found) record = {added_mass_potentials(mesh, modes, kind), {}};
  QuickRadiation out;
  out.radiation = std::make_unique<SurfaceRadiation>(mesh, air, modes, kind, record->potentials);
  if (!found) {
    record->powers = out.radiation->radiated_powers();
    try {
      cache.store(key, *record);
    } catch (const Error&) {
      // A full disk: other entries say so (models/bake/record_library.h).
    }
  }
  out.powers = std::move(record->powers);
  return out;
}

}  // namespace peal

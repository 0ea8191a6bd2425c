// Probes in HDF5 with bytes changed. Files of the old format without checksums are read by a
// process of their own; files as Peal writes them also by this one, as those of the cache are.
#include <cmath>
#include <fstream>

#include "base/files/temporary_folder.h"
#include "file_in_memory.h"
#include "fuzz.h"
#include "io/data/hdf5_file.h"
#include "io/data/pressure_probes.h"
#include "patches.h"
#include "unit/io/data/old_hdf5.h"

namespace {

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string old_probes() {
  const peal::TemporaryFolder folder;
  peal::test::write_old_probes(folder.path() / "old.h5");
  return bytes_of(folder.path() / "old.h5");
}

std::string own_probes() {
  const peal::TemporaryFolder folder;
  peal::PressureProbes probes;
  probes.step = 1e-6;
  probes.probes = {{"left", {1, 2, 3}}, {"right", {4, 5, 6}}};
  probes.positions = {{0, 0, 0}, {1, 0, 0}};
  peal::write_probe_file(folder.path() / "own.h5", probes, "two probes");
  return bytes_of(folder.path() / "own.h5");
}

void read_everything(const std::string& path, peal::Hdf5Origin origin) {
  const peal::Hdf5Reader in(path, origin);
  std::vector<std::size_t> shape;
  for (const char* name : {"step", "begin"})
    if (in.has_attribute(name)) in.number(name);
  for (const char* name : {"pressure_unit", "format"})
    if (in.has_attribute(name)) in.text(name);
  for (const char* name : {"pressure", "position", "group/places"})
    if (in.has_array(name)) {
      const auto values = in.doubles(name, shape, in.dimensions(name));
      std::size_t count = 1;
      for (const std::size_t n : shape) count *= n;
      if (count != values.size()) std::abort();
    }
  if (in.has_array("name")) in.texts("name");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string old = old_probes(), own = own_probes();
  static const peal::FileInMemory file;
  if (size < 2) return 0;
  const bool from_cache = data[0] % 4 != 0;  // faster
  std::string bytes = from_cache ? own : old;
  const char version = bytes[8];
  peal::patch(bytes, data + 1, size - 1);
  if (from_cache) bytes[8] = version;
  file.set(bytes);
  try {
    read_everything(file.path(),
                    from_cache ? peal::Hdf5Origin::own_cache : peal::Hdf5Origin::given);
  } catch (const peal::Error& error) {
    if (std::string(error.what()).find(file.path()) != 0) std::abort();
  }
  if (data[0] % 64 != 0) return 0;
  try {
    for (const peal::Probe& probe : peal::read_probe_file(file.path()).probes)
      for (const double p : probe.pressure)
        if (!std::isfinite(p)) std::abort();
  } catch (const peal::Error&) {
  }
  return 0;
}

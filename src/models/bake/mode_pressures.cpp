#include "models/bake/mode_pressures.h"

#include <algorithm>

#include "base/error.h"
#include "base/files/atomic_file.h"
#include "base/hash.h"
#include "base/parallel.h"
#include "models/bake/transfer_head.h"

namespace peal {
namespace {

using Single = std::complex<float>;

std::string hash_of_pressures(const ModePressures& p, const std::string& about) {
  Hasher hasher;
  hasher.add(kTransferFileVersion).add(about).add(std::span<const double>(p.omega));
  for (const Vec3& x : p.places) hasher.add(x.x).add(x.y).add(x.z);
  for (const Single& value : p.pressures)
    hasher.add(double{value.real()}).add(double{value.imag()});
  return hasher.result().hex();
}

void check_pressures(const ModePressures& p, const std::string& where) {
  for (std::size_t i = 0; i < p.omega.size(); ++i)
    check_positive(fmt::format("{}: mode {}", where, i), "omega", p.omega[i]);
  if (!std::all_of(p.places.begin(), p.places.end(), [](const Vec3& x) { return is_finite(x); }))
    fail("{}: 'places' holds a value that is not a number", where);
  if (p.pressures.size() != p.omega.size() * p.places.size())
    fail("{}: {} pressures do not fit {} modes at {} places", where, p.pressures.size(),
         p.omega.size(), p.places.size());
  check_finite(where, p.pressures);
}

}  // namespace

void write_mode_pressures(const std::filesystem::path& path, const ModePressures& pressures,
                          const std::string& about) {
  check_pressures(pressures, path.string());
  AtomicFile file(path);
  Hdf5Writer out(file.temporary(), kTransferCompression);
  write_transfer_head(out, TransferContent::pressures, about, hash_of_pressures(pressures, about));
  const std::size_t modes = pressures.omega.size(), places = pressures.places.size();
  out.array("omega", std::span<const double>(pressures.omega), {modes}, "rad/s");
  std::vector<double> coordinates;
  for (const Vec3& x : pressures.places) coordinates.insert(coordinates.end(), {x.x, x.y, x.z});
  out.array("places", std::span<const double>(coordinates), {places, 3}, "m");
  std::vector<float> real, imag;
  for (const Single& value : pressures.pressures)
    real.push_back(value.real()), imag.push_back(value.imag());
  out.array("real", std::span<const float>(real), {modes, places}, "Pa");
  out.array("imag", std::span<const float>(imag), {modes, places}, "Pa");
  out.close();
  file.commit();
}

ModePressures read_mode_pressures(const std::filesystem::path& path) {
  const std::string name = path.string();
  const Hdf5Reader in(path);
  const bool conjugated = read_transfer_head(in, name, TransferContent::pressures);
  ModePressures out;
  std::vector<std::size_t> shape, real_shape, imag_shape;
  out.omega = in.doubles("omega", shape, 1);
  const std::vector<double> coordinates = in.doubles("places", shape, 2);
  if (shape[1] != 3) fail("{}: 'places' has {} columns; expected 3", name, shape[1]);
  for (std::size_t i = 0; i < shape[0]; ++i)
    out.places.push_back({coordinates[3 * i], coordinates[3 * i + 1], coordinates[3 * i + 2]});
  const std::vector<float> real = in.floats("real", real_shape, 2);
  const std::vector<float> imag = in.floats("imag", imag_shape, 2);
  const std::vector<std::size_t> expected{out.omega.size(), out.places.size()};
  if (real_shape != expected || imag_shape != expected)
    fail("{}: 'real' is {} x {}, 'imag' {} x {}; expected modes x places, {} x {}", name,
         real_shape[0], real_shape[1], imag_shape[0], imag_shape[1], expected[0], expected[1]);
  for (std::size_t i = 0; i < real.size(); ++i)
    out.pressures.emplace_back(real[i], conjugated ? -imag[i] : imag[i]);
  check_pressures(out, name);
  check_hash(in, name, hash_of_pressures(out, read_about(in)));
  return out;
}

ModePressures pressures_at(const TransferRecord& record, const std::vector<Vec3>& places) {
  ModePressures out;
  out.places = places;
  for (const ModeTransfer& mode : record.modes) out.omega.push_back(mode.omega);
  out.pressures.resize(out.omega.size() * places.size());
  parallel_for(out.omega.size(), [&](std::size_t i) {
    for (std::size_t j = 0; j < places.size(); ++j)
      if (!record.modes[i].coefficients.empty())
        out.pressures[i * places.size() + j] =
            Single(transfer_pressure(record, record.modes[i], places[j]));
  });
  return out;
}

}  // namespace peal

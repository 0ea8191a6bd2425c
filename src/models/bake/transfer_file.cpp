#include "models/bake/transfer_file.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"
#include "base/files/atomic_file.h"
#include "base/hash.h"
#include "models/bake/transfer_head.h"

namespace peal {
namespace {

using Single = std::complex<float>;

constexpr double kLargestSize = 1e4;  // k r1; orders end at 120
constexpr int kNotComputed = -1;      // the order of a mode without coefficients

constexpr std::array kMethods{TransferMethod::boundary_elements, TransferMethod::time_domain,
                              TransferMethod::foreign};

/// The arrays of a file: how modes are laid out in it.
struct Columns {
  std::vector<double> omega, error;
  std::vector<std::int32_t> order, method;
  std::vector<float> real, imag;
};

Columns columns_of(const TransferRecord& record) {
  Columns out;
  for (const ModeTransfer& mode : record.modes) {
    out.omega.push_back(mode.omega), out.error.push_back(mode.error);
    out.order.push_back(mode.coefficients.empty() ? kNotComputed : mode.order);
    out.method.push_back(static_cast<std::int32_t>(mode.method));
    for (const Single& c : mode.coefficients)
      out.real.push_back(c.real()), out.imag.push_back(c.imag());
  }
  return out;
}

std::string hash_of_transfer(const TransferRecord& record, const Columns& columns,
                             const std::string& about) {
  Hasher hasher;
  hasher.add(kTransferFileVersion).add(about);
  hasher.add(record.air.speed_of_sound).add(record.air.density).add(record.radius);
  hasher.add(record.centre.x).add(record.centre.y).add(record.centre.z);
  for (const auto* doubles : {&columns.omega, &columns.error})
    hasher.add(std::span<const double>(*doubles));
  for (const auto* integers : {&columns.order, &columns.method})
    hasher.add(std::span<const int>(*integers));
  for (const auto* floats : {&columns.real, &columns.imag})
    hasher.add(std::span<const float>(*floats));
  return hasher.result().hex();
}

}  // namespace

void check_transfer(const TransferRecord& record, const std::string& where) {
  check_positive(where, "speed_of_sound", record.air.speed_of_sound);
  check_positive(where, "density", record.air.density);
  check_positive(where, "radius", record.radius);
  if (!is_finite(record.centre)) fail("{}: 'centre' holds a value that is not a number", where);
  // What is heard from the origin's delay line must come from near the origin.
  if (norm(record.centre) > 100 * record.radius)
    fail("{}: 'centre' lies {:.3g} m from the body's origin, too far for a sphere of {:.3g} m",
         where, norm(record.centre), record.radius);
  for (std::size_t i = 0; i < record.modes.size(); ++i) {
    const ModeTransfer& mode = record.modes[i];
    const std::string place = fmt::format("{}: mode {}", where, i);
    check_positive(place, "omega", mode.omega);
    if (mode.omega / record.air.speed_of_sound * record.radius > kLargestSize)
      fail("{}: 'omega' is {:.4g} rad/s; the sphere would be more than {} wavelengths around",
           place, mode.omega, kLargestSize);
    if (!(mode.error >= 0) || !std::isfinite(mode.error))
      fail("{}: 'error' is {}; expected 0 or more", place, mode.error);
    if (std::find(kMethods.begin(), kMethods.end(), mode.method) == kMethods.end())
      fail("{}: 'method' is {}; expected 0, 1 or 2", place, static_cast<int>(mode.method));
    if (mode.coefficients.empty()) continue;
    if (mode.order < 0 || mode.order > kMaxHarmonicOrder)
      fail("{}: 'order' is {}; expected 0 to {}", place, mode.order, kMaxHarmonicOrder);
    if (mode.coefficients.size() != harmonic_count(mode.order))
      fail("{}: {} coefficients do not fit order {}; expected {}", place, mode.coefficients.size(),
           mode.order, harmonic_count(mode.order));
    check_finite(place, mode.coefficients);
  }
}

namespace {

void check_count(const std::string& name, const char* array, std::size_t count,
                 std::size_t expected) {
  if (count != expected) fail("{}: '{}' has {} values; expected {}", name, array, count, expected);
}

std::vector<double> read_doubles(const Hdf5Reader& in, const char* array) {
  std::vector<std::size_t> shape;
  return in.doubles(array, shape, 1);
}

}  // namespace

void write_transfer_file(const std::filesystem::path& path, const TransferRecord& record,
                         const std::string& about) {
  check_transfer(record, path.string());
  const Columns columns = columns_of(record);
  AtomicFile file(path);
  Hdf5Writer out(file.temporary(), kTransferCompression);
  write_transfer_head(out, TransferContent::multipoles, about,
                      hash_of_transfer(record, columns, about));
  out.attribute("speed_of_sound", record.air.speed_of_sound);
  out.attribute("density", record.air.density);
  out.attribute("radius", record.radius);
  const std::array centre{record.centre.x, record.centre.y, record.centre.z};
  out.array("centre", std::span<const double>(centre), {3}, "m");
  const std::size_t modes = record.modes.size();
  out.array("omega", std::span<const double>(columns.omega), {modes}, "rad/s");
  out.array("order", std::span<const std::int32_t>(columns.order), {modes}, "1");
  out.array("method", std::span<const std::int32_t>(columns.method), {modes}, "1");
  out.array("error", std::span<const double>(columns.error), {modes}, "1");
  // One long row each: short ones would not be deflated.
  out.array("real", std::span<const float>(columns.real), {columns.real.size()}, "Pa");
  out.array("imag", std::span<const float>(columns.imag), {columns.imag.size()}, "Pa");
  out.close();
  file.commit();
}

TransferFile read_transfer_file(const std::filesystem::path& path, Hdf5Origin origin) {
  const std::string name = path.string();
  const Hdf5Reader in(path, origin);
  const bool conjugated = read_transfer_head(in, name, TransferContent::multipoles);
  TransferFile file;
  TransferRecord& record = file.record;
  file.about = read_about(in), file.hashed = in.has_attribute("hash");
  record.air = {in.number("speed_of_sound"), in.number("density")};
  record.radius = in.number("radius");
  const std::vector<double> centre = read_doubles(in, "centre");
  check_count(name, "centre", centre.size(), 3);
  record.centre = {centre[0], centre[1], centre[2]};
  std::vector<std::size_t> shape;
  Columns columns;
  columns.omega = read_doubles(in, "omega");
  const std::size_t modes = columns.omega.size();
  columns.order = in.integers("order", shape, 1);
  check_count(name, "order", columns.order.size(), modes);
  // What other programs need not know.
  columns.method.assign(modes, static_cast<int>(TransferMethod::foreign));
  if (in.has_array("method")) columns.method = in.integers("method", shape, 1);
  check_count(name, "method", columns.method.size(), modes);
  columns.error.assign(modes, 0.0);
  if (in.has_array("error")) columns.error = read_doubles(in, "error");
  check_count(name, "error", columns.error.size(), modes);
  columns.real = in.floats("real", shape, 1);
  columns.imag = in.floats("imag", shape, 1);
  std::size_t expected = 0;
  for (std::size_t i = 0; i < modes; ++i) {
    const int order = columns.order[i];
    if (order < kNotComputed || order > kMaxHarmonicOrder)
      fail("{}: 'order' of mode {} is {}; expected -1 (not computed) to {}", name, i, order,
           kMaxHarmonicOrder);
    expected += harmonic_count(order);  // 0 for -1
  }
  check_count(name, "real", columns.real.size(), expected);
  check_count(name, "imag", columns.imag.size(), expected);
  std::size_t next = 0;
  for (std::size_t i = 0; i < modes; ++i) {
    ModeTransfer mode;
    mode.omega = columns.omega[i], mode.error = columns.error[i];
    mode.order = std::max(0, columns.order[i]);
    mode.method = static_cast<TransferMethod>(columns.method[i]);
    const std::size_t end = next + harmonic_count(columns.order[i]);
    for (; next < end; ++next)
      mode.coefficients.emplace_back(columns.real[next],
                                     conjugated ? -columns.imag[next] : columns.imag[next]);
    record.modes.push_back(std::move(mode));
  }
  check_transfer(record, name);
  // Of the record, not of the arrays: a changed sense of time shows.
  check_hash(in, name, hash_of_transfer(record, columns_of(record), file.about));
  return file;
}

}  // namespace peal

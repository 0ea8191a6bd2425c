#include "models/bake/pulse_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "base/error.h"
#include "base/files/atomic_file.h"
#include "base/hash.h"
#include "io/data/hdf5_file.h"

namespace peal {
namespace {

constexpr std::int64_t kFileVersion = 1;
constexpr int kCompression = 6;
constexpr int kLargestOrder = 1000;

/// The plain numbers of a record: name in the file and member, in one list for writer, reader,
/// hash.
template <class Record, class F>
void for_each_number(Record& record, F&& f) {
  f("speed_of_sound", record.air.speed_of_sound);
  f("density", record.air.density);
  f("radius", record.radius);
  f("pulse", record.pulse);
  f("max_frequency", record.max_frequency);
  f("begin", record.begin);
  f("step", record.step);
  f("cell", record.cell);
  f("tail", record.tail);
  f("wall_cells", record.wall_cells);
}

std::vector<std::int32_t> coefficient_numbers(const PulseRecord& record) {
  std::vector<std::int32_t> out;
  out.reserve(3 * record.coefficients.size());
  for (const PulseCoefficient& coefficient : record.coefficients)
    out.insert(out.end(), {coefficient.dof, coefficient.l, coefficient.m});
  return out;
}

std::string hash_of_pulses(const PulseRecord& record, const std::string& about) {
  Hasher hasher;
  hasher.add(kFileVersion).add(about).add(record.polar_axis).add(record.samples);
  for_each_number(record, [&](const char*, double value) { hasher.add(value); });
  hasher.add(record.centre.x).add(record.centre.y).add(record.centre.z);
  const std::vector<std::int32_t> coefficients = coefficient_numbers(record);
  hasher.add(std::span<const int>(coefficients)).add(std::span<const float>(record.values));
  return hasher.result().hex();
}

}  // namespace

void round_pulses(PulseRecord& record) {
  std::array<float, kRigidDofs> largest{};
  const auto samples = static_cast<std::size_t>(record.samples);
  for (std::size_t c = 0; c < record.coefficients.size(); ++c) {
    float& most = largest.at(static_cast<std::size_t>(record.coefficients[c].dof));
    for (std::size_t i = 0; i < samples; ++i)
      most = std::max(most, std::abs(record.values[c * samples + i]));
  }
  for (std::size_t c = 0; c < record.coefficients.size(); ++c) {
    const float most = largest[static_cast<std::size_t>(record.coefficients[c].dof)];
    if (!(most > 0) || !std::isfinite(most)) continue;
    // Half a unit is the error. The unit follows from the power of two above the largest value,
    // which rounding cannot cross: so a rounded record is rounded no further.
    const double unit = std::exp2(std::floor(std::log2(kPulseRounding)) +
                                  std::ceil(std::log2(static_cast<double>(most))));
    for (std::size_t i = 0; i < samples; ++i) {
      float& value = record.values[c * samples + i];
      value = static_cast<float>(std::nearbyint(value / unit) * unit) + 0.0f;  // no -0
    }
  }
}

void check_pulses(const PulseRecord& record, const std::string& where) {
  const auto positive = [&](const char* name, double value) {
    if (!(value > 0 && std::isfinite(value)))
      fail("{}: '{}' is {}; expected a positive number", where, name, value);
  };
  positive("speed_of_sound", record.air.speed_of_sound), positive("density", record.air.density);
  positive("radius", record.radius), positive("pulse", record.pulse);
  positive("max_frequency", record.max_frequency), positive("step", record.step);
  if (!std::isfinite(record.begin) || !std::isfinite(norm(record.centre)))
    fail("{}: holds a value that is not a number", where);
  if (record.polar_axis < 0 || record.polar_axis > 2)
    fail("{}: 'polar_axis' is {}; expected 0, 1 or 2", where, record.polar_axis);
  if (record.samples < 0 ||
      record.values.size() != record.coefficients.size() * static_cast<std::size_t>(record.samples))
    fail("{}: the sizes of its arrays do not fit together", where);
  std::set<std::array<int, 3>> seen;
  for (const auto& [dof, l, m] : record.coefficients) {
    if (dof < 0 || dof >= kRigidDofs || l < 0 || l > kLargestOrder || std::abs(m) > l)
      fail("{}: 'channels' names freedom {}, harmonic ({}, {})", where, dof, l, m);
    if (!seen.insert({dof, l, m}).second)
      fail("{}: 'channels' names freedom {}, harmonic ({}, {}) twice", where, dof, l, m);
  }
  if (!std::all_of(record.values.begin(), record.values.end(),
                   [](float value) { return std::isfinite(value); }))
    fail("{}: holds a value that is not a number", where);
}

void write_pulse_file(const std::filesystem::path& path, const PulseRecord& record,
                      const std::string& about) {
  check_pulses(record, path.string());
  AtomicFile file(path);
  Hdf5Writer out(file.temporary(), kCompression);
  out.attribute("format", std::string("peal pulses"));
  out.attribute("version", kFileVersion);
  out.attribute("about", about);
  out.attribute("hash", hash_of_pulses(record, about));
  out.attribute("polar_axis", static_cast<std::int64_t>(record.polar_axis));
  out.attribute("samples", static_cast<std::int64_t>(record.samples));
  for_each_number(record, [&](const char* name, double value) { out.attribute(name, value); });
  const std::array centre{record.centre.x, record.centre.y, record.centre.z};
  out.array("centre", std::span<const double>(centre), {3}, "m");
  const std::vector<std::int32_t> coefficients = coefficient_numbers(record);
  out.array("channels", std::span<const std::int32_t>(coefficients),
            {record.coefficients.size(), 3}, "1");
  // One long row: short ones would not be deflated.
  out.array("values", std::span<const float>(record.values), {record.values.size()},
            "Pa/(m/s^2) or Pa/(rad/s^2)");
  out.close();
  file.commit();
}

PulseFile read_pulse_file(const std::filesystem::path& path, Hdf5Origin origin) {
  const std::string name = path.string();
  const Hdf5Reader in(path, origin);
  if (in.text("format") != "peal pulses") fail("{}: not a file of pulses", name);
  if (const auto version = in.integer("version"); version != kFileVersion)
    fail("{}: written in version {} of the format; this program reads version {}", name, version,
         kFileVersion);
  PulseFile file;
  PulseRecord& record = file.record;
  file.about = in.text("about");
  for_each_number(record, [&](const char* number, double& value) { value = in.number(number); });
  const auto small = [&](const char* number) {
    return static_cast<int>(std::clamp<std::int64_t>(in.integer(number), -1, INT32_MAX));
  };
  record.polar_axis = small("polar_axis"), record.samples = small("samples");
  std::vector<std::size_t> shape, value_shape;
  const std::vector<double> centre = in.doubles("centre", shape, 1);
  if (centre.size() != 3) fail("{}: 'centre' has {} values; expected 3", name, centre.size());
  record.centre = {centre[0], centre[1], centre[2]};
  const std::vector<std::int32_t> coefficients = in.integers("channels", shape, 2);
  record.values = in.floats("values", value_shape, 1);
  if (shape[1] != 3) fail("{}: the sizes of its arrays do not fit together", name);
  record.coefficients.resize(shape[0]);
  for (std::size_t c = 0; c < shape[0]; ++c)
    record.coefficients[c] = {coefficients[3 * c], coefficients[3 * c + 1],
                              coefficients[3 * c + 2]};
  check_pulses(record, name);
  if (in.text("hash") != hash_of_pulses(record, file.about))
    fail("{}: damaged: its content does not hash to what was written", name);
  return file;
}

}  // namespace peal

#include "io/data/pressure_probes.h"

#include <cmath>
#include <set>

#include "base/error.h"
#include "base/files/atomic_file.h"
#include "io/data/hdf5_file.h"

namespace peal {
namespace {

constexpr const char* kPage = "see docs/reference/pressure-probes.md";

/// An attribute of the file, or an array of one value.
bool find_number(const Hdf5Reader& in, const std::string& file, const std::string& name,
                 double& value) {
  if (in.has_attribute(name)) {
    value = in.number(name);
    return true;
  }
  if (!in.has_array(name)) return false;
  std::vector<std::size_t> shape;
  const std::vector<double> values = in.doubles(name, shape, in.dimensions(name));
  if (values.size() != 1)
    fail("{}: '{}' has {} values; expected one number", file, name, values.size());
  value = values[0];
  return true;
}

double step_of(const Hdf5Reader& in, const std::string& file) {
  double step = 0, rate = 0;
  const bool has_step = find_number(in, file, "step", step);
  const bool has_rate = find_number(in, file, "rate", rate);
  if (!has_step && !has_rate)
    fail("{}: needs 'step' [s] or 'rate' [1/s], an attribute or an array of one value; {}", file,
         kPage);
  if (has_step && has_rate && !(std::abs(step * rate - 1) < 1e-6))
    fail("{}: 'step' {} s and 'rate' {} /s do not fit together; leave one out", file, step, rate);
  if (!has_step) step = 1 / rate;
  if (!(step > 0 && std::isfinite(step)))
    fail("{}: '{}' is {}; expected a number > 0", file, has_step ? "step" : "rate",
         has_step ? step : rate);
  return step;
}

void read_positions(const Hdf5Reader& in, const std::string& file, PressureProbes& out) {
  if (!in.has_array("position")) return;
  std::vector<std::size_t> shape;
  const std::vector<double> values = in.doubles("position", shape, 2);
  if (shape[0] != out.probes.size() || shape[1] != 3)
    fail("{}: 'position' is {} x {}; expected {} x 3, one row per probe", file, shape[0], shape[1],
         out.probes.size());
  for (std::size_t i = 0; i < shape[0]; ++i) {
    out.positions.push_back({values[3 * i], values[3 * i + 1], values[3 * i + 2]});
    if (!std::isfinite(norm(out.positions.back())))
      fail("{}: 'position' of probe {} is not a finite number", file, i + 1);
  }
}

void read_names(const Hdf5Reader& in, const std::string& file, PressureProbes& out) {
  std::vector<std::string> names;
  if (in.has_array("name")) {
    names = in.texts("name");
    if (names.size() != out.probes.size())
      fail("{}: {} names for {} probes", file, names.size(), out.probes.size());
  }
  std::set<std::string> seen;
  for (std::size_t i = 0; i < out.probes.size(); ++i) {
    out.probes[i].name = names.empty() ? fmt::format("probe {}", i + 1) : names[i];
    if (!seen.insert(out.probes[i].name).second)
      fail("{}: two probes are called '{}'", file, out.probes[i].name);
  }
}

}  // namespace

void write_probe_file(const std::filesystem::path& path, const PressureProbes& probes,
                      const std::string& about) {
  const std::size_t samples = probes.samples();
  std::vector<double> pressure, position;
  std::vector<std::string> names;
  for (const Probe& probe : probes.probes) {
    if (probe.pressure.size() != samples)
      fail("{}: the probes are not equally long", path.string());
    pressure.insert(pressure.end(), probe.pressure.begin(), probe.pressure.end());
    names.push_back(probe.name);
  }
  for (const Vec3& x : probes.positions) position.insert(position.end(), {x.x, x.y, x.z});
  AtomicFile file(path);
  Hdf5Writer out(file.temporary());
  out.attribute("format", std::string("peal probes"));
  out.attribute("version", std::int64_t{1});
  if (!about.empty()) out.attribute("about", about);
  out.attribute("pressure_unit", probes.unit);
  out.attribute("begin", probes.begin);
  out.attribute("step", probes.step);
  out.array("pressure", std::span<const double>(pressure), {probes.probes.size(), samples},
            probes.unit);
  if (!position.empty())
    out.array("position", std::span<const double>(position), {probes.positions.size(), 3}, "m");
  out.texts("name", names);
  out.close();
  file.commit();
}

PressureProbes read_probe_file(const std::filesystem::path& path) {
  const std::string file = path.string();
  const Hdf5Reader in(path);
  if (!in.has_array("pressure"))
    fail("{}: needs an array 'pressure' of probes x samples; {}", file, kPage);
  const std::size_t dimensions = in.dimensions("pressure");
  if (dimensions != 1 && dimensions != 2)
    fail("{}: 'pressure' has {} dimensions; expected probes x samples", file, dimensions);
  std::vector<std::size_t> shape;
  const std::vector<double> values = in.doubles("pressure", shape, dimensions);
  const std::size_t samples = shape.back(), count = dimensions == 2 ? shape[0] : 1;
  if (samples < 2 || count < 1)
    fail("{}: 'pressure' holds {} probes of {} samples; nothing to hear", file, count, samples);
  PressureProbes out;
  out.step = step_of(in, file);
  find_number(in, file, "begin", out.begin);
  if (!std::isfinite(out.begin)) fail("{}: 'begin' is not a finite number", file);
  for (std::size_t p = 0; p < count; ++p) {
    const auto from = values.begin() + static_cast<std::ptrdiff_t>(p * samples);
    out.probes.push_back({"", {from, from + static_cast<std::ptrdiff_t>(samples)}});
    for (std::size_t n = 0; n < samples; ++n)
      if (!std::isfinite(out.probes[p].pressure[n]))
        fail("{}: 'pressure' of probe {}, sample {} is not a finite number", file, p + 1, n);
  }
  if (in.has_attribute("pressure_unit")) out.unit = in.text("pressure_unit");
  read_positions(in, file, out);
  read_names(in, file, out);
  return out;
}

}  // namespace peal

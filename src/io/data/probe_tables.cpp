// Probes as text: tables of pressure over time, and tables of points.
#include <cmath>
#include <set>

#include "base/error.h"
#include "io/data/csv_table.h"
#include "io/data/pressure_probes.h"

namespace peal {
namespace {

constexpr double kUneven = 0.05;             // of a step; times are rounded when printed
constexpr std::size_t kMostValues = 200e6;   // of a table: 1.6 GB
constexpr std::size_t kMostPoints = 100000;  // of probes that are wanted

int time_column(const CsvReader& csv) {
  for (const char* name : {"time", "t", "time_s", "time [s]", "time (s)", "seconds"})
    if (const int found = csv.find(name); found >= 0) return found;
  fail("{}: has no column of times [s] called time, t or time_s", csv.name());
}

}  // namespace

PressureProbes read_probe_table(const std::filesystem::path& path) {
  CsvReader csv(path);
  const int time = time_column(csv);
  PressureProbes out;
  std::vector<int> columns;
  std::set<std::string> seen;
  for (int c = 0; c < static_cast<int>(csv.columns().size()); ++c) {
    if (c == time) continue;
    columns.push_back(c);
    out.probes.push_back({csv.columns()[static_cast<std::size_t>(c)], {}});
    if (!seen.insert(out.probes.back().name).second)
      fail("{}: two columns are called '{}'", csv.name(), out.probes.back().name);
  }
  if (columns.empty()) fail("{}: needs a column of pressure beside that of the times", csv.name());
  std::vector<double> times;
  std::vector<std::size_t> lines;
  while (csv.next()) {
    times.push_back(csv.number(time)), lines.push_back(csv.line());
    if (times.size() * (columns.size() + 1) > kMostValues)
      csv.fail_here("the table is too long to be compared; write it as HDF5");
    for (std::size_t i = 0; i < columns.size(); ++i)
      out.probes[i].pressure.push_back(csv.number(columns[i]));
  }
  if (times.size() < 2) fail("{}: needs at least two rows of numbers", csv.name());
  out.begin = times[0];
  out.step = (times.back() - times[0]) / static_cast<double>(times.size() - 1);
  if (!(out.step > 0 && std::isfinite(out.step)))
    fail("{}: the times in '{}' must rise", csv.name(),
         csv.columns()[static_cast<std::size_t>(time)]);
  for (std::size_t n = 0; n < times.size(); ++n)
    if (!(std::abs(times[n] - out.begin - static_cast<double>(n) * out.step) <= kUneven * out.step))
      fail("{}:{}: the times are not evenly spaced: {} s, expected {:.9g} s", csv.name(), lines[n],
           times[n], out.begin + static_cast<double>(n) * out.step);
  return out;
}

std::vector<ProbePoint> read_probe_points(const std::filesystem::path& path) {
  CsvReader csv(path);
  const int x = csv.require("x"), y = csv.require("y"), z = csv.require("z");
  const int name = csv.find("name");
  csv.allow_only({"x", "y", "z", "name"});
  std::vector<ProbePoint> out;
  std::set<std::string> seen;
  while (csv.next()) {
    ProbePoint point{
        name >= 0 ? std::string(csv.text(name)) : fmt::format("probe {}", out.size() + 1),
        {csv.number(x), csv.number(y), csv.number(z)}};
    if (point.name.empty()) csv.fail_here("the probe has an empty name");
    if (!seen.insert(point.name).second) csv.fail_here("two probes are called '{}'", point.name);
    out.push_back(std::move(point));
    if (out.size() > kMostPoints) csv.fail_here("more than {} probes", kMostPoints);
  }
  if (out.empty()) fail("{}: lists no points", csv.name());
  return out;
}

}  // namespace peal

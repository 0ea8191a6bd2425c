#include "tools/compare/comparison_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "tools/compare/report_text.h"

namespace peal {
namespace {

constexpr std::size_t kMostRows = 40;  // of bands in the text

std::string gain_text(double ratio) {
  const double size = std::abs(ratio);
  return size > 0 && std::isfinite(size) ? fmt::format("{:+.2f} dB", 20 * std::log10(size))
                                         : (size > 0 ? "+inf dB" : "-inf dB");
}

std::string band_name(double frequency) {
  return frequency < 1000 ? fmt::format("{:.3g}", frequency)
                          : fmt::format("{:.3g}k", frequency / 1000);
}

}  // namespace

std::string comparison_text(const Comparison& comparison) {
  std::size_t width = 5;
  for (const ProbeComparison& probe : comparison.probes) width = std::max(width, probe.name.size());
  std::string out;
  for (const std::string& note : comparison.notes) out += "note: " + note + "\n";
  out +=
      fmt::format("{:<{}}  {:>9}  {:>12}  {:>13}  {:>12}  {:>12}  {:>12}  {:>10}\n", "probe", width,
                  "level", "relative L2", "delay", "without it", "and scaled", "gain", "peaks");
  for (const ProbeComparison& probe : comparison.probes) {
    const SignalComparison& c = probe.result;
    out +=
        fmt::format("{:<{}}  {:>6.1f} dB  {:>12}  {:>10.4g} us  {:>12}  {:>12}  {:>12}  {:>10}\n",
                    probe.name, width, probe.level, percent_text(c.l2), 1e6 * c.delay,
                    percent_text(c.l2_aligned), percent_text(c.l2_scaled),
                    gain_text(c.gain) + (c.gain < 0 ? " inverted" : ""), gain_text(c.peak_ratio));
  }
  if (comparison.probes.size() > 1)
    out += fmt::format("{:<{}}  {:>9}  {:>12}\n", "all", width, "",
                       percent_text(comparison.together()));
  // One column per probe, as many as a page holds.
  const std::size_t columns = std::min<std::size_t>(comparison.probes.size(), 8);
  std::map<double, std::vector<std::string>> rows;
  for (std::size_t p = 0; p < columns; ++p)
    for (const BandDifference& band : comparison.probes[p].result.bands) {
      auto& row = rows[std::round(10 * std::log10(band.frequency))];
      row.resize(columns);
      row[p] = std::isfinite(band.difference) ? fmt::format("{:+.2f}", band.difference)
                                              : (band.difference > 0 ? "+inf" : "-inf");
    }
  if (rows.empty()) return out + "no third octave has energy\n";
  out += fmt::format(
      "b over a in dB per third octave{}\n{:>8}",
      columns < comparison.probes.size() ? fmt::format(" (the first {} probes)", columns) : "",
      "Hz");
  for (std::size_t p = 0; p < columns; ++p)
    out += fmt::format("  {:>9.9}", comparison.probes[p].name);
  out += "\n";
  std::size_t shown = 0;
  for (const auto& [key, row] : rows) {
    if (++shown > kMostRows) break;
    out += fmt::format("{:>8}", band_name(std::pow(10, key / 10)));
    for (const std::string& cell : row) out += fmt::format("  {:>9}", cell.empty() ? "." : cell);
    out += "\n";
  }
  return out;
}

std::string comparison_json(const Comparison& comparison, const std::string& a,
                            const std::string& b) {
  std::string out = fmt::format("{{\n  \"a\": {},\n  \"b\": {},\n  \"unit\": {},\n", json_string(a),
                                json_string(b), json_string(comparison.unit));
  out += fmt::format("  \"worst_relative_l2\": {},\n  \"worst_relative_l2_without_delay\": {},\n",
                     json_number(comparison.worst(false)), json_number(comparison.worst(true)));
  out += fmt::format("  \"relative_l2_of_all\": {},\n", json_number(comparison.together()));
  out += "  \"notes\": [";
  for (std::size_t i = 0; i < comparison.notes.size(); ++i)
    out += (i > 0 ? ", " : "") + json_string(comparison.notes[i]);
  out += "],\n  \"probes\": [";
  for (std::size_t i = 0; i < comparison.probes.size(); ++i) {
    const SignalComparison& c = comparison.probes[i].result;
    out += fmt::format("{}\n    {{\"name\": {}", i > 0 ? "," : "",
                       json_string(comparison.probes[i].name));
    const auto number = [&](const char* name, double value) {
      out += fmt::format(",\n     \"{}\": {}", name, json_number(value));
    };
    number("begin_s", c.begin), number("rate_hz", 1 / c.step);
    number("samples", static_cast<double>(c.a.size()));
    number("level_db", comparison.probes[i].level);
    number("relative_l2", c.l2), number("delay_s", c.delay);
    number("relative_l2_without_delay", c.l2_aligned), number("gain", c.gain);
    number("relative_l2_without_delay_and_gain", c.l2_scaled);
    number("peak_a", c.peak_a), number("peak_b", c.peak_b), number("peak_ratio", c.peak_ratio);
    out += ",\n     \"third_octaves\": [";
    for (std::size_t k = 0; k < c.bands.size(); ++k) {
      const BandDifference& band = c.bands[k];
      out += fmt::format(
          "{}\n       {{\"frequency_hz\": {}, \"level_a_db\": {}, \"level_b_db\": {}, "
          "\"difference_db\": {}}}",
          k > 0 ? "," : "", json_number(band.frequency), json_number(band.level_a),
          json_number(band.level_b), json_number(band.difference));
    }
    out += "]}";
  }
  return out + "\n  ]\n}\n";
}

}  // namespace peal

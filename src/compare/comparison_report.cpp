#include "compare/comparison_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.h"
#include "base/interrupt.h"

namespace peal {
namespace {

constexpr double kSamePlace = 1e-6;    // [m]
constexpr double kLittle = 1e-9;       // of the energy
constexpr std::size_t kMostRows = 40;  // of bands in the text

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

std::string names_of(const PressureProbes& data) {
  std::string out;
  for (std::size_t i = 0; i < data.probes.size() && i < 12; ++i)
    out += fmt::format("{}{}", i > 0 ? ", " : "", data.probes[i].name);
  return out + (data.probes.size() > 12 ? ", ..." : "");
}

Pairs by_name(const PressureProbes& a, const PressureProbes& b) {
  std::map<std::string, std::size_t> in_b;
  for (std::size_t i = 0; i < b.probes.size(); ++i) in_b[b.probes[i].name] = i;
  Pairs pairs;
  for (std::size_t i = 0; i < a.probes.size(); ++i)
    if (const auto found = in_b.find(a.probes[i].name); found != in_b.end())
      pairs.emplace_back(i, found->second);
  return pairs;
}

Pairs pair_up(const PressureProbes& a, const PressureProbes& b, Comparison& out) {
  const std::size_t smaller = std::min(a.probes.size(), b.probes.size());
  Pairs pairs = by_name(a, b);
  if (pairs.size() == smaller) {
    if (a.probes.size() != b.probes.size())
      out.notes.push_back(
          fmt::format("a has {} probes, b has {}; the {} of the same name are "
                      "compared",
                      a.probes.size(), b.probes.size(), smaller));
    return pairs;
  }
  if (a.probes.size() != b.probes.size())
    fail(
        "a has {} probes ({}), b has {} ({}), and their names do not say which belong together; "
        "give them the same names",
        a.probes.size(), names_of(a), b.probes.size(), names_of(b));
  pairs.clear();
  for (std::size_t i = 0; i < smaller; ++i) pairs.emplace_back(i, i);
  if (smaller > 1) out.notes.push_back("the names of the probes differ: compared by their order");
  return pairs;
}

void note_differences(const ResultFile& a, const ResultFile& b, Comparison& out) {
  const double rate_a = 1 / a.data.step, rate_b = 1 / b.data.step;
  if (std::abs(rate_a - rate_b) > 1e-9 * rate_a) {
    const bool down = rate_b > rate_a;
    out.notes.push_back(fmt::format(
        "{} was resampled from {:.6g} to {:.6g} Hz, the lower rate; nothing above {:.4g} Hz is "
        "compared",
        down ? "b" : "a", std::max(rate_a, rate_b), std::min(rate_a, rate_b),
        0.5 * std::min(rate_a, rate_b)));
  } else if (const double shift = (b.data.begin - a.data.begin) / a.data.step;
             std::abs(shift - std::round(shift)) > 1e-6) {
    out.notes.push_back("the samples lie at different instants: interpolated band-limited");
  }
  if (a.data.unit != b.data.unit)
    out.notes.push_back(
        fmt::format("a is in {}, b in {}: compared as numbers", a.data.unit, b.data.unit));
  if ((a.kind == ResultKind::sound || b.kind == ResultKind::sound) &&
      (a.pascals > 0) != (b.pascals > 0) && a.kind == b.kind)
    out.notes.push_back(
        fmt::format("{} says how many pascals 1.0 is, {} does not: the gain between them means "
                    "little",
                    a.pascals > 0 ? "a" : "b", a.pascals > 0 ? "b" : "a"));
}

void note_times(const ResultFile& a, const ResultFile& b, Comparison& out) {
  const auto end = [](const PressureProbes& d) {
    return d.begin + static_cast<double>(d.samples()) * d.step;
  };
  const double step = std::max(a.data.step, b.data.step);
  if (std::abs(a.data.begin - b.data.begin) < step && std::abs(end(a.data) - end(b.data)) < step)
    return;
  double left_a = 0, left_b = 0;
  for (const ProbeComparison& probe : out.probes) {
    left_a = std::max(left_a, probe.result.left_out_a);
    left_b = std::max(left_b, probe.result.left_out_b);
  }
  const SignalComparison& first = out.probes[0].result;
  const auto left = [](double part) {
    return part > kLittle ? fmt::format("{:.2g} %", 100 * part) : std::string("nothing");
  };
  out.notes.push_back(fmt::format(
      "compared from {:.6g} to {:.6g} s, the time both have; of the energy of a, {} lies outside, "
      "of b, {}",
      first.begin, first.begin + static_cast<double>(first.a.size()) * first.step, left(left_a),
      left(left_b)));
}

void note_places(const PressureProbes& a, const PressureProbes& b, const Pairs& pairs,
                 Comparison& out) {
  if (a.positions.empty() || b.positions.empty()) return;
  double most = 0;
  for (const auto& [i, j] : pairs) most = std::max(most, norm(a.positions[i] - b.positions[j]));
  if (most > kSamePlace)
    out.notes.push_back(fmt::format("the probes of the two lie up to {:.3g} m apart", most));
}

std::string percent(double part) {
  return std::isfinite(part) ? fmt::format("{:.4g} %", 100 * part) : "infinite";
}

std::string decibel(double ratio) {
  const double size = std::abs(ratio);
  return size > 0 && std::isfinite(size) ? fmt::format("{:+.2f} dB", 20 * std::log10(size))
                                         : (size > 0 ? "+inf dB" : "-inf dB");
}

std::string band_name(double frequency) {
  return frequency < 1000 ? fmt::format("{:.3g}", frequency)
                          : fmt::format("{:.3g}k", frequency / 1000);
}

std::string json_number(double value) {
  return std::isfinite(value) ? fmt::format("{:.12g}", value) : "null";
}

std::string json_text(const std::string& text) {
  std::string out = "\"";
  for (const char c : text)
    if (c == '"' || c == '\\')
      out += '\\', out += c;
    else if (static_cast<unsigned char>(c) < 0x20)
      out += fmt::format("\\u{:04x}", static_cast<int>(c));
    else
      out += c;
  return out + "\"";
}

double energy(const std::vector<double>& x) {
  double sum = 0;
  for (const double v : x) sum += v * v;
  return sum;
}

void find_levels(Comparison& out) {
  double most = 0;
  for (const ProbeComparison& probe : out.probes) most = std::max(most, energy(probe.result.a));
  for (ProbeComparison& probe : out.probes)
    probe.level = most > 0 ? 10 * std::log10(energy(probe.result.a) / most) : 0;
}

}  // namespace

double Comparison::together() const {
  double difference = 0, whole = 0;
  for (const ProbeComparison& probe : probes) {
    const std::vector<double>&a = probe.result.a, &b = probe.result.b;
    whole += energy(a);
    for (std::size_t n = 0; n < a.size(); ++n) difference += (b[n] - a[n]) * (b[n] - a[n]);
  }
  return whole > 0 ? std::sqrt(difference / whole) : difference > 0 ? INFINITY : 0;
}

double Comparison::worst(bool aligned) const {
  double most = 0;
  for (const ProbeComparison& probe : probes)
    most = std::max(most, aligned ? probe.result.l2_aligned : probe.result.l2);
  return most;
}

Comparison compare_results(const ResultFile& a, const ResultFile& b, const std::string& only,
                           const ComparisonOptions& options) {
  Comparison out;
  out.unit = a.data.unit;
  Pairs pairs = pair_up(a.data, b.data, out);
  if (!only.empty()) {
    std::erase_if(pairs, [&](const auto& pair) {
      return a.data.probes[pair.first].name != only && b.data.probes[pair.second].name != only;
    });
    if (pairs.empty()) fail("there is no probe '{}' in both; a has: {}", only, names_of(a.data));
  }
  for (const auto& [i, j] : pairs) {
    throw_if_interrupted();
    const Probe &pa = a.data.probes[i], &pb = b.data.probes[j];
    const std::string name = pa.name == pb.name ? pa.name : pa.name + " / " + pb.name;
    out.probes.push_back({name,
                          compare_signals({a.data.begin, a.data.step, pa.pressure},
                                          {b.data.begin, b.data.step, pb.pressure}, options),
                          0});
  }
  find_levels(out);
  note_differences(a, b, out);
  note_times(a, b, out);
  note_places(a.data, b.data, pairs, out);
  return out;
}

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
                    probe.name, width, probe.level, percent(c.l2), 1e6 * c.delay,
                    percent(c.l2_aligned), percent(c.l2_scaled),
                    decibel(c.gain) + (c.gain < 0 ? " inverted" : ""), decibel(c.peak_ratio));
  }
  if (comparison.probes.size() > 1)
    out += fmt::format("{:<{}}  {:>9}  {:>12}\n", "all", width, "", percent(comparison.together()));
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
  std::string out = fmt::format("{{\n  \"a\": {},\n  \"b\": {},\n  \"unit\": {},\n", json_text(a),
                                json_text(b), json_text(comparison.unit));
  out += fmt::format("  \"worst_relative_l2\": {},\n  \"worst_relative_l2_without_delay\": {},\n",
                     json_number(comparison.worst(false)), json_number(comparison.worst(true)));
  out += fmt::format("  \"relative_l2_of_all\": {},\n", json_number(comparison.together()));
  out += "  \"notes\": [";
  for (std::size_t i = 0; i < comparison.notes.size(); ++i)
    out += (i > 0 ? ", " : "") + json_text(comparison.notes[i]);
  out += "],\n  \"probes\": [";
  for (std::size_t i = 0; i < comparison.probes.size(); ++i) {
    const SignalComparison& c = comparison.probes[i].result;
    out += fmt::format("{}\n    {{\"name\": {}", i > 0 ? "," : "",
                       json_text(comparison.probes[i].name));
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

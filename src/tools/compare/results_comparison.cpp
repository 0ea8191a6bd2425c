#include "tools/compare/results_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.h"
#include "base/interrupt.h"
#include "tools/compare/comparison_notes.h"

namespace peal {
namespace {

std::string names_of(const PressureProbes& data) {
  std::string out;
  for (std::size_t i = 0; i < data.probes.size() && i < 12; ++i)
    out += fmt::format("{}{}", i > 0 ? ", " : "", data.probes[i].name);
  return out + (data.probes.size() > 12 ? ", ..." : "");
}

ProbePairs by_name(const PressureProbes& a, const PressureProbes& b) {
  std::map<std::string, std::size_t> in_b;
  for (std::size_t i = 0; i < b.probes.size(); ++i) in_b[b.probes[i].name] = i;
  ProbePairs pairs;
  for (std::size_t i = 0; i < a.probes.size(); ++i)
    if (const auto found = in_b.find(a.probes[i].name); found != in_b.end())
      pairs.emplace_back(i, found->second);
  return pairs;
}

ProbePairs pair_up(const PressureProbes& a, const PressureProbes& b, Comparison& out) {
  const std::size_t smaller = std::min(a.probes.size(), b.probes.size());
  ProbePairs pairs = by_name(a, b);
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

void find_levels(Comparison& out) {
  double most = 0;
  for (const ProbeComparison& probe : out.probes)
    most = std::max(most, signal_energy(probe.result.a));
  for (ProbeComparison& probe : out.probes)
    probe.level = most > 0 ? 10 * std::log10(signal_energy(probe.result.a) / most) : 0;
}

}  // namespace

double Comparison::together() const {
  double difference = 0, whole = 0;
  for (const ProbeComparison& probe : probes) {
    const std::vector<double>&a = probe.result.a, &b = probe.result.b;
    whole += signal_energy(a);
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
  ProbePairs pairs = pair_up(a.data, b.data, out);
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
  note_doubts(a, b, pairs, out);
  return out;
}

}  // namespace peal

#include "tools/compare/comparison_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace peal {
namespace {

constexpr double kSameProbe = 1e-6;  // [m]
constexpr double kLittle = 1e-9;     // of the energy

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

void note_places(const PressureProbes& a, const PressureProbes& b, const ProbePairs& pairs,
                 Comparison& out) {
  if (a.positions.empty() || b.positions.empty()) return;
  double most = 0;
  for (const auto& [i, j] : pairs) most = std::max(most, norm(a.positions[i] - b.positions[j]));
  if (most > kSameProbe)
    out.notes.push_back(fmt::format("the probes of the two lie up to {:.3g} m apart", most));
}

}  // namespace

void note_doubts(const ResultFile& a, const ResultFile& b, const ProbePairs& pairs,
                 Comparison& comparison) {
  note_differences(a, b, comparison);
  note_times(a, b, comparison);
  note_places(a.data, b.data, pairs, comparison);
}

}  // namespace peal

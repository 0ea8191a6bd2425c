// Two results held against each other, probe by probe: signals of pressure [Pa] over time [s]
// enter, differences (signal_comparison.h) and notes leave.
#pragma once
#include <string>
#include <vector>

#include "tools/compare/read_result.h"
#include "tools/compare/signal_comparison.h"

namespace peal {

struct ProbeComparison {
  std::string name;  // of a's probe, and of b's where they differ
  SignalComparison result;
  double level = 0;  // [dB] energy of a's signal re that of the loudest probe
};

struct Comparison {
  std::vector<ProbeComparison> probes;
  std::vector<std::string> notes;  // what was done to make them comparable, what is doubtful
  std::string unit = "Pa";
  /// Largest relative L2, after removing the delay or as they are.
  double worst(bool aligned) const;
  /// Of all probes together: sqrt(sum |b - a|^2 / sum |a|^2). Quiet probes count little.
  double together() const;
};

/// Probes belong together by name when all names of the smaller result occur in the other, else by
/// order. @param only name of the one probe to be compared; empty: all. Stops when there is none,
/// or when numbers differ and names do not help.
Comparison compare_results(const ResultFile& a, const ResultFile& b, const std::string& only = "",
                           const ComparisonOptions& options = {});

}  // namespace peal

// What a reader must know before trusting a comparison: other rates, units, times or places.
#pragma once
#include <cstddef>
#include <utility>
#include <vector>

#include "tools/compare/results_comparison.h"

namespace peal {

/// Probes of a and of b that belong together, by number.
using ProbePairs = std::vector<std::pair<std::size_t, std::size_t>>;

/// Adds to comparison.notes; its probes are compared already.
void note_doubts(const ResultFile& a, const ResultFile& b, const ProbePairs& pairs,
                 Comparison& comparison);

}  // namespace peal

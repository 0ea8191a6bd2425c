// What is said about two results held against each other: text and JSON.
#pragma once
#include <string>

#include "tools/compare/results_comparison.h"

namespace peal {

/// A table of figures and a table of third octaves.
std::string comparison_text(const Comparison& comparison);
/// compare.json; numbers that are not finite are null.
std::string comparison_json(const Comparison& comparison, const std::string& a,
                            const std::string& b);

}  // namespace peal

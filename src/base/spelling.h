// The nearest known name by edit distance, case ignored.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace peal {

/// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`.
int edit_distance(std::string_view a, std::string_view b);

/// The candidate nearest to `word`, or an empty string when none is near enough to be a slip.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

std::string lower_case(std::string_view text);

}  // namespace peal

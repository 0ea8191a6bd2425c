// "did you mean": sentences about words that are not known.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/spelling.h"

namespace peal {

/// "; did you mean 'steel'?", or "; known: a, b, c" when none is near, or "" without candidates.
std::string suggestion(std::string_view word, const std::vector<std::string>& candidates);

/// Text from a file inside a message: control characters escaped, long text cut at a whole
/// character.
std::string shown(std::string_view text);

}  // namespace peal

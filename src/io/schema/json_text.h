// Text => JSON tree, strictly: one value, no comments, no duplicate keys, finite numbers, limited
// depth and size. Syntax errors carry line and column, duplicate keys their JSON pointer.
#pragma once
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "io/schema/report.h"

namespace peal {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;  // for what we write: in the order of declaration

inline constexpr std::size_t kLargestFile = 64u << 20;  // [bytes]
inline constexpr std::size_t kDeepestNesting = 64;
inline constexpr std::size_t kMostValues = 4'000'000;

/// Reads `text` into `out`. Returns false when there is no tree to check further; duplicate keys
/// are errors in the report, but the tree (holding the first of them) is still worth checking.
bool parse_json(std::string_view text, Report& report, Json& out);

/// The bytes of a file of at most kLargestFile bytes; throws Error when it cannot be read.
std::string read_text_file(const std::filesystem::path& path);

/// "the string 'abc'", "an array of 3 values", "-2500": what was found, for messages.
std::string describe(const Json& value);

}  // namespace peal

#include "io/schema/suggest.h"

#include <fmt/format.h>

#include <algorithm>

namespace peal {
namespace {
constexpr std::size_t kLongestShown = 60;  // [bytes] of text from the file inside a message
constexpr std::size_t kMostKnown = 12;     // names listed when none is near
}  // namespace

std::string suggestion(std::string_view word, const std::vector<std::string>& candidates) {
  if (candidates.empty()) return {};
  if (const std::string near = nearest(word, candidates); !near.empty())
    return fmt::format("; did you mean '{}'?", shown(near));
  std::string list;
  for (std::size_t i = 0; i < std::min(candidates.size(), kMostKnown); ++i)
    list += (i ? ", " : "") + shown(candidates[i]);
  if (candidates.size() > kMostKnown) list += ", ...";
  return "; known: " + list;
}

std::string shown(std::string_view text) {
  const bool cut = text.size() > kLongestShown;
  std::size_t end = cut ? kLongestShown : text.size();
  // Bytes 10xxxxxx continue a character of UTF-8.
  while (cut && end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  std::string out;
  for (const char c : text.substr(0, end)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F)
      out += fmt::format("\\u{:04x}", byte);
    else
      out += c;
  }
  return cut ? out + "..." : out;
}

}  // namespace peal

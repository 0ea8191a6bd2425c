#include "tools/import/unique_names.h"

#include <fmt/format.h>

namespace peal {

std::string UniqueNames::add(std::string_view wanted) {
  constexpr std::size_t kLongest = 48;  // of 64: room for a number
  std::string plain;
  for (const char c : wanted.substr(0, kLongest)) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (plain.empty() && !letter) continue;
    plain += letter || c == '-' || c == '.' ? c : '_';
  }
  while (plain.ends_with('.')) plain.pop_back();
  if (plain.empty()) plain = "body";
  std::string name = plain;
  for (int& copies = copies_[plain]; !used_.insert(name).second;)
    name = fmt::format("{}_{}", plain, ++copies + 1);
  return name;
}

}  // namespace peal

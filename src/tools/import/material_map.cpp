#include "tools/import/material_map.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "io/mesh/file_bytes.h"
#include "io/mesh/text_cursor.h"
#include "physics/elastic/materials/material_library.h"
#include "tools/import/unknown_materials.h"

namespace peal {
namespace {

bool is_pattern(std::string_view text) { return text.find_first_of("*?") != std::string::npos; }

std::size_t letters(std::string_view pattern) {
  return pattern.size() - static_cast<std::size_t>(std::count(pattern.begin(), pattern.end(), '*'));
}

}  // namespace

bool matches(std::string_view pattern, std::string_view text) {
  // After a mismatch the last star takes one character more: no recursion, at most n m steps.
  std::size_t p = 0, t = 0, star = std::string_view::npos, resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++, resume = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p, ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1, t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

MaterialMap::MaterialMap(std::vector<std::pair<std::string, std::string>> entries,
                         const std::string& file) {
  UnknownMaterials unknown(file);
  for (auto& [pattern, material] : entries) {
    if (!find_material(material))
      unknown.add(material, fmt::format("\"{}\"", shown_bytes(pattern)));
    if (pattern == "*")
      rest_ = material;
    else
      entries_.emplace_back(std::move(pattern), std::move(material));
  }
  unknown.check("");
  std::sort(entries_.begin(), entries_.end(), [](const auto& a, const auto& b) {
    const auto rank = [](const std::string& pattern) {
      return std::tuple(is_pattern(pattern), -static_cast<long>(letters(pattern)), pattern);
    };
    return rank(a.first) < rank(b.first);
  });
}

std::optional<std::string> MaterialMap::find(std::string_view name) const {
  for (const auto& [pattern, material] : entries_)
    if (matches(pattern, name)) return material;
  return {};
}

MaterialMap read_material_map(const std::filesystem::path& path) {
  const std::string file = path.string(), bytes = read_file_bytes(file);
  if (bytes.size() > 1u << 20)
    fail("{}: has {} bytes, too many for a map of materials", file, bytes.size());
  nlohmann::json json;
  try {
    // Callback: a tower of lists must not exhaust the stack.
    json = nlohmann::json::parse(
        bytes, [&](int depth, nlohmann::json::parse_event_t, nlohmann::json&) {
          if (depth > 4) fail("{}: expected an object of names, not nested lists", file);
          return true;
        });
  } catch (const nlohmann::json::exception& error) {
    fail("{}: is not valid JSON: {}", file, error.what());
  }
  if (!json.is_object()) fail("{}: expected an object {{\"name or pattern\": \"material\"}}", file);
  std::vector<std::pair<std::string, std::string>> entries;
  for (const auto& [pattern, material] : json.items()) {
    if (!material.is_string())
      fail("{}: \"{}\": expected the name of a material", file, shown_bytes(pattern));
    entries.emplace_back(pattern, material.get<std::string>());
  }
  return {std::move(entries), file};
}

}  // namespace peal

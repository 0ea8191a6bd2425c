#include "motion/export/material_look.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>
#include <vector>

#include "physics/elastic/materials/material_library.h"

namespace peal {
namespace {

/// The first word that the name holds decides; single materials before groups.
const std::vector<std::pair<std::string_view, MaterialLook>>& looks() {
  static const std::vector<std::pair<std::string_view, MaterialLook>> list{
      {"crystal", {{0.90, 0.95, 0.97, 0.3}, 0, 0.03}},
      {"gold", {{1.0, 0.77, 0.34, 1}, 1, 0.25}},
      {"brass", {{0.89, 0.66, 0.30, 1}, 1, 0.3}},
      {"bronze", {{0.71, 0.43, 0.18, 1}, 1, 0.35}},
      {"copper", {{0.93, 0.62, 0.52, 1}, 1, 0.3}},
      {"silver", {{0.96, 0.95, 0.92, 1}, 1, 0.2}},
      {"aluminium", {{0.91, 0.92, 0.92, 1}, 1, 0.35}},
      {"aluminum", {{0.91, 0.92, 0.92, 1}, 1, 0.35}},
      {"iron", {{0.30, 0.30, 0.31, 1}, 1, 0.55}},
      {"lead", {{0.35, 0.36, 0.40, 1}, 1, 0.6}},
      {"steel", {{0.62, 0.63, 0.65, 1}, 1, 0.3}},
      {"metal", {{0.62, 0.62, 0.62, 1}, 1, 0.4}},
      {"glass", {{0.80, 0.92, 0.94, 0.35}, 0, 0.05}},
      {"ice", {{0.75, 0.90, 0.97, 0.5}, 0, 0.1}},
      {"brick", {{0.45, 0.16, 0.10, 1}, 0, 0.9}},
      {"terracotta", {{0.55, 0.23, 0.12, 1}, 0, 0.8}},
      {"porcelain", {{0.92, 0.91, 0.88, 1}, 0, 0.15}},
      {"ceramic", {{0.85, 0.82, 0.76, 1}, 0, 0.3}},
      {"marble", {{0.86, 0.85, 0.83, 1}, 0, 0.2}},
      {"concrete", {{0.42, 0.41, 0.39, 1}, 0, 0.9}},
      {"stone", {{0.40, 0.39, 0.37, 1}, 0, 0.8}},
      {"wood", {{0.42, 0.23, 0.10, 1}, 0, 0.6}},
      {"plastic", {{0.10, 0.28, 0.60, 1}, 0, 0.4}},
      {"rubber", {{0.03, 0.03, 0.03, 1}, 0, 0.9}},
  };
  return list;
}

std::vector<std::string> words_of(const std::string& name) {
  std::vector<std::string> words(1);
  for (const unsigned char c : name) {
    if (std::isalpha(c))
      words.back() += static_cast<char>(std::tolower(c));
    else
      words.emplace_back();
  }
  return words;
}

}  // namespace

MaterialLook material_look(const std::string& material) {
  const std::vector<std::string> words = words_of(material);
  for (const auto& [word, look] : looks())
    if (std::find(words.begin(), words.end(), word) != words.end()) return look;
  if (const LibraryMaterial* entry = find_library_material(material))
    for (const auto& [word, look] : looks())
      if (entry->group == word) return look;
  return {};
}

}  // namespace peal

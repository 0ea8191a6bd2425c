// The material library as text: a table, one material with all its sources, JSON, or the
// reference page.
#pragma once
#include <string>

namespace peal {

/// Aligned columns, a block per group, for a terminal.
std::string material_table_text();
/// Everything about one material; throws Error with a suggestion when there is none.
std::string material_text(const std::string& name);
/// All materials and sources.
std::string materials_json();
/// {"names": {name: other names}, "words": {everyday word: names}}, a row per line.
std::string material_words_json();
/// The page docs/reference/materials.md.
std::string materials_reference();

}  // namespace peal

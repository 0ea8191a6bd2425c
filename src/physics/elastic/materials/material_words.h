// What people and other programs call materials: "tile", "Dark Wood.001", "MAT_metal_brushed".
// Enters: a word. Leaves: materials of the library that it may mean, by the table of everyday words
// here (the only one; apps/blender carries a copy that a test holds equal) and by spelling.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace peal {

struct EverydayWord {
  std::string word;                    // lower case, singular
  std::vector<std::string> materials;  // of the library, likeliest first
};

/// Sorted by word. Soft things that the library lacks name what thuds like them.
const std::vector<EverydayWord>& everyday_words();

/// The library material that a name of another program is: "Steel.001", "cast iron"; empty: none.
std::string material_named(std::string_view name);

/// Library materials that a name may mean, likeliest first, at most three.
std::vector<std::string> materials_meant_by(std::string_view name);

/// "; did you mean 'porcelain', 'stoneware' or 'marble'?"; nothing when it means none.
std::string material_suggestion(std::string_view name);

}  // namespace peal

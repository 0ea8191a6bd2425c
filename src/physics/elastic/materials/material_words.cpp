#include "physics/elastic/materials/material_words.h"

#include <algorithm>
#include <cctype>

#include "base/spelling.h"
#include "physics/elastic/materials/material_library.h"

namespace peal {
namespace {

constexpr std::size_t kMost = 3;
constexpr std::size_t kLongest = 200;  // [bytes] of a name that is looked at
// A slip in a shorter word makes another word of it; of a part of a name sooner than of the whole.
constexpr std::size_t kShortestName = 3, kShortestPart = 4;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Lower case, '-' for blanks and '_', without the number that Blender gives to copies.
std::string plain(std::string_view name) {
  std::string out;
  for (const char c : name.substr(0, kLongest))
    out +=
        c == ' ' || c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const std::size_t dot = out.rfind('.');
  if (dot != std::string::npos && dot + 1 < out.size() &&
      std::all_of(out.begin() + static_cast<std::ptrdiff_t>(dot) + 1, out.end(), is_digit))
    out.resize(dot);
  return out;
}

/// "DarkWood_01" => dark, wood.
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> out(1);
  char before = ' ';
  for (const char c : name.substr(0, kLongest)) {
    const auto byte = static_cast<unsigned char>(c);
    const bool letter = std::isalpha(byte) || byte >= 0x80;
    const bool hump = std::isupper(byte) && std::islower(static_cast<unsigned char>(before));
    if ((!letter || hump) && !out.back().empty()) out.emplace_back();
    if (letter) out.back() += static_cast<char>(std::tolower(byte));
    before = c;
  }
  if (out.back().empty()) out.pop_back();
  return out;
}

const EverydayWord* find_word(std::string_view word) {
  const auto& all = everyday_words();
  const auto found =
      std::lower_bound(all.begin(), all.end(), word,
                       [](const EverydayWord& a, std::string_view b) { return a.word < b; });
  return found != all.end() && found->word == word ? &*found : nullptr;
}

class Meanings {
 public:
  /// What is said exactly, also in the plural.
  bool add_exact(std::string word) {
    for (int attempt = 0; attempt < 2; ++attempt) {
      const LibraryMaterial* entry = find_library_material(word);
      const EverydayWord* everyday = find_word(word);
      if (entry) add(entry->material.name);
      if (everyday)
        for (const std::string& name : everyday->materials) add(name);
      if (entry || everyday) return true;
      if (!word.ends_with('s')) return false;
      word.pop_back();
    }
    return false;
  }
  void add_slip(const std::string& word, std::size_t shortest) {
    if (word.size() < shortest) return;
    static const std::vector<std::string> known = [] {
      std::vector<std::string> all = material_names();
      for (const EverydayWord& entry : everyday_words()) all.push_back(entry.word);
      return all;
    }();
    if (const std::string near = nearest(word, known); !near.empty()) add_exact(near);
  }
  std::vector<std::string> take() { return std::move(names_); }

 private:
  void add(const std::string& name) {
    if (names_.size() < kMost && std::find(names_.begin(), names_.end(), name) == names_.end())
      names_.push_back(name);
  }
  std::vector<std::string> names_;
};

}  // namespace

const std::vector<EverydayWord>& everyday_words() {
  // clang-format off
  static const std::vector<EverydayWord> words{
      {"alloy", {"aluminium", "steel"}},
      {"antler", {"bone"}},
      {"anvil", {"steel", "cast-iron"}},
      {"ash", {"beech", "oak"}},
      {"asphalt", {"concrete"}},
      {"bakelite", {"epoxy"}},
      {"bamboo", {"beech"}},
      {"bark", {"cork", "oak"}},
      {"basalt", {"granite"}},
      {"bell", {"bell-bronze", "bronze"}},
      {"birch", {"beech", "maple"}},
      {"board", {"pine", "oak", "mdf"}},
      {"body", {"rubber"}},
      {"book", {"mdf"}},
      {"bottle", {"glass", "hdpe"}},
      {"boulder", {"granite", "sandstone"}},
      {"bucket", {"polypropylene", "zinc"}},
      {"bulb", {"glass"}},
      {"bullet", {"lead", "copper"}},
      {"can", {"aluminium", "steel"}},
      {"carbon", {"epoxy"}},
      {"cardboard", {"balsa", "mdf"}},
      {"carpet", {"cork", "rubber"}},
      {"carton", {"balsa", "mdf"}},
      {"cedar", {"spruce", "pine"}},
      {"cement", {"concrete"}},
      {"chain", {"steel"}},
      {"chalk", {"limestone"}},
      {"cherry", {"walnut", "maple"}},
      {"chipboard", {"mdf"}},
      {"chrome", {"stainless-steel", "steel"}},
      {"clay", {"earthenware", "brick"}},
      {"cloth", {"cork", "rubber"}},
      {"crate", {"pine"}},
      {"crockery", {"porcelain", "stoneware"}},
      {"cup", {"porcelain", "stoneware"}},
      {"cutlery", {"stainless-steel", "nickel-silver"}},
      {"cymbal", {"bell-bronze", "brass"}},
      {"diamond", {"alumina"}},
      {"dice", {"acrylic", "bone"}},
      {"die", {"acrylic", "bone"}},
      {"dirt", {"cork"}},
      {"dish", {"porcelain", "stoneware"}},
      {"drywall", {"brick", "mdf"}},
      {"earth", {"cork"}},
      {"ebony", {"rosewood"}},
      {"enamel", {"porcelain"}},
      {"eraser", {"rubber"}},
      {"fabric", {"cork", "rubber"}},
      {"felt", {"cork"}},
      {"fiberglass", {"epoxy"}},
      {"fibreglass", {"epoxy"}},
      {"fir", {"spruce", "pine"}},
      {"flesh", {"rubber"}},
      {"floor", {"concrete", "oak"}},
      {"foam", {"cork", "rubber"}},
      {"foil", {"aluminium"}},
      {"food", {"rubber"}},
      {"fork", {"stainless-steel", "silver"}},
      {"fruit", {"rubber"}},
      {"furniture", {"oak", "pine", "mdf"}},
      {"gem", {"fused-silica", "alumina"}},
      {"gong", {"bell-bronze", "brass"}},
      {"grass", {"cork"}},
      {"gravel", {"granite"}},
      {"ground", {"concrete"}},
      {"gum", {"rubber"}},
      {"gypsum", {"brick"}},
      {"hand", {"rubber"}},
      {"hardboard", {"mdf"}},
      {"hardwood", {"oak", "beech", "maple"}},
      {"horn", {"bone"}},
      {"iron", {"cast-iron", "steel"}},
      {"ivory", {"bone"}},
      {"jar", {"glass"}},
      {"jewel", {"fused-silica", "alumina"}},
      {"key", {"brass", "nickel-silver"}},
      {"knife", {"stainless-steel", "steel"}},
      {"laminate", {"mdf"}},
      {"latex", {"rubber"}},
      {"leather", {"hard-rubber", "rubber"}},
      {"lego", {"abs"}},
      {"lens", {"glass"}},
      {"lumber", {"pine", "spruce", "oak"}},
      {"mahogany", {"walnut", "rosewood"}},
      {"marbles", {"glass"}},
      {"meat", {"rubber"}},
      {"metal", {"steel", "aluminium", "brass"}},
      {"mirror", {"glass"}},
      {"mud", {"cork", "rubber"}},
      {"mug", {"stoneware", "porcelain"}},
      {"nail", {"steel"}},
      {"pan", {"cast-iron", "stainless-steel"}},
      {"paper", {"balsa", "cork"}},
      {"parquet", {"oak", "beech", "maple"}},
      {"pavement", {"concrete", "granite"}},
      {"pebble", {"granite"}},
      {"penny", {"bronze", "copper"}},
      {"pillow", {"cork", "rubber"}},
      {"pipe", {"steel", "copper", "pvc"}},
      {"plank", {"pine", "oak", "spruce"}},
      {"plaster", {"brick", "concrete"}},
      {"plate", {"porcelain", "stoneware"}},
      {"plywood", {"spruce", "mdf"}},
      {"polymer", {"abs", "polypropylene"}},
      {"pot", {"stainless-steel", "aluminium"}},
      {"pottery", {"stoneware", "earthenware"}},
      {"quartz", {"fused-silica", "granite"}},
      {"resin", {"epoxy"}},
      {"road", {"concrete"}},
      {"rock", {"granite", "limestone", "sandstone"}},
      {"roof", {"slate", "earthenware"}},
      {"sand", {"cork"}},
      {"screw", {"steel"}},
      {"sheet-metal", {"steel", "aluminium"}},
      {"shell", {"bone"}},
      {"shoe", {"hard-rubber", "rubber"}},
      {"silicone", {"rubber"}},
      {"skeleton", {"bone"}},
      {"skin", {"rubber"}},
      {"skull", {"bone"}},
      {"snow", {"ice"}},
      {"soap", {"polypropylene"}},
      {"softwood", {"pine", "spruce"}},
      {"soil", {"cork"}},
      {"sponge", {"cork", "rubber"}},
      {"spoon", {"stainless-steel", "silver"}},
      {"stone", {"granite", "limestone", "sandstone"}},
      {"styrofoam", {"cork"}},
      {"tarmac", {"concrete"}},
      {"teak", {"rosewood", "oak"}},
      {"teflon", {"hdpe"}},
      {"terrazzo", {"marble", "concrete"}},
      {"textile", {"cork", "rubber"}},
      {"tile", {"porcelain", "stoneware", "marble"}},
      {"timber", {"oak", "spruce", "pine"}},
      {"tire", {"hard-rubber", "rubber"}},
      {"tool", {"steel"}},
      {"tooth", {"bone"}},
      {"toy", {"abs"}},
      {"tree", {"oak", "pine"}},
      {"tyre", {"hard-rubber", "rubber"}},
      {"vase", {"porcelain", "glass"}},
      {"vinyl", {"pvc"}},
      {"wall", {"brick", "concrete"}},
      {"wax", {"polypropylene"}},
      {"wheel", {"hard-rubber", "steel"}},
      {"window", {"glass"}},
      {"wineglass", {"lead-crystal", "glass"}},
      {"wire", {"steel", "copper"}},
      {"wood", {"oak", "pine", "beech"}},
      {"wooden", {"oak", "pine", "beech"}},
      {"wool", {"cork"}},
  };
  // clang-format on
  return words;
}

std::string material_named(std::string_view name) {
  const std::string simple = plain(name);
  for (const std::string_view word : {name, std::string_view(simple)})
    if (const LibraryMaterial* found = find_library_material(word)) return found->material.name;
  return {};
}

std::vector<std::string> materials_meant_by(std::string_view name) {
  Meanings meanings;
  std::vector<std::string> words = words_of(name);
  const bool whole = meanings.add_exact(plain(name));
  // The last word says what it is, those before it how it looks: "brushed steel".
  std::reverse(words.begin(), words.end());
  bool some = whole;
  for (const std::string& word : words) some = meanings.add_exact(word) || some;
  if (!some) meanings.add_slip(plain(name), kShortestName);
  if (!some)
    for (const std::string& word : words) meanings.add_slip(word, kShortestPart);
  return meanings.take();
}

std::string material_suggestion(std::string_view name) {
  const std::vector<std::string> found = materials_meant_by(name);
  if (found.empty()) return {};
  std::string list;
  for (std::size_t i = 0; i < found.size(); ++i)
    list += (i == 0 ? "'" : i + 1 == found.size() ? " or '" : ", '") + found[i] + "'";
  return "; did you mean " + list + "?";
}

}  // namespace peal

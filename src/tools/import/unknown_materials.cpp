#include "tools/import/unknown_materials.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "io/mesh/text_cursor.h"
#include "physics/elastic/materials/material_words.h"

namespace peal {
namespace {

constexpr std::size_t kMostWords = 40, kMostUsers = 5;

std::string list_of(const std::vector<std::string>& users) {
  std::string list;
  for (std::size_t k = 0; k < std::min(users.size(), kMostUsers); ++k)
    list += (k ? ", " : "") + users[k];
  if (users.size() > kMostUsers) list += fmt::format(" and {} more", users.size() - kMostUsers);
  return list;
}

}  // namespace

void UnknownMaterials::add(std::string_view word, const std::string& who) {
  auto found = std::find_if(words_.begin(), words_.end(),
                            [&](const Word& known) { return known.word == word; });
  if (found == words_.end()) found = words_.insert(words_.end(), Word{std::string(word), {}});
  found->users.push_back(who);
}

void UnknownMaterials::check(const std::string& way_out) const {
  if (words_.empty()) return;
  std::string text = fmt::format(
      "{}: {} not in the library; `peal materials` lists what is:", file_,
      words_.size() == 1 ? "a material is" : fmt::format("{} materials are", words_.size()));
  nlohmann::ordered_json map = nlohmann::ordered_json::object();
  bool rest = false;
  for (std::size_t k = 0; k < std::min(words_.size(), kMostWords); ++k) {
    const Word& word = words_[k];
    if (word.word.empty())
      text += "\n  nothing is said of " + list_of(word.users);
    else
      text += fmt::format("\n  '{}' of {}{}", shown_bytes(word.word), list_of(word.users),
                          material_suggestion(word.word));
    const auto meant = materials_meant_by(word.word);
    if (!meant.empty() && map.size() < 3)
      map[shown_bytes(word.word)] = meant[0];
    else
      rest = true;
  }
  if (words_.size() > kMostWords)
    text += fmt::format("\n  and {} more", words_.size() - kMostWords);
  if (rest) map["*"] = "steel";
  std::string last = way_out;
  if (const std::size_t place = last.find("{map}"); place != std::string::npos) {
    std::string example;
    for (const auto& [name, material] : map.items())
      example += fmt::format("{}\"{}\": \"{}\"", example.empty() ? "" : ", ", name,
                             material.get<std::string>());
    last.replace(place, 5, "{" + example + "}");
  }
  fail("{}{}{}", text, last.empty() ? "" : "\n", last);
}

}  // namespace peal

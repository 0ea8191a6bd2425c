// Which material the nodes of a foreign scene are made of.
// Enters: a JSON file {"name or pattern": "library material", ..., "*": "the rest"}; patterns may
// hold * (any text) and ? (any character). Leaves: the material of a name. An exact name counts
// before a pattern, a pattern with more letters before one with fewer; the order in the file does
// not matter.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace peal {

class MaterialMap {
 public:
  MaterialMap() = default;
  /// Stops when a material is not in the library; `file` begins the message.
  MaterialMap(std::vector<std::pair<std::string, std::string>> entries, const std::string& file);

  /// The entry that fits best; "*" alone does not count here.
  std::optional<std::string> find(std::string_view name) const;
  /// What "*" says.
  std::optional<std::string> rest() const { return rest_; }

 private:
  std::vector<std::pair<std::string, std::string>> entries_;  // best first
  std::optional<std::string> rest_;
};

MaterialMap read_material_map(const std::filesystem::path& path);

/// * stands for any text, ? for one character.
bool matches(std::string_view pattern, std::string_view text);

}  // namespace peal

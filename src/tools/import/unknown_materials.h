// Words for materials that the library does not have, collected over a whole file so that all of
// them are told at once, each with what it may mean.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace peal {

class UnknownMaterials {
 public:
  explicit UnknownMaterials(std::string file) : file_(std::move(file)) {}

  /// @param word as the file has it; empty: nothing is said of `who`. `who` is ready to be shown.
  void add(std::string_view word, const std::string& who);
  bool empty() const { return words_.empty(); }
  /// Stops when there are any. `way_out` follows the list; "{map}" in it becomes an example of a
  /// map for these words.
  void check(const std::string& way_out) const;

 private:
  struct Word {
    std::string word;
    std::vector<std::string> users;
  };
  std::string file_;
  std::vector<Word> words_;  // in the order of the file
};

}  // namespace peal

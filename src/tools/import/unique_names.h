// Names of other programs => names that a scene and its files can have, each once: letters,
// digits, '_', '-' and '.', beginning with a letter or digit and not ending with '.'.
// "Coin.001" stays, "Big coin" becomes "Big_coin".
#pragma once
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace peal {

class UniqueNames {
 public:
  std::string add(std::string_view wanted);

 private:
  std::set<std::string> used_;
  std::map<std::string, int> copies_;
};

}  // namespace peal

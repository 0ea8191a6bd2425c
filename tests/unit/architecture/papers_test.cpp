// docs/papers.md: what it names is there, files and tests alike, and no row is left open.
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "source_tree.h"

namespace {

namespace fs = std::filesystem;

/// Suite.Test of every test in the tree.
std::set<std::string> names_of_tests() {
  static const std::regex head("TEST(?:_F|_P)?\\(\\s*(\\w+),\\s*(\\w+)\\)");
  std::set<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(kTree / "tests")) {
    if (entry.path().extension() != ".cpp") continue;
    const std::string text = text_of(entry.path());
    for (std::sregex_iterator at(text.begin(), text.end(), head), end; at != end; ++at)
      names.insert((*at)[1].str() + "." + (*at)[2].str());
  }
  return names;
}

std::vector<std::string> cells_of(const std::string& row) {
  std::vector<std::string> cells;
  std::stringstream in(row.substr(1));
  for (std::string cell; std::getline(in, cell, '|');) {
    const auto first = cell.find_first_not_of(' ');
    const auto last = cell.find_last_not_of(' ');
    cells.push_back(first == std::string::npos ? "" : cell.substr(first, last - first + 1));
  }
  return cells;
}

TEST(Papers, EveryRowSaysWhereItIsAndWhatHoldsIt) {
  const std::string page = text_of(kTree / "docs/papers.md");
  const std::set<std::string> tests = names_of_tests();
  ASSERT_GT(tests.size(), 1000u);
  static const std::regex quoted("`([^`]+)`");
  static const std::regex test_name("[A-Z]\\w*\\.[A-Z]\\w*");
  static const std::regex path_name("[\\w.-]+(?:/[\\w.-]+)+");
  int papers = 0, rows = 0, paths = 0;
  std::stringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    papers += line.starts_with("## ");
    for (std::sregex_iterator at(line.begin(), line.end(), quoted), end; at != end; ++at) {
      const std::string word = (*at)[1];
      if (std::regex_match(word, test_name)) {
        EXPECT_TRUE(tests.contains(word)) << word;
      } else if (std::regex_match(word, path_name)) {
        EXPECT_TRUE(fs::exists(kTree / word)) << word;
        ++paths;
      }
    }
    if (!line.starts_with("| ") || line.starts_with("| in the ")) continue;
    const std::vector<std::string> cells = cells_of(line);
    ASSERT_EQ(cells.size(), 3u) << line;
    ++rows;
    EXPECT_FALSE(cells[0].empty() || cells[1].empty()) << line;
    // What no test holds has a reason, or is no more than words.
    EXPECT_TRUE(!cells[2].empty() || cells[1].starts_with("absent") ||
                cells[1].starts_with("`docs/"))
        << line;
  }
  EXPECT_EQ(papers, 5);
  EXPECT_GT(rows, 100);
  EXPECT_GT(paths, 120);
}

}  // namespace

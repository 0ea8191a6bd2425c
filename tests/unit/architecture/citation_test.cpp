// What a paper needs to cite Peal and the work behind it: CITATION.cff, and the references of the
// theory pages.
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <string>

#include "source_tree.h"

namespace {

namespace fs = std::filesystem;

std::string first(const std::string& text, const char* pattern) {
  std::smatch match;
  return std::regex_search(text, match, std::regex(pattern)) ? match[1].str() : "";
}

std::set<std::string> all(const std::string& text, const char* pattern) {
  const std::regex regex(pattern);
  std::set<std::string> out;
  for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at)
    out.insert((*at)[1]);
  return out;
}

TEST(Citation, HasWhatAPaperNeeds) {
  const std::string cff = text_of(kTree / "CITATION.cff");
  for (const char* key : {"cff-version: 1.2.0", "title:", "abstract:", "authors:", "keywords:",
                          "type: software", "license: MIT", "references:"})
    EXPECT_NE(("\n" + cff).find(std::string("\n") + key), std::string::npos) << key;
  EXPECT_TRUE(std::regex_search(cff, std::regex("\ndate-released: \\d{4}-\\d\\d-\\d\\d\n")));
  // The version is that of the build.
  const std::string version =
      first(text_of(kTree / "CMakeLists.txt"), "project\\(peal VERSION ([0-9.]+)");
  EXPECT_FALSE(version.empty());
  EXPECT_EQ(first(cff, "\nversion: ([0-9.]+)\n"), version);
  const std::string references = cff.substr(cff.find("\nreferences:"));
  EXPECT_EQ(all(references, "  - type: [a-z-]+\n    title: \"([^\"]+)\"").size(), 5u);
  EXPECT_EQ(all(references, "family-names: \"?([^,\"]+)").size(), 12u);    // James wrote two
  EXPECT_EQ(all(references, "    doi: (10\\.\\d{4}/\\S+)\n").size(), 4u);  // a thesis has none
}

TEST(Citation, TheoryPagesNameTheirSources) {
  std::set<std::string> cited;
  int pages = 0;
  for (const auto& entry : fs::directory_iterator(kTree / "docs/theory")) {
    const std::string page = text_of(entry.path());
    const auto at = page.find("\n## References\n\n- ");
    ASSERT_NE(at, std::string::npos) << entry.path();
    ++pages;
    const std::string list = page.substr(at);
    // The DOI that is shown is the one that is linked, whatever had to be escaped.
    const std::regex link("\\[doi:(10\\.\\d{4}/[^\\]]+)\\]\\(https://doi\\.org/([^)]+)\\)");
    for (std::sregex_iterator it(list.begin(), list.end(), link), end; it != end; ++it) {
      std::string linked = (*it)[2];
      for (const auto& [code, sign] :
           {std::pair{"%28", "("}, {"%29", ")"}, {"%3C", "<"}, {"%3E", ">"}})
        for (auto place = linked.find(code); place != std::string::npos; place = linked.find(code))
          linked.replace(place, 3, sign);
      EXPECT_EQ(linked, (*it)[1]) << entry.path();
      cited.insert(linked);
    }
    EXPECT_EQ(all(list, "(doi:10\\.)").empty(), !std::regex_search(list, link)) << entry.path();
  }
  EXPECT_GE(pages, 8);
  // The papers that CITATION.cff names and that are built so far.
  for (const char* doi :
       {"10.1145/2185520.2185599", "10.1109/TSA.2005.852984", "10.1145/383259.383321"})
    EXPECT_TRUE(cited.contains(doi)) << doi;
}

}  // namespace

// What a newcomer types from README.md is there: its scenes, commands, options and pages.
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>

#include "program.h"

namespace peal::test {
namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string>;
const fs::path kTree = PEAL_SOURCE_DIR;

std::string readme() { return read_bytes(kTree / "README.md"); }

Names all(const std::string& text, const char* pattern) {
  const std::regex regex(pattern);
  Names out;
  for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at)
    out.insert((*at)[1]);
  return out;
}

TEST(Readme, ListsTheScenesThatThereAre) {
  std::string text = readme();
  text = text.substr(text.find("## Scenes to hear"));
  text = text.substr(0, text.find("\n## "));
  Names listed;
  for (const std::string& line : lines_of(text))
    if (line.starts_with("| `")) {
      const std::string cell = line.substr(0, line.find(" | "));
      for (const std::string& name : all(cell, "`([^`]+)`")) listed.insert(name);
    }
  Names shipped{"chadwick2012/...", "schweickart2017/..."};
  for (const std::string& line : lines_of(run({"scenes"}).out))
    if (const std::string name = line.substr(0, line.find(' '));
        name.find('/') == std::string::npos)
      shipped.insert(name);
  EXPECT_GT(shipped.size(), 10u);
  EXPECT_EQ(listed, shipped);
}

TEST(Readme, CommandsAndOptionsExist) {
  // Of the blocks that a shell reads: "peal COMMAND ... --option", without what stands behind #.
  const std::regex block("```sh\n([^`]*)```");
  const std::string text = readme();
  std::map<std::string, Names> used;
  for (std::sregex_iterator at(text.begin(), text.end(), block), end; at != end; ++at)
    for (std::string line : lines_of((*at)[1])) {
      line = line.substr(0, line.find(" #"));
      std::smatch command;
      if (!std::regex_search(line, command, std::regex("^peal ([a-z]+)"))) continue;
      for (const std::string& option : all(line, " (--?[a-z-]+)")) used[command[1]].insert(option);
      used[command[1]];
    }
  EXPECT_GE(used.size(), 10u);
  for (const auto& [command, options] : used) {
    const Outcome help = run({command, "--help"});
    EXPECT_EQ(help.code, 0) << "peal " << command;
    for (const std::string& option : options)
      EXPECT_TRUE(std::regex_search(help.out, std::regex("[ ,]" + option + "[ ,:\n]")))
          << "peal " << command << " " << option;
  }
  // Targets of make.
  const std::string makefile = read_bytes(kTree / "Makefile");
  for (const std::string& target : all(text, "(?:^|[\n`])make ([a-z-]+)"))
    EXPECT_NE(makefile.find("\n" + target + ":"), std::string::npos) << "make " << target;
}

TEST(Readme, PagesAndPicturesThatItLinksExist) {
  for (const std::string& link : all(readme(), "\\]\\(([^)#]+)"))
    if (!link.starts_with("http")) {
      EXPECT_TRUE(fs::exists(kTree / link)) << link;
    }
}

}  // namespace
}  // namespace peal::test

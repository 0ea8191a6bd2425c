// THIRD_PARTY.md names every library, program and package that Peal is made with: what the setup
// script installs, what CMake finds, what the code starts as a process, what the studio gets from
// npm. And nothing under GPL is linked.
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "source_tree.h"

namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string>;

/// Every match of the first group.
Names found(const std::string& text, const char* pattern) {
  const std::regex regex(pattern);
  Names names;
  for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at)
    names.insert((*at)[1]);
  return names;
}

Names words(const std::string& text) {
  std::stringstream stream(text);
  Names names;
  for (std::string word; stream >> word;)
    if (word.front() != '$') names.insert(word);
  return names;
}

void merge(Names& into, const Names& more) { into.insert(more.begin(), more.end()); }

/// What stands in backticks on the page.
Names named() { return found(text_of(kTree / "THIRD_PARTY.md"), "`([^`\\s]+)`"); }

void expect_named(const Names& used, const std::string& where) {
  const Names page = named();
  for (const std::string& name : used)
    EXPECT_TRUE(page.contains(name))
        << where << " uses '" << name << "', which THIRD_PARTY.md does not name";
}

TEST(ThirdParty, PackagesOfTheSetupScriptAreNamed) {
  Names packages;
  // packages="..." over several lines, and later additions.
  for (const std::string& list : found(text_of(kTree / "scripts/setup"), "packages=\"([^\"]*)\""))
    merge(packages, words(list));
  EXPECT_GT(packages.size(), 25u);
  EXPECT_TRUE(packages.contains("libeigen3-dev") && packages.contains("chromium"));
  expect_named(packages, "scripts/setup");
}

TEST(ThirdParty, LibrariesThatCMakeFindsAreNamed) {
  std::string cmake;
  for (const auto& entry : fs::directory_iterator(kTree / "cmake")) cmake += text_of(entry.path());
  cmake += text_of(kTree / "examples/engine/CMakeLists.txt");
  cmake += text_of(kTree / "examples/renderer/CMakeLists.txt");
  cmake += text_of(kTree / "tests/CMakeLists.txt") + text_of(kTree / "apps/pd/CMakeLists.txt");
  Names libraries = found(cmake, "find_library\\(\\w+ ([\\w.-]+)");
  merge(libraries, found(cmake, "IMPORTED_TARGET ([\\w.-]+)\\)"));
  EXPECT_GE(libraries.size(), 10u);
  merge(libraries, found(text_of(kTree / "cmake/Externals.cmake"), "find_package\\((\\w+)"));
  libraries.erase("PkgConfig");  // CMake's own module
  EXPECT_TRUE(libraries.contains("dmumps_seq") && libraries.contains("hdf5-serial") &&
              libraries.contains("Eigen3"));
  expect_named(libraries, "CMake");
}

TEST(ThirdParty, ProgramsThatTheCodeStartsAreNamed) {
  Names programs;
  for (const char* folder : {"src", "apps"})
    for (const auto& entry : fs::recursive_directory_iterator(kTree / folder))
      if (entry.path().extension() == ".cpp")
        merge(programs, found(text_of(entry.path()), "find_program\\(\"([^\"]+)\"\\)"));
  EXPECT_TRUE(programs.contains("tetgen") && programs.contains("ffmpeg"));
  expect_named(programs, "the code");
}

TEST(ThirdParty, PackagesOfTheStudioAreNamed) {
  for (const char* folder : {"web", "engine"}) {
    const std::string json = text_of(kTree / "apps/studio" / folder / "package.json");
    for (const std::string& block :
         found(json, "\"(?:devD|optionalD|peerD|d)ependencies\"\\s*:\\s*\\{([^}]*)\\}"))
      expect_named(found(block, "\"([^\"]+)\"\\s*:"), std::string("apps/studio/") + folder);
  }
  EXPECT_TRUE(named().contains("three"));
}

// A licence in a row of the linked libraries that begins with GPL or AGPL is a mistake, unless the
// row says that an exception allows it or that the part is not used.
TEST(ThirdParty, NothingUnderGplIsLinked) {
  std::stringstream page(text_of(kTree / "THIRD_PARTY.md"));
  bool linked = false;
  int rows = 0;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("## ")) linked = line.find("Linked") != std::string::npos;
    if (!linked || !line.starts_with("| ") || line.starts_with("| library")) continue;
    ++rows;
    const bool gpl = std::regex_search(line, std::regex("(^|[^L])A?GPL-"));
    EXPECT_TRUE(!gpl || line.find("exception") != std::string::npos ||
                line.find("not used") != std::string::npos)
        << line;
    EXPECT_TRUE(line.find("| dynamic") != std::string::npos ||
                line.find("| headers") != std::string::npos)
        << line;
    EXPECT_FALSE(line.find("LGPL") != std::string::npos &&
                 line.find("| dynamic") == std::string::npos)
        << "LGPL only dynamically: " << line;
  }
  EXPECT_GT(rows, 12);
}

}  // namespace

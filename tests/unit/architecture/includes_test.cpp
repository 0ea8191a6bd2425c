// Reads every #include of src/ and apps/ and holds it against the blocks of allowed dependencies in
// docs/architecture.md; from that of src/ the build makes its links too.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace {

namespace fs = std::filesystem;
using Dependencies = std::map<std::string, std::set<std::string>>;

Dependencies allowed_dependencies(const std::string& block = "dependencies") {
  std::ifstream page(fs::path(PEAL_SOURCE_DIR) / "docs/architecture.md");
  Dependencies out;
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line == "```" + block)
      inside = true;
    else if (line == "```")
      inside = false;
    else if (inside) {
      std::stringstream words(line);
      std::string module, used;
      words >> module;
      module.pop_back();  // the colon
      auto& set = out[module];
      while (words >> used) set.insert(used);
    }
  }
  return out;
}

/// Folders that a file includes from src, each once.
std::set<std::string> folders_used(const fs::path& path, const Dependencies& allowed) {
  static const std::regex include("^\\s*#\\s*include\\s*\"([^\"]+)/[^\"/]+\"");
  std::set<std::string> out;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    if (std::smatch match; std::regex_search(line, match, include)) {
      EXPECT_TRUE(allowed.count(match[1]) || match[1] == "peal")
          << path << " includes " << match[1] << ", which is no folder of src";
      out.insert(match[1]);
    }
  return out;
}

/// Files below `top`, whose folders are named from `root` on, against what these may use.
void expect_listed(const fs::path& top, const fs::path& root, const Dependencies& allowed,
                   const Dependencies& modules) {
  Dependencies used;
  for (const auto& entry : fs::recursive_directory_iterator(top)) {
    const fs::path kind = entry.path().extension();
    if (kind != ".h" && kind != ".cpp" && kind != ".inl") continue;
    if (entry.path().string().find("/node_modules/") != std::string::npos) continue;
    const std::string module = fs::relative(entry.path().parent_path(), root).generic_string();
    ASSERT_TRUE(allowed.count(module)) << entry.path() << ": " << module << " is not listed";
    for (const std::string& folder : folders_used(entry.path(), modules)) {
      if (folder == module || folder == "peal") continue;
      used[module].insert(folder);
      EXPECT_TRUE(allowed.at(module).count(folder))
          << entry.path() << " includes " << folder << ", which " << module << " may not use";
    }
  }
  for (const auto& [module, listed] : allowed)
    for (const std::string& folder : listed)
      EXPECT_TRUE(used[module].count(folder)) << module << " lists " << folder << ", unused";
}

TEST(Architecture, IncludesAreTheListedDependenciesInBothDirections) {
  const Dependencies allowed = allowed_dependencies();
  ASSERT_GT(allowed.size(), 10u);
  const fs::path src = fs::path(PEAL_SOURCE_DIR) / "src";
  expect_listed(src, src, allowed, allowed);
}

TEST(Architecture, SoAreThoseOfTheApps) {
  const Dependencies apps = allowed_dependencies("dependencies-apps");
  ASSERT_GT(apps.size(), 2u);
  const fs::path root(PEAL_SOURCE_DIR);
  expect_listed(root / "apps", root, apps, allowed_dependencies());
}

// Of the stage before it a stage sees the handover, not what is behind it.
TEST(Architecture, StagesMeetInTheirHandoverHeaders) {
  const std::map<std::string, std::pair<std::string, std::set<std::string>>> handovers{
      {"propagation", {"emission", {"emitter.h"}}},
      {"listener", {"propagation", {"bus.h", "retarded_time.h"}}}};
  const std::regex include("#include \"(\\w+)/(\\w+\\.h)\"");
  for (const auto& [stage, handover] : handovers) {
    int seen = 0;
    for (const auto& entry : fs::directory_iterator(fs::path(PEAL_SOURCE_DIR) / "src" / stage)) {
      std::ifstream file(entry.path());
      for (std::string line; std::getline(file, line);)
        if (std::smatch match;
            std::regex_search(line, match, include) && match[1] == handover.first) {
          EXPECT_TRUE(handover.second.count(match[2])) << entry.path() << " includes " << match[0];
          ++seen;
        }
    }
    EXPECT_GT(seen, 0) << stage;
  }
}

// A page that names a file leads there.
TEST(Architecture, FilesThatThePagesNameAreThere) {
  const fs::path root(PEAL_SOURCE_DIR);
  const std::regex path(
      "`((?:src|apps|tests|scripts|include)/[\\w/.-]+\\.(?:cpp|h|inl|py|mjs|ts))`");
  int named = 0;
  for (const auto& entry : fs::recursive_directory_iterator(root / "docs")) {
    if (entry.path().extension() != ".md") continue;
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);)
      for (std::sregex_iterator at(line.begin(), line.end(), path), end; at != end; ++at, ++named)
        EXPECT_TRUE(fs::exists(root / (*at)[1].str()) ||
                    (*at)[1].str().find("metronome") != std::string::npos)  // a page's example
            << entry.path() << " names " << (*at)[1];
  }
  EXPECT_GT(named, 40);
}

// Who looks for something reads a list of files: it must not be long.
TEST(Architecture, NoFolderHoldsMoreThanFortyFiveFiles) {
  const fs::path root(PEAL_SOURCE_DIR);
  std::map<fs::path, int> files;
  for (const char* top : {"src", "tests/unit", "tests/validation"})
    for (const auto& entry : fs::recursive_directory_iterator(root / top))
      if (entry.is_regular_file()) ++files[fs::relative(entry.path().parent_path(), root)];
  for (const auto& [folder, count] : files) EXPECT_LE(count, 45) << folder;
  std::set<fs::path> top;
  for (const auto& entry : fs::directory_iterator(root / "src")) top.insert(entry.path());
  EXPECT_LE(top.size(), 15u);
}

TEST(Architecture, DependenciesHaveNoCycle) {
  const Dependencies allowed = allowed_dependencies();
  std::set<std::string> settled;
  while (settled.size() < allowed.size()) {
    const std::size_t before = settled.size();
    for (const auto& [module, used] : allowed)
      if (std::includes(settled.begin(), settled.end(), used.begin(), used.end()))
        settled.insert(module);
    ASSERT_GT(settled.size(), before) << "the remaining modules depend on each other";
  }
}

TEST(Architecture, EveryModuleIsUsedOrIsADriver) {
  for (const auto& [module, used] : allowed_dependencies())
    for (const std::string& other : used)
      EXPECT_TRUE(allowed_dependencies().count(other)) << module << " lists unknown " << other;
}

TEST(Architecture, KernelHeadersKeepOutEigenAndExceptions) {
  const std::regex forbidden("Eigen|\\bthrow\\b|\\bnew\\b|std::vector|push_back");
  int kernels = 0;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(PEAL_SOURCE_DIR) / "src")) {
    const std::string name = entry.path().filename().string();
    if (name.size() < 9 || name.substr(name.size() - 9) != "_kernel.h") continue;
    ++kernels;
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      const std::string code = line.substr(0, line.find("//"));
      EXPECT_FALSE(std::regex_search(code, forbidden)) << entry.path() << ": " << line;
    }
  }
  EXPECT_GE(kernels, 3);
}

}  // namespace

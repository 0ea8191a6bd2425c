// Reads every #include of src/ and holds it against the block of allowed dependencies in
// docs/architecture.md, from which the build makes its links too.
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

Dependencies allowed_dependencies() {
  std::ifstream page(fs::path(PEAL_SOURCE_DIR) / "docs/architecture.md");
  Dependencies out;
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line == "```dependencies")
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

TEST(Architecture, IncludesFollowTheListedDependencies) {
  const Dependencies allowed = allowed_dependencies();
  ASSERT_GT(allowed.size(), 10u);
  const std::regex include("^\\s*#\\s*include\\s*\"([^\"/]+)/[^\"]+\"");
  int seen = 0;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(PEAL_SOURCE_DIR) / "src")) {
    if (!entry.is_regular_file()) continue;
    const std::string module =
        fs::relative(entry.path(), fs::path(PEAL_SOURCE_DIR) / "src").begin()->string();
    ASSERT_TRUE(allowed.count(module)) << "src/" << module << " is not listed";
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      std::smatch match;
      if (!std::regex_search(line, match, include)) continue;
      ++seen;
      const std::string used = match[1];
      EXPECT_TRUE(used == module || allowed.at(module).count(used))
          << entry.path() << " includes " << used << ", which " << module << " may not use";
    }
  }
  EXPECT_GT(seen, 100);
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

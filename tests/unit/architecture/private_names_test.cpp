// Files of a folder are compiled in batches (cmake/CompilerOptions.cmake), where their unnamed
// namespaces are one. Equal names would be errors there or, worse, overloads that silently win; so
// they do not meet, whichever files share a batch.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string_view>

#include "declared_names.h"
#include "source_tree.h"

namespace peal {
namespace {

namespace fs = std::filesystem;

std::vector<test::DeclaredName> names_in(const fs::path& file) {
  return test::declared_names(text_of(file));
}

std::set<std::string> private_names(const std::string& source) {
  std::set<std::string> out;
  for (const test::DeclaredName& found : test::declared_names(source))
    if (found.is_private) out.insert(found.name);
  return out;
}

TEST(DeclaredNames, OfUnnamedNamespacesAreFound) {
  EXPECT_EQ(private_names(R"(
    // int in_a_comment;
    #define IN_A_MACRO int
    namespace peal { int not_private(); namespace {
    constexpr double kFirst = 1, kSecond{2};  const char* const kText = "; int no;";
    static const int kTable[] = {1, 2}; std::map<int, A> table{{1, 2}}; bool waits;
    using Complex = std::complex<double>; using namespace other; namespace fs = std::filesystem;
    struct Ahead; struct Pair { int member; int method() { int local; return 1; } };
    class Child final : public Pair {}; struct alignas(kLine) Aligned { int member; }; enum class Kind { one, two };
    template <class T, int N = 2> T largest(const T& a, int) { T inner = f(a); return inner; }
    std::vector<std::vector<int>> lists(std::function<void(int)> f = {}) { if (f) { f(1); } }
    __attribute__((noinline)) double measured(double x) { return x; }
    const Pair* Pair::method_outside() { return nullptr; }  bool operator<(Pair a, Pair b);
    static_assert(sizeof(int) == 4); TEST(Suite, Name) { int here = 1; }
    } int seen() { int local; return 1; } }
  )"),
            (std::set<std::string>{"kFirst", "kSecond", "kText", "kTable", "table", "waits",
                                   "Complex", "Ahead", "Pair", "Child", "Aligned", "Kind",
                                   "largest", "lists", "measured"}));
}

/// Folder => files that are compiled together.
std::map<fs::path, std::vector<fs::path>> folders() {
  std::map<fs::path, std::vector<fs::path>> out;
  for (const char* part : {"src", "apps/cli", "tests"})
    for (const auto& entry : fs::recursive_directory_iterator(kTree / part))
      if (entry.path().extension() == ".cpp" && !entry.path().stem().string().ends_with("_avx2") &&
          entry.path().parent_path().filename() != "fuzz")  // a program each
        out[entry.path().parent_path()].push_back(entry.path());
  return out;
}

TEST(Architecture, PrivateNamesOfAFolderDoNotMeet) {
  std::size_t names = 0;
  for (const auto& [folder, files] : folders()) {
    std::map<std::string, std::pair<fs::path, std::string>> owners;
    for (const fs::path& file : files)
      for (const test::DeclaredName& found : names_in(file)) {
        if (!found.is_private) continue;
        ++names;
        const auto [at, is_new] = owners.try_emplace(found.name, file, found.alias_of);
        const bool same_alias = !found.alias_of.empty() && at->second.second == found.alias_of;
        EXPECT_TRUE(is_new || at->second.first == file || same_alias)
            << found.name << " is declared in " << at->second.first << " and " << file;
      }
  }
  EXPECT_GT(names, 2000u);
}

/// Headers of src that a file sees, its own folder's and those behind them.
void add_headers(const fs::path& file, std::set<fs::path>& seen) {
  constexpr std::string_view kInclude = "#include \"";
  std::ifstream text(file);
  for (std::string line; std::getline(text, line);)
    if (line.starts_with(kInclude)) {
      const std::string name = line.substr(kInclude.size());
      const fs::path header = kTree / "src" / name.substr(0, name.find('"'));
      if (fs::exists(header) && seen.insert(header).second) add_headers(header, seen);
    }
}

// A file whose private function is called like one of a header would change what its neighbours
// call; a type or a constant would be ambiguous.
TEST(Architecture, PrivateNamesAreNotThoseOfHeadersThatNeighboursSee) {
  std::map<fs::path, std::vector<test::DeclaredName>> declared;
  for (const auto& [folder, files] : folders()) {
    std::set<fs::path> headers;
    for (const fs::path& file : files) add_headers(file, headers);
    std::map<std::string, std::pair<fs::path, std::string>> shared;
    for (const fs::path& header : headers) {
      const auto [at, is_new] = declared.try_emplace(header);
      if (is_new) at->second = names_in(header);
      for (const test::DeclaredName& found : at->second)
        shared.try_emplace(found.name, header, found.alias_of);
    }
    for (const fs::path& file : files)
      for (const test::DeclaredName& found : names_in(file)) {
        const auto at = shared.find(found.name);
        if (!found.is_private || at == shared.end()) continue;
        EXPECT_TRUE(!found.alias_of.empty() && found.alias_of == at->second.second)
            << found.name << " of " << file << " is declared in " << at->second.first;
      }
  }
}

}  // namespace
}  // namespace peal

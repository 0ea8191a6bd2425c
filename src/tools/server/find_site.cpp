#include "tools/server/find_site.h"

#include "base/error.h"
#include "base/files/program_files.h"

namespace peal {
namespace {

bool has_file(const std::filesystem::path& folder, const char* name) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(folder / name, ignored);
}

}  // namespace

std::filesystem::path find_site(const std::filesystem::path& given) {
  if (!given.empty()) {
    if (!has_file(given, "index.html"))
      fail("{}: no index.html here; `make studio` builds the pages into build/studio",
           given.string());
    return given;
  }
  const auto [installed, built] = program_folders("studio", "build/studio");
  for (const auto& folder : {installed, built})
    if (has_file(folder, "index.html")) return folder;
  fail(
      "the pages of the studio are neither in {} nor in {}: `make studio` builds them, --site "
      "names another folder",
      installed.string(), built.string());
}

void check_result(const std::filesystem::path& folder) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(folder, ignored))
    fail("{}: there is no such folder; expected one that `peal render` has written",
         folder.string());
  if (!has_file(folder, "report.json"))
    fail("{0}: no report.json here; expected a folder that `peal render SCENE -o {0}` has written",
         folder.string());
}

}  // namespace peal

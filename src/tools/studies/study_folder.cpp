#include "tools/studies/study_folder.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/error.h"

namespace peal {

void begin_study(const std::string& study, const std::vector<std::string>& parts,
                 const std::vector<std::string>& only, const std::filesystem::path& folder) {
  for (const std::string& name : only)
    if (std::find(parts.begin(), parts.end(), name) == parts.end())
      fail("{} has no part '{}'; it has {}", study, name, fmt::join(parts, ", "));
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (problem || !std::filesystem::is_directory(folder))
    fail("the folder '{}' for the results cannot be made: {}; choose another one", folder.string(),
         problem ? problem.message() : "there is a file of this name");
}

}  // namespace peal

// What every `peal reproduce` looks at before it computes anything.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace peal {

/// Makes the folder for the results. Stops when it cannot be made, or when a name in `only` is none
/// of `parts`.
void begin_study(const std::string& study, const std::vector<std::string>& parts,
                 const std::vector<std::string>& only, const std::filesystem::path& folder);

/// What a study can repeat, without the functions that do it: parts => name and sentence.
template <class Part>
auto descriptions_of(const std::vector<Part>& parts) {
  std::vector<decltype(Part::description)> out;
  for (const Part& part : parts) out.push_back(part.description);
  return out;
}

}  // namespace peal

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

}  // namespace peal

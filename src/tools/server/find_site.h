// Where the built pages of the studio and a rendered result are; errors say how to make them.
#pragma once
#include <filesystem>

namespace peal {

/// `given` when not empty; else <prefix>/share/peal/studio beside the installed program, or
/// build/studio in a source tree. Throws Error when there are no pages.
std::filesystem::path find_site(const std::filesystem::path& given);

/// Throws Error unless `folder` is what `peal render` writes.
void check_result(const std::filesystem::path& folder);

}  // namespace peal

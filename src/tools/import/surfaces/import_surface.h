// A surface that another simulator moved => a folder that Peal renders: scene.json, which names the
// file and plays it, and rest.obj.
#pragma once
#include <filesystem>
#include <functional>
#include <string>

namespace peal {

/// Checks the file first (surface_checks.h). @param folder empty: named after the file, beside it
/// @return what was found, as text.
std::string import_surface(const std::filesystem::path& file, const std::filesystem::path& folder,
                           const std::function<void(const std::string&)>& warn);

}  // namespace peal

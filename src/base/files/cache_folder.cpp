#include "base/files/cache_folder.h"

#include <cstdlib>

namespace peal {

std::filesystem::path user_cache_folder(const std::string& part) {
  if (const char* folder = std::getenv("PEAL_CACHE"))
    return *folder ? std::filesystem::path(folder) / part : std::filesystem::path();
  if (const char* folder = std::getenv("XDG_CACHE_HOME"); folder && *folder == '/')
    return std::filesystem::path(folder) / "peal" / part;
  if (const char* home = std::getenv("HOME"); home && *home == '/')
    return std::filesystem::path(home) / ".cache" / "peal" / part;
  return {};
}

}  // namespace peal

// Where results are kept between runs, and how a damaged one is met.
#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "base/error.h"

namespace peal {

/// $PEAL_CACHE/<part>, else $XDG_CACHE_HOME/peal/<part>, else ~/.cache/peal/<part>. Empty when
/// nothing shall be kept: PEAL_CACHE is there but empty, or there is no home.
std::filesystem::path user_cache_folder(const std::string& part);

/// read(path) when there is such a file. An entry that cannot be read is removed, so that it is
/// made anew; `warn` gets a line that names it.
template <class T>
std::optional<T> load_cached(const std::filesystem::path& path,
                             const std::function<T(const std::filesystem::path&)>& read,
                             const std::function<void(const std::string&)>& warn = {}) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return {};
  try {
    return read(path);
  } catch (const Interrupted&) {
    throw;
  } catch (const Error& why) {
    const bool removed = std::filesystem::remove(path, error);
    if (warn)
      warn(fmt::format("{}; {}, it is computed again", why.what(),
                       removed ? "the entry is removed" : "it cannot be removed"));
    return {};
  }
}

}  // namespace peal

// Lines of `peal bake` and `peal pack`.
#pragma once
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <string>

namespace peal {

inline std::string size_text(double bytes) {
  return bytes < 1e6   ? fmt::format("{:.0f} kB", bytes / 1e3)
         : bytes < 1e9 ? fmt::format("{:.3g} MB", bytes / 1e6)
                       : fmt::format("{:.3g} GB", bytes / 1e9);
}

/// The bar is on the same line: it is drawn again a moment later.
inline void print_over_bar(std::FILE* out, const std::string& line) {
  if (::isatty(STDERR_FILENO)) fmt::print(stderr, "\r\x1b[2K");
  fmt::print(out, "{}\n", line);
  std::fflush(out);
}

inline void print_failure(const std::string& text) { print_over_bar(stderr, "peal: " + text); }

}  // namespace peal

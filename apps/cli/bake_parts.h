// What the two stages of `peal bake`, fields of clicks and transfers of modes, have in common.
#pragma once
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <string>

#include "base/error.h"

namespace peal {

/// Unit i of n, counted from 0: every n-th of a list that all processes see in the same order.
struct Share {
  std::size_t index = 0, count = 1;
  bool has(std::size_t unit) const { return unit % count == index; }
};

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

/// A scene that cannot be rendered, a body that cannot be analysed: a line, and the others go on.
template <class Action>
bool succeeds(const std::string& name, bool says, const Action& action) {
  try {
    action();
    return true;
  } catch (const Interrupted&) {
    throw;
  } catch (const std::exception& error) {
    if (says) print_failure(fmt::format("{}: {}", name, error.what()));
    return false;
  }
}

}  // namespace peal

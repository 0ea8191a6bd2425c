// Errors leave Peal's libraries as one exception type whose text a person can act on:
// where (file, field or body), what was found, and the way out.
#pragma once
#include <fmt/format.h>

#include <stdexcept>
#include <string>

namespace peal {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Thrown when the user asked to stop (Ctrl-C): callers unwind, temporary files are removed.
class Interrupted : public Error {
 public:
  Interrupted() : Error("interrupted; nothing was overwritten") {}
};

template <class... Args>
[[noreturn]] void fail(fmt::format_string<Args...> text, Args&&... args) {
  throw Error(fmt::format(text, std::forward<Args>(args)...));
}

}  // namespace peal

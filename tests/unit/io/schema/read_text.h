// Reads a text as one value of a declared type and returns the messages.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "io/schema/type.h"

namespace peal {

template <class V>
std::vector<std::string> read_text(const Of<V>& of, std::string_view text, V& out,
                                   const std::filesystem::path& folder = {}) {
  Report report("t.json", folder);
  Json tree;
  if (parse_json(text, report, tree)) {
    of.type->read(tree, Cursor(report), &out);
    report.names().resolve(report);
  }
  return report.errors();
}

template <class V>
std::vector<std::string> errors_of(const Of<V>& of, std::string_view text,
                                   const std::filesystem::path& folder = {}) {
  V out{};
  return read_text(of, text, out, folder);
}

/// The value of a text that is read without errors.
template <class V>
V value_of(const Of<V>& of, std::string_view text, const std::filesystem::path& folder = {}) {
  V out{};
  const auto errors = read_text(of, text, out, folder);
  if (!errors.empty()) throw std::runtime_error("unexpected: " + errors[0]);
  return out;
}

using Messages = std::vector<std::string>;

}  // namespace peal

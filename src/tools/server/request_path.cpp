#include "tools/server/request_path.h"

namespace peal {
namespace {

constexpr std::size_t kMaxName = 255, kMaxDepth = 16;

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// Decodes once; what is still encoded afterwards is part of a name.
std::optional<std::string> decoded_name(std::string_view text) {
  std::string name;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '%') {
      if (i + 2 >= text.size()) return {};
      const int high = hex_digit(text[i + 1]), low = hex_digit(text[i + 2]);
      if (high < 0 || low < 0) return {};
      c = static_cast<char>(high * 16 + low);
      i += 2;
    }
    const auto byte = static_cast<unsigned char>(c);
    if (c == '/' || c == '\\' || byte < 0x20 || byte == 0x7f) return {};
    name += c;
  }
  // A leading dot is ".", ".." or something that was hidden on purpose.
  if (name.empty() || name.front() == '.' || name.size() > kMaxName) return {};
  return name;
}

}  // namespace

std::optional<RequestPath> request_path(std::string_view target) {
  target = target.substr(0, target.find('?'));
  if (target.empty() || target.front() != '/') return {};
  target.remove_prefix(1);
  RequestPath path;
  while (!target.empty()) {
    const std::size_t slash = target.find('/');
    const auto name = decoded_name(target.substr(0, slash));
    if (!name || path.size() == kMaxDepth) return {};
    path.push_back(*name);
    if (slash == target.npos) return path;
    target.remove_prefix(slash + 1);
  }
  path.push_back("index.html");
  return path;
}

}  // namespace peal

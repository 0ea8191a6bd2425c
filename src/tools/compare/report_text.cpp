#include "tools/compare/report_text.h"

#include <fmt/format.h>

#include <cmath>

namespace peal {

std::string percent_text(double part) {
  return std::isfinite(part) ? fmt::format("{:.4g} %", 100 * part) : "infinite";
}

std::string json_number(double value) {
  return std::isfinite(value) ? fmt::format("{:.12g}", value) : "null";
}

std::string json_string(const std::string& text) {
  std::string out = "\"";
  for (const char c : text)
    if (c == '"' || c == '\\')
      out += '\\', out += c;
    else if (static_cast<unsigned char>(c) < 0x20)
      out += fmt::format("\\u{:04x}", static_cast<int>(c));
    else
      out += c;
  return out + "\"";
}

}  // namespace peal

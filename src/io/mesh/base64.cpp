#include "io/mesh/base64.h"

#include <array>
#include <cstdint>

namespace peal {
namespace {

enum : std::int8_t { kOther = -1, kSpace = -2, kPadding = -3 };

constexpr std::array<std::int8_t, 256> make_table() {
  std::array<std::int8_t, 256> table{};
  table.fill(kOther);
  const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (int k = 0; k < 64; ++k)
    table[static_cast<unsigned char>(digits[k])] = static_cast<std::int8_t>(k);
  for (const char c : {' ', '\t', '\r', '\n'}) table[static_cast<unsigned char>(c)] = kSpace;
  table[static_cast<unsigned char>('=')] = kPadding;
  return table;
}
constexpr auto kTable = make_table();

}  // namespace

std::size_t decode_base64(std::string_view text, std::string& out, std::size_t limit) {
  std::uint32_t bits = 0;
  int held = 0;  // bits that are not written yet
  std::size_t written = 0, k = 0;
  for (; k < text.size() && written < limit; ++k) {
    const std::int8_t value = kTable[static_cast<unsigned char>(text[k])];
    if (value == kSpace) continue;
    if (value == kOther) break;
    if (value == kPadding) {
      bits = 0, held = 0;  // the next piece starts afresh
      continue;
    }
    bits = bits << 6 | static_cast<std::uint32_t>(value);
    held += 6;
    if (held < 8) continue;
    held -= 8;
    out.push_back(static_cast<char>(bits >> held & 0xFF));
    ++written;
  }
  return k;
}

}  // namespace peal

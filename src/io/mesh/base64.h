// Base64 (RFC 4648) => bytes. White space is passed over. Padding may stand inside: VTK writes a
// header and its data as two padded pieces in a row.
#pragma once
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

namespace peal {

/// Adds at most `limit` bytes to `out` and stops then, at the end of the text, or at a character
/// that is not base64. Returns how many characters were read.
std::size_t decode_base64(std::string_view text, std::string& out,
                          std::size_t limit = std::numeric_limits<std::size_t>::max());

}  // namespace peal

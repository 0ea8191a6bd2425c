// A good file of a format with hashes or checksums, changed in places that the fuzzer chooses: it
// would take it long to find the first byte of one by itself.
//   input: (place, 3 bytes; count, 1 byte; bytes)...
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace peal {

inline void patch(std::string& bytes, const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kHead = 4, kLongest = 16;
  while (size > kHead && !bytes.empty()) {
    const std::size_t place = (data[0] | data[1] << 8 | data[2] << 16) % bytes.size();
    const std::size_t count =
        std::min({data[3] % kLongest + 1, size - kHead, bytes.size() - place});
    std::copy_n(data + kHead, count, bytes.begin() + static_cast<std::ptrdiff_t>(place));
    data += kHead + count, size -= kHead + count;
  }
}

}  // namespace peal

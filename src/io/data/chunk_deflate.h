// The shuffle and deflate filters of HDF5 at once, faster than the library's own: byte planes that
// look like noise (low bytes of doubles) are stored, the others deflated, in one zlib stream that
// every reader of HDF5 understands.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

namespace peal {

/// Byte 0 of all values, then byte 1 of all values ...; then zlib. @param level 1 to 9
std::vector<std::byte> shuffle_and_deflate(std::span<const std::byte> values,
                                           std::size_t value_bytes, int level);

}  // namespace peal

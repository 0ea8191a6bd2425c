// Numbers to bytes and back, for states that are saved and loaded bit by bit on one machine.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include "base/error.h"

namespace peal {

inline constexpr std::uint64_t kRodBytesMark = 0x31646f726c616570;  // "pealrod1"

template <class T>
void put_bytes(std::vector<std::byte>& out, std::span<T> values) {
  static_assert(std::is_trivially_copyable_v<T>);
  const auto* first = reinterpret_cast<const std::byte*>(values.data());
  out.insert(out.end(), first, first + values.size_bytes());
}
template <class T>
requires std::is_arithmetic_v<T>
void put_bytes(std::vector<std::byte>& out, const T& value) {
  put_bytes(out, std::span(&value, 1));
}

template <class T>
void take_bytes(std::span<const std::byte>& in, std::span<T> values) {
  if (in.size() < values.size_bytes()) fail("rod: the saved state ends early");
  std::memcpy(values.data(), in.data(), values.size_bytes());
  in = in.subspan(values.size_bytes());
}
template <class T>
requires std::is_arithmetic_v<T>
void take_bytes(std::span<const std::byte>& in, T& value) { take_bytes(in, std::span(&value, 1)); }

}  // namespace peal

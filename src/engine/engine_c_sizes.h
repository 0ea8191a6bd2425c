// Structs of the C interface between a program and a library of different versions: what one side
// does not know has its default. In: structs and the sizes that the program was compiled with.
#pragma once
#include <peal/engine_c.h>

#include <algorithm>
#include <cstring>
#include <string>

namespace peal {

/// The program's struct over the defaults: fields beyond its end stay as they are.
template <class T>
T read_sized(const T* told, std::size_t size, T out) noexcept {
  std::memcpy(&out, told, std::min(size, sizeof out));
  return out;
}

/// The first `size` bytes; zeros where the program knows more than the library.
template <class T>
void write_sized(const T& value, T* out, std::size_t size) noexcept {
  if (!out) return;
  const std::size_t known = std::min(size, sizeof value);
  std::memcpy(static_cast<void*>(out), &value, known);
  std::memset(reinterpret_cast<char*>(out) + known, 0, size - known);
}

/// A sentence when the program knows larger structs than the library: it is older, and would not
/// see what the program asks for. @param told null: the library's own.
std::string read_header(const peal_header* told, peal_header& out);

}  // namespace peal

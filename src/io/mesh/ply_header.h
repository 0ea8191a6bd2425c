// The text at the beginning of a PLY file: which elements follow, and how their rows are stored.
// Enters: the file's bytes. Leaves: elements with their properties, and where the rows begin.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace peal {

enum class PlyType { i8, u8, i16, u16, i32, u32, f32, f64 };
std::size_t size_of(PlyType type);

struct PlyProperty {
  std::string name;
  PlyType type = PlyType::f32;
  bool is_list = false;
  PlyType count_type = PlyType::u8;
};

struct PlyElement {
  std::string name;
  std::uint64_t count = 0;
  std::vector<PlyProperty> properties;
  std::size_t line = 0;  // of the header

  /// Index of a property, or -1.
  int find(std::string_view property) const;
};

struct PlyHeader {
  enum class Format { text, little_endian, big_endian } format = Format::text;
  std::vector<PlyElement> elements;
  std::size_t body = 0;       // [bytes] from the beginning of the file
  std::size_t body_line = 1;  // line at which the rows begin
};

PlyHeader read_ply_header(std::string_view bytes, const std::string& name);

}  // namespace peal

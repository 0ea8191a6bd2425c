#include "io/mesh/ply_header.h"

#include <algorithm>

#include "io/mesh/text_cursor.h"

namespace peal {
namespace {

struct TypeName {
  std::string_view name;
  PlyType type;
};
constexpr TypeName kPlyTypes[] = {
    {"char", PlyType::i8},     {"int8", PlyType::i8},     {"uchar", PlyType::u8},
    {"uint8", PlyType::u8},    {"short", PlyType::i16},   {"int16", PlyType::i16},
    {"ushort", PlyType::u16},  {"uint16", PlyType::u16},  {"int", PlyType::i32},
    {"int32", PlyType::i32},   {"uint", PlyType::u32},    {"uint32", PlyType::u32},
    {"float", PlyType::f32},   {"float32", PlyType::f32}, {"double", PlyType::f64},
    {"float64", PlyType::f64},
};

PlyType read_type(TextCursor& cursor) {
  const std::string_view word = cursor.word();
  for (const TypeName& known : kPlyTypes)
    if (known.name == word) return known.type;
  cursor.fail_here("'{}' is not a type of PLY", shown_bytes(word));
}

PlyProperty read_property(TextCursor& cursor) {
  PlyProperty out;
  TextCursor ahead = cursor;
  if (ahead.word() == "list") {
    cursor = ahead;
    out.is_list = true;
    out.count_type = read_type(cursor);
    if (out.count_type == PlyType::f32 || out.count_type == PlyType::f64)
      cursor.fail_here("the length of a list cannot be a fraction");
  }
  out.type = read_type(cursor);
  out.name = cursor.word();
  if (out.name.empty()) cursor.fail_here("a property has no name");
  return out;
}

PlyHeader::Format read_format(TextCursor& cursor) {
  const std::string_view word = cursor.word();
  const std::string_view version = cursor.word();
  if (version != "1.0")
    cursor.fail_here("PLY version '{}' is not known, only 1.0", shown_bytes(version));
  if (word == "ascii") return PlyHeader::Format::text;
  if (word == "binary_little_endian") return PlyHeader::Format::little_endian;
  if (word == "binary_big_endian") return PlyHeader::Format::big_endian;
  cursor.fail_here("PLY format '{}' is not known", shown_bytes(word));
}

}  // namespace

std::size_t size_of(PlyType type) {
  constexpr std::size_t sizes[] = {1, 1, 2, 2, 4, 4, 4, 8};
  return sizes[static_cast<int>(type)];
}

int PlyElement::find(std::string_view property) const {
  for (std::size_t k = 0; k < properties.size(); ++k)
    if (properties[k].name == property) return static_cast<int>(k);
  return -1;
}

PlyHeader read_ply_header(std::string_view bytes, const std::string& name) {
  TextCursor cursor(bytes, name);
  if (cursor.rest_of_line() != "ply") fail("{}: line 1: a PLY file should begin with 'ply'", name);
  PlyHeader header;
  bool has_format = false;
  while (!cursor.at_end()) {
    const std::string_view keyword = cursor.word();
    if (keyword == "format") {
      header.format = read_format(cursor);
      has_format = true;
    } else if (keyword == "element") {
      PlyElement element;
      element.name = cursor.word();
      element.count = cursor.count("the number of elements");
      element.line = cursor.line();
      if (header.elements.size() >= 100) cursor.fail_here("more than 100 kinds of elements");
      header.elements.push_back(std::move(element));
    } else if (keyword == "property") {
      if (header.elements.empty()) cursor.fail_here("a property before the first element");
      if (header.elements.back().properties.size() >= 1000)
        cursor.fail_here("more than 1000 properties");
      header.elements.back().properties.push_back(read_property(cursor));
    } else if (keyword == "end_header") {
      cursor.expect_line_end("end_header");
      cursor.next_line();
      if (!has_format) cursor.fail_here("the header has no line 'format'");
      header.body = cursor.offset();
      header.body_line = cursor.line();
      return header;
    } else if (keyword != "comment" && keyword != "obj_info" && !keyword.empty()) {
      cursor.fail_here("'{}' is not a word of a PLY header", shown_bytes(keyword));
    }
    cursor.next_line();
  }
  cursor.fail_here("cut off: the header has no end_header");
}

}  // namespace peal

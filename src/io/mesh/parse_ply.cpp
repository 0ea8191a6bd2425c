// PLY, text or binary of either byte order. Reads x y z of `vertex`, the corner list of `face`, and
// `tristrips`; other elements and properties are passed over.
#include <limits>
#include <span>

#include "io/mesh/byte_reader.h"
#include "io/mesh/limits.h"
#include "io/mesh/parsers.h"
#include "io/mesh/ply_header.h"
#include "io/mesh/polygon.h"
#include "io/mesh/text_cursor.h"

namespace peal {
namespace {

/// Rows as text: one line each.
class TextRows {
 public:
  TextRows(std::string_view bytes, const std::string& name, const PlyHeader& header)
      : cursor_(bytes.substr(header.body), name, header.body_line) {}
  void begin_row() { cursor_.skip_empty_lines(); }
  void end_row() {
    cursor_.expect_line_end("the properties that the header declares");
    cursor_.next_line();
  }
  double scalar(PlyType) { return cursor_.number("a property"); }
  std::int64_t integer(PlyType) { return cursor_.integer("a property"); }
  /// Every property is one character and one separator at least.
  void check_room(std::uint64_t rows, const PlyElement& element) const {
    if (rows > (cursor_.remaining() + 1) / (2 * element.properties.size()))
      cursor_.fail_here("cut off: the header declares {} rows of '{}', {} bytes are left", rows,
                        element.name, cursor_.remaining());
  }
  void check_list(std::uint64_t count, PlyType) const {
    if (count > (cursor_.remaining() + 1) / 2)
      cursor_.fail_here("cut off: a list of {} entries in {} bytes", count, cursor_.remaining());
  }
  void check_end() {
    cursor_.skip_empty_lines();
    if (!cursor_.at_end()) fail_here("more rows than the header declares");
  }
  template <class... Args>
  [[noreturn]] void fail_here(fmt::format_string<Args...> text, Args&&... args) const {
    cursor_.fail_here(text, std::forward<Args>(args)...);
  }

 private:
  TextCursor cursor_;
};

/// Rows as binary numbers.
class BinaryRows {
 public:
  BinaryRows(std::string_view bytes, const std::string& name, const PlyHeader& header)
      : reader_(bytes.substr(header.body), name, header.body,
                header.format == PlyHeader::Format::big_endian),
        name_(name) {}
  void begin_row() {}
  void end_row() {}
  double scalar(PlyType type) {
    if (type == PlyType::f32) return reader_.take<float>("a property");
    if (type == PlyType::f64) return reader_.take<double>("a property");
    return static_cast<double>(integer(type));
  }
  std::int64_t integer(PlyType type) {
    switch (type) {
      case PlyType::i8:
        return reader_.take<std::int8_t>("property");
      case PlyType::u8:
        return reader_.take<std::uint8_t>("property");
      case PlyType::i16:
        return reader_.take<std::int16_t>("property");
      case PlyType::u16:
        return reader_.take<std::uint16_t>("property");
      case PlyType::i32:
        return reader_.take<std::int32_t>("property");
      case PlyType::u32:
        return reader_.take<std::uint32_t>("property");
      default:
        fail_here("a vertex number is stored as a fraction");
    }
  }
  void check_room(std::uint64_t rows, const PlyElement& element) const {
    std::size_t least = 0;
    for (const PlyProperty& p : element.properties)
      least += size_of(p.is_list ? p.count_type : p.type);
    reader_.need(rows, least, fmt::format("rows of '{}'", element.name).c_str());
  }
  void check_list(std::uint64_t count, PlyType type) const {
    reader_.need(count, size_of(type), "entries of a list");
  }
  void check_end() {
    const std::size_t left = reader_.remaining();
    if (!skip_white_space(reader_.take_bytes(left, "bytes")).empty())
      fail_here("{} bytes more than the header declares", left);
  }
  template <class... Args>
  [[noreturn]] void fail_here(fmt::format_string<Args...> text, Args&&... args) const {
    fail("{}: byte {}: {}", name_, reader_.offset(),
         fmt::format(text, std::forward<Args>(args)...));
  }

 private:
  ByteReader reader_;
  const std::string& name_;
};

template <class Rows>
class PlyBody {
 public:
  PlyBody(Rows rows, const PlyHeader& header, const std::string& name)
      : rows_(std::move(rows)), header_(header), name_(name) {}

  TriangleMesh read() {
    for (const PlyElement& element : header_.elements) {
      if (element.count == 0 || element.properties.empty()) continue;
      rows_.check_room(element.count, element);
      if (element.name == "vertex")
        read_vertices(element);
      else if (element.name == "face" || element.name == "tristrips")
        read_faces(element);
      else
        for (std::uint64_t row = 0; row < element.count; ++row) pass_row(element);
    }
    rows_.check_end();
    if (mesh_.triangles.empty())
      fail("{}: holds {} vertices but no face", name_, mesh_.vertices.size());
    return std::move(mesh_);
  }

 private:
  void pass(const PlyProperty& property) {
    std::int64_t count = property.is_list ? list_length(property) : 1;
    while (count-- > 0) rows_.scalar(property.type);
  }
  void pass_row(const PlyElement& element) {
    rows_.begin_row();
    for (const PlyProperty& property : element.properties) pass(property);
    rows_.end_row();
  }
  std::int64_t list_length(const PlyProperty& property) {
    const std::int64_t count = rows_.integer(property.count_type);
    if (count < 0) rows_.fail_here("a list has the length {}", count);
    rows_.check_list(static_cast<std::uint64_t>(count), property.type);
    return count;
  }

  void read_vertices(const PlyElement& element) {
    const int at[3] = {element.find("x"), element.find("y"), element.find("z")};
    for (int k = 0; k < 3; ++k)
      if (at[k] < 0 || element.properties[at[k]].is_list)
        fail("{}: line {}: the vertices have no number '{}'", name_, element.line, "xyz"[k]);
    if (!mesh_.vertices.empty()) fail("{}: line {}: 'vertex' given twice", name_, element.line);
    check_vertex_count(element.count, name_);
    mesh_.vertices.reserve(element.count);
    for (std::uint64_t row = 0; row < element.count; ++row) {
      rows_.begin_row();
      Vec3 p;
      for (int k = 0; k < static_cast<int>(element.properties.size()); ++k) {
        const PlyProperty& property = element.properties[k];
        if (property.is_list) {
          pass(property);
          continue;
        }
        const double value = rows_.scalar(property.type);
        if (k == at[0]) p.x = value;
        if (k == at[1]) p.y = value;
        if (k == at[2]) p.z = value;
      }
      if (!is_position(p))
        rows_.fail_here("vertex {} is at ({}, {}, {}); coordinates must be finite and at most 1e9",
                        row, p.x, p.y, p.z);
      rows_.end_row();
      mesh_.vertices.push_back(p);
    }
  }

  void read_faces(const PlyElement& element) {
    const bool strips = element.name == "tristrips";
    int list = element.find("vertex_indices");
    if (list < 0) list = element.find("vertex_index");
    if (list < 0 || !element.properties[list].is_list)
      fail("{}: line {}: '{}' has no list 'vertex_indices'", name_, element.line, element.name);
    if (mesh_.vertices.empty())
      fail("{}: line {}: '{}' stands before the vertices, or there are none", name_, element.line,
           element.name);
    if (!strips) {
      check_element_count(element.count, name_, "faces");
      mesh_.triangles.reserve(element.count);
    }
    for (std::uint64_t row = 0; row < element.count; ++row) {
      rows_.begin_row();
      for (int k = 0; k < static_cast<int>(element.properties.size()); ++k) {
        if (k == list)
          read_corners(element.properties[k], row, strips);
        else
          pass(element.properties[k]);
      }
      rows_.end_row();
      check_element_count(mesh_.triangles.size(), name_, "triangles");
    }
  }

  void read_corners(const PlyProperty& property, std::uint64_t row, bool strips) {
    const std::int64_t count = list_length(property);
    if (!strips && (count < 3 || count > static_cast<std::int64_t>(kMaxPolygon)))
      rows_.fail_here("face {} has {} corners, it should have 3 to {}", row, count, kMaxPolygon);
    corners_.clear();
    for (std::int64_t k = 0; k < count; ++k) {
      const std::int64_t index = rows_.integer(property.type);
      if (strips && index == -1) {
        add_strip(mesh_, corners_);
        corners_.clear();
        continue;
      }
      if (index < 0 || index >= static_cast<std::int64_t>(mesh_.vertices.size()))
        rows_.fail_here("face {} uses vertex {}, but there are {} vertices, counted from 0", row,
                        index, mesh_.vertices.size());
      corners_.push_back(static_cast<int>(index));
    }
    if (strips)
      add_strip(mesh_, corners_);
    else
      add_polygon(mesh_, corners_);
  }

  Rows rows_;
  const PlyHeader& header_;
  const std::string& name_;
  TriangleMesh mesh_;
  std::vector<int> corners_;
};

}  // namespace

TriangleMesh parse_ply(std::string_view bytes, const std::string& name) {
  const PlyHeader header = read_ply_header(bytes, name);
  if (header.format == PlyHeader::Format::text)
    return PlyBody(TextRows(bytes, name, header), header, name).read();
  return PlyBody(BinaryRows(bytes, name, header), header, name).read();
}

}  // namespace peal

// STL, text or binary. Three vertices of its own for every triangle; the normals are not read,
// because many programs write them as zero or NaN.
#include "io/mesh/byte_reader.h"
#include "io/mesh/limits.h"
#include "io/mesh/parsers.h"
#include "io/mesh/text_cursor.h"

namespace peal {
namespace {

constexpr std::size_t kHeader = 84, kFacet = 50;

void add_triangle(TriangleMesh& mesh) {
  const int n = static_cast<int>(mesh.vertices.size());
  mesh.triangles.push_back({n - 3, n - 2, n - 1});
}

TriangleMesh parse_binary(std::string_view bytes, const std::string& name) {
  ByteReader reader(bytes, name, 0, false);
  reader.take_bytes(80, "bytes of the STL header");
  const auto count = reader.take<std::uint32_t>("number of triangles");
  check_element_count(count, name, "triangles");
  reader.need(count, kFacet, "triangles");
  if (bytes.size() > kHeader + kFacet * count)
    fail(
        "{}: byte 80: counts {} triangles, but {} bytes follow them; the count or the file is "
        "wrong",
        name, count, bytes.size() - kHeader - kFacet * count);
  TriangleMesh mesh;
  mesh.vertices.resize(3 * std::size_t{count});
  mesh.triangles.resize(count);
  for (std::size_t t = 0; t < count; ++t) {
    const char* facet = bytes.data() + kHeader + kFacet * t;
    for (std::size_t k = 0; k < 3; ++k) {
      float x[3];
      std::memcpy(x, facet + 12 + 12 * k, sizeof x);
      mesh.vertices[3 * t + k] = {x[0], x[1], x[2]};
      check_position(mesh.vertices[3 * t + k], name, "a corner of triangle", t);
    }
    const int first = static_cast<int>(3 * t);
    mesh.triangles[t] = {first, first + 1, first + 2};
  }
  return mesh;
}

void expect(TextCursor& cursor, std::string_view wanted) {
  cursor.skip_empty_lines();
  const std::string_view word = cursor.word();
  if (equal_ignoring_case(word, wanted)) return;
  if (word.empty()) cursor.fail_here("cut off: '{}' should follow", wanted);
  cursor.fail_here("expected '{}', got '{}'", wanted, shown_bytes(word));
}

TriangleMesh parse_text(std::string_view bytes, const std::string& name) {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  TriangleMesh mesh;
  TextCursor cursor(bytes, name);
  bool inside = false;
  for (cursor.skip_empty_lines(); !cursor.at_end(); cursor.skip_empty_lines()) {
    const std::string_view keyword = cursor.word();
    if (equal_ignoring_case(keyword, "solid") && !inside) {
      inside = true;
      cursor.next_line();
    } else if (equal_ignoring_case(keyword, "endsolid") && inside) {
      inside = false;
      cursor.next_line();
    } else if (equal_ignoring_case(keyword, "facet") && inside) {
      cursor.next_line();
      expect(cursor, "outer");
      expect(cursor, "loop");
      for (int k = 0; k < 3; ++k) {
        expect(cursor, "vertex");
        const double x = cursor.coordinate("x"), y = cursor.coordinate("y");
        mesh.vertices.push_back({x, y, cursor.coordinate("z")});
      }
      expect(cursor, "endloop");
      expect(cursor, "endfacet");
      add_triangle(mesh);
      check_element_count(mesh.triangles.size(), name, "triangles");
    } else {
      cursor.fail_here("expected '{}', got '{}'", inside ? "facet' or 'endsolid" : "solid",
                       shown_bytes(keyword));
    }
  }
  if (inside) cursor.fail_here("cut off: 'endsolid' should follow");
  return mesh;
}

}  // namespace

TriangleMesh parse_stl(std::string_view bytes, const std::string& name) {
  // Binary files may begin with "solid" too: their length tells, or else a zero byte.
  std::uint32_t count = 0;
  if (bytes.size() >= kHeader) std::memcpy(&count, bytes.data() + 80, 4);
  const bool fits = bytes.size() >= kHeader && bytes.size() == kHeader + kFacet * count;
  const std::string_view start = skip_white_space(bytes.substr(0, 512));
  const bool text = equal_ignoring_case(start.substr(0, 5), "solid") &&
                    bytes.substr(0, 1024).find('\0') == std::string_view::npos;
  TriangleMesh mesh = text && !fits ? parse_text(bytes, name) : parse_binary(bytes, name);
  if (mesh.triangles.empty()) fail("{}: holds no triangle", name);
  return mesh;
}

}  // namespace peal

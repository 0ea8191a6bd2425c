// Wavefront OBJ: v and f lines. Two passes, because a face may come before its vertices.
#include <algorithm>
#include <array>
#include <charconv>
#include <span>

#include "io/mesh/limits.h"
#include "io/mesh/parsers.h"
#include "io/mesh/polygon.h"
#include "io/mesh/text_cursor.h"

namespace peal {
namespace {

// Statements without influence on the surface.
constexpr std::array<std::string_view, 27> kIgnored{
    "vt",        "vn",    "vp",    "g",        "o",        "s",    "mg",     "usemtl", "mtllib",
    "l",         "p",     "bevel", "c_interp", "d_interp", "lod",  "maplib", "usemap", "shadow_obj",
    "trace_obj", "ctech", "stech", "csh",      "call",     "scmp", "vsize",  "usemat", "newmtl"};
// Curves and surfaces whose points this reader does not compute.
constexpr std::array<std::string_view, 8> kFreeForm{"cstype", "deg",  "curv", "curv2",
                                                    "surf",   "parm", "bmat", "step"};

bool contains(std::span<const std::string_view> list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

std::vector<Vec3> read_vertices(std::string_view text, const std::string& name) {
  std::vector<Vec3> out;
  for (TextCursor cursor(text, name); !cursor.at_end();) {
    const std::string_view keyword = cursor.word();
    if (keyword == "v") {
      const double x = cursor.coordinate("x"), y = cursor.coordinate("y");
      out.push_back({x, y, cursor.coordinate("z")});  // a weight or a colour may follow
      cursor.next_statement();
    } else if (!keyword.empty() && keyword[0] == '#') {
      cursor.next_line();
    } else {
      cursor.next_statement();
    }
  }
  check_vertex_count(out.size(), name);
  return out;
}

/// One corner "vertex/texture/normal" => index of the vertex.
int read_corner(const TextCursor& cursor, std::string_view word, std::int64_t seen,
                std::int64_t count) {
  std::int64_t number = 0;
  const char* end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, number);
  if (error != std::errc{} || (stop != end && *stop != '/'))
    cursor.fail_here("a corner of a face should be a vertex number, got '{}'", shown_bytes(word));
  const std::int64_t index = number > 0 ? number - 1 : number < 0 ? seen + number : -1;
  if (number == 0) cursor.fail_here("a face uses vertex 0; OBJ counts from 1");
  if (index < 0 || index >= count)
    cursor.fail_here("a face uses vertex {}, but there are {} vertices{}", number,
                     number < 0 ? seen : count, number < 0 ? " before this line" : "");
  return static_cast<int>(index);
}

}  // namespace

TriangleMesh parse_obj(std::string_view bytes, const std::string& name) {
  if (bytes.substr(0, 4096).find('\0') != std::string_view::npos)
    fail("{}: byte {}: is not text, as an OBJ file should be", name, bytes.find('\0'));
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  TriangleMesh mesh;
  mesh.vertices = read_vertices(bytes, name);
  const auto count = static_cast<std::int64_t>(mesh.vertices.size());
  std::int64_t seen = 0;
  std::vector<int> corners;
  for (TextCursor cursor(bytes, name); !cursor.at_end();) {
    const std::string_view keyword = cursor.word();
    if (keyword == "f" || keyword == "fo") {
      corners.clear();
      while (!cursor.at_line_end()) {
        const std::string_view word = cursor.word();
        if (word[0] == '#') break;
        corners.push_back(read_corner(cursor, word, seen, count));
      }
      if (corners.size() < 3)
        cursor.fail_here("a face needs at least 3 corners, got {}", corners.size());
      if (corners.size() > kMaxPolygon)
        cursor.fail_here("a face has {} corners, at most {} are read: cut it into triangles first",
                         corners.size(), kMaxPolygon);
      add_polygon(mesh, corners);
      check_element_count(mesh.triangles.size(), name, "triangles");
      cursor.next_line();
    } else if (keyword.empty() || keyword[0] == '#') {
      cursor.next_line();
    } else {
      if (keyword == "v")
        ++seen;
      else if (contains(kFreeForm, keyword))
        cursor.fail_here("'{}' describes a free-form surface; export polygons instead", keyword);
      else if (!contains(kIgnored, keyword))
        cursor.fail_here("'{}' is not a statement of an OBJ file", shown_bytes(keyword));
      cursor.next_statement();
    }
  }
  if (mesh.triangles.empty()) fail("{}: holds {} vertices but no face", name, count);
  return mesh;
}

}  // namespace peal

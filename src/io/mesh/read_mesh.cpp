#include "io/mesh/read_mesh.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <new>
#include <optional>

#include "base/hash.h"
#include "io/mesh/file_bytes.h"
#include "io/mesh/limits.h"
#include "io/mesh/parsers.h"
#include "io/mesh/text_cursor.h"

namespace peal {
namespace {

namespace fs = std::filesystem;

enum class Format { obj, ply, stl, gltf, glb, msh, vtu };
constexpr std::array<std::string_view, 7> kExtensions{"obj", "ply", "stl", "gltf",
                                                      "glb", "msh", "vtu"};
constexpr const char* kKnown = "known mesh formats: .obj .ply .stl .gltf .glb .msh .vtu";

std::string_view extension_of(std::string_view path) {
  const std::size_t slash = path.find_last_of('/');
  const std::string_view file = slash == std::string_view::npos ? path : path.substr(slash + 1);
  const std::size_t dot = file.find_last_of('.');
  return dot == std::string_view::npos || dot == 0 ? std::string_view() : file.substr(dot + 1);
}

std::optional<Format> format_of(std::string_view path) {
  const std::string_view extension = extension_of(path);
  for (std::size_t k = 0; k < kExtensions.size(); ++k)
    if (equal_ignoring_case(extension, kExtensions[k])) return static_cast<Format>(k);
  return {};
}

/// What a file's first bytes say, where they are unmistakable.
const char* recognise(std::string_view bytes) {
  const std::string_view start = skip_white_space(bytes.substr(0, 4096));
  if (bytes.starts_with("glTF")) return "glb";
  if (bytes.starts_with("ply\n") || bytes.starts_with("ply\r")) return "ply";
  if (start.starts_with("$MeshFormat") || start.starts_with("$NOD")) return "msh";
  if (start.starts_with("<VTKFile")) return "vtu";
  if (start.starts_with("<?xml"))
    return start.find("<VTKFile") != std::string_view::npos ? "vtu" : "an XML file";
  if (start.starts_with("{")) return "gltf";
  if (equal_ignoring_case(start.substr(0, 5), "solid") &&
      start.find("facet") != std::string_view::npos)
    return "stl";
  if (bytes.starts_with("PK\x03\x04")) return "a zip archive";
  if (bytes.starts_with("\x1F\x8B")) return "a gzip archive";
  if (bytes.starts_with("\x89PNG")) return "a PNG picture";
  if (bytes.starts_with("Kaydara FBX")) return "an FBX file";
  if (bytes.starts_with("BLENDER")) return "a Blender file";
  if (bytes.starts_with("version https://git-lfs")) return "a Git LFS pointer (run 'git lfs pull')";
  return nullptr;
}

void check_kind(std::string_view bytes, const std::string& path, Format format) {
  const char* found = recognise(bytes);
  const std::string_view expected = kExtensions[static_cast<int>(format)];
  if (!found || found == expected) return;
  // A binary STL may begin with anything; its length tells.
  std::uint32_t triangles = 0;
  if (bytes.size() >= 84) std::memcpy(&triangles, bytes.data() + 80, 4);
  if (format == Format::stl && bytes.size() == 84 + std::uint64_t{50} * triangles) return;
  if (std::find(kExtensions.begin(), kExtensions.end(), found) != kExtensions.end())
    fail("{}: byte 0: is named .{}, but its content is .{}; rename it", path,
         shown_bytes(extension_of(path)), found);
  fail("{}: byte 0: is named .{}, but is {}; {}", path, shown_bytes(extension_of(path)), found,
       kKnown);
}

FileMesh parse(Format format, const std::string& bytes, const std::string& path, Hasher& hasher) {
  const LoadBeside load = [&](const std::string& relative) {
    std::string beside = read_file_bytes((fs::path(path).parent_path() / relative).string());
    hasher.add(relative).add(std::as_bytes(std::span(beside)));
    return beside;
  };
  FileMesh out;
  switch (format) {
    case Format::obj:
      out.surface = parse_obj(bytes, path);
      break;
    case Format::ply:
      out.surface = parse_ply(bytes, path);
      break;
    case Format::stl:
      out.surface = parse_stl(bytes, path);
      break;
    case Format::gltf:
      out.surface = parse_gltf(bytes, path, load);
      break;
    case Format::glb:
      out.surface = parse_glb(bytes, path, load);
      break;
    case Format::msh:
      return parse_msh(bytes, path);
    case Format::vtu:
      return parse_vtu(bytes, path);
  }
  return out;
}

void place(std::vector<Vec3>& points, const ReadOptions& options, bool turn,
           const std::string& path) {
  for (std::size_t k = 0; k < points.size(); ++k) {
    Vec3& p = points[k];
    p = options.scale * (turn ? Vec3{p.x, p.z, -p.y} : p);
    if (!is_position(p))
      fail("{}: vertex {} is at ({}, {}, {}) m after scaling by {}; at most 1e9 m are allowed",
           path, k, p.x, p.y, p.z, options.scale);
  }
}

}  // namespace

bool is_rotated(std::string_view path, UpAxis up) {
  const auto format = format_of(path);
  return up == UpAxis::z && format != Format::gltf && format != Format::glb;
}

bool is_mesh_file_name(std::string_view path) { return format_of(path).has_value(); }

FileMesh read_mesh_file(const std::string& path, const ReadOptions& options) {
  if (!(options.scale > 0) || !std::isfinite(options.scale))
    fail("{}: the scale should be greater than 0, got {}", path, options.scale);
  try {
    const std::string bytes = read_file_bytes(path);
    const auto format = format_of(path);
    if (!format && extension_of(path).empty())
      fail("{}: the name has no ending that tells its format; {}", path, kKnown);
    if (!format)
      fail("{}: files ending in '.{}' are not read; {}", path, shown_bytes(extension_of(path)),
           kKnown);
    check_kind(bytes, path, *format);
    Hasher hasher;
    hasher.add(std::as_bytes(std::span(bytes)));
    FileMesh out = parse(*format, bytes, path, hasher);
    out.content_hash = hasher.result().hex();
    const bool turn = is_rotated(path, options.up);
    if (options.up == UpAxis::z && !turn)
      out.notes.emplace_back("glTF is always y up: 'up' was not applied");
    place(out.surface.vertices, options, turn, path);
    place(out.solid.nodes, options, turn, path);
    return out;
  } catch (const std::bad_alloc&) {
    fail("{}: not enough memory to read it", path);
  }
}

}  // namespace peal

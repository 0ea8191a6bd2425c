// One parser per format, from memory: coordinates as in the file, neither scaled nor turned.
// Enters: the file's bytes, and its name for error texts.
// Leaves: a mesh with at least one face or element, whose indices are in range and whose
// coordinates are finite; or peal::Error.
#pragma once
#include <functional>
#include <string>
#include <string_view>

#include "io/mesh/read_mesh.h"

namespace peal {

TriangleMesh parse_obj(std::string_view bytes, const std::string& name);
TriangleMesh parse_ply(std::string_view bytes, const std::string& name);
TriangleMesh parse_stl(std::string_view bytes, const std::string& name);

/// Gives the bytes of a file that a glTF file refers to; the argument is a relative path without
/// "..", already decoded.
using LoadBeside = std::function<std::string(const std::string& relative_path)>;
TriangleMesh parse_gltf(std::string_view bytes, const std::string& name, const LoadBeside& load);
TriangleMesh parse_glb(std::string_view bytes, const std::string& name, const LoadBeside& load);

/// These fill `surface` or `solid`, and `notes`.
FileMesh parse_msh(std::string_view bytes, const std::string& name);
FileMesh parse_vtu(std::string_view bytes, const std::string& name);

}  // namespace peal

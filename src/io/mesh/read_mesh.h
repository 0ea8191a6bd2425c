// Mesh files => surfaces or solids.
// Enters: a file name; the size of the file's unit and the axis that points up in it.
// Leaves: metres, y up. Surfaces: OBJ, PLY, STL, glTF 2.0 (.gltf, .glb). Solids: Gmsh .msh (2.x and
// 4.1), VTK .vtu; these two are surfaces when they hold triangles and quadrilaterals alone.
// Every error starts with the file's name, followed by the line, byte or element.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "physics/geometry/shape.h"
#include "physics/geometry/solid_mesh.h"
#include "physics/geometry/triangle_mesh.h"

namespace peal {

struct ReadOptions {
  double scale = 1;       // [m] per unit of the file
  UpAxis up = UpAxis::y;  // of the file; z is turned: (x, y, z) -> (x, z, -y). glTF is always y
};

struct FileMesh {
  TriangleMesh surface;            // vertices and triangles as in the file, not welded
  SolidMesh solid;                 // quadratic; linear elements get straight middles
  std::string content_hash;        // of the file and the files it refers to
  std::vector<std::string> notes;  // what was changed, one sentence each
};

FileMesh read_mesh_file(const std::string& path, const ReadOptions& options = {});

/// Whether the vertices of a file of this name are turned when z is up: not those of glTF.
bool is_rotated(std::string_view path, UpAxis up);

/// Whether the name ends like a mesh file that can be read.
bool is_mesh_file_name(std::string_view path);

}  // namespace peal

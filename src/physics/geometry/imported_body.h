// What the readers of mesh files leave and what the mesher takes: a surface or a solid, in metres,
// y up, with a record of what was repaired.
#pragma once
#include <string>
#include <vector>

#include "physics/geometry/solid_mesh.h"
#include "physics/geometry/triangle_mesh.h"

namespace peal {

struct ImportedBody {
  TriangleMesh surface;            // empty when the file holds a solid
  SolidMesh solid;                 // no elements when the file holds a surface
  bool closed = false;             // the surface bounds a volume
  std::string content_hash;        // of the file and everything it refers to
  std::vector<std::string> notes;  // what was repaired, one sentence each
};

}  // namespace peal

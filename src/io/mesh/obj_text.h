// A surface as the text of an OBJ file: metres, y up, with the digits of single precision.
#pragma once
#include <string>

#include "physics/geometry/triangle_mesh.h"

namespace peal {

std::string obj_text(const TriangleMesh& surface);

}  // namespace peal

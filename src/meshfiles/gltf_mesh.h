// One mesh of a glTF document => triangles.
// Enters: the number of the mesh and a transform. Leaves: the triangles of all its primitives,
// appended; a mirroring transform keeps the outside out. Points and lines are left out.
#pragma once
#include "geometry/triangle_mesh.h"
#include "meshfiles/gltf_nodes.h"

namespace peal {

void add_gltf_mesh(GltfDocument& document, std::size_t mesh, const Affine& move,
                   const std::string& user, TriangleMesh& out);

}  // namespace peal

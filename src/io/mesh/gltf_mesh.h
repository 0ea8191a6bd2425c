// One mesh of a glTF document => triangles.
// Enters: the number of the mesh and a transform. Leaves: the triangles of all its primitives,
// appended; a mirroring transform keeps the outside out. Points and lines are left out.
#pragma once
#include "io/mesh/gltf_nodes.h"
#include "physics/geometry/triangle_mesh.h"

namespace peal {

void add_gltf_mesh(GltfDocument& document, std::size_t mesh, const Affine& move,
                   const std::string& user, TriangleMesh& out);

}  // namespace peal

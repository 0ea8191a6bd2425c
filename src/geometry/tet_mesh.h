// Solid bodies as curved quadratic tetrahedra, and their skins. [m], body frame.
// Enters: nodes and ten node indices per tetrahedron (order: geometry/tet_shape_functions.h).
// Leaves: the outward boundary as six-node triangles, or as flat triangles for radiation and
// contact.
#pragma once
#include <array>
#include <vector>

#include "base/vec.h"
#include "geometry/triangle_mesh.h"

namespace peal {

struct TetMesh {
  std::vector<Vec3> nodes;
  std::vector<std::array<int, 10>> tets;

  std::array<Vec3, 10> tet_nodes(std::size_t tet) const {
    std::array<Vec3, 10> x;
    for (int k = 0; k < 10; ++k) x[k] = nodes[tets[tet][k]];
    return x;
  }
};

/// Boundary of a TetMesh with its own compact node list.
struct QuadraticSurface {
  std::vector<Vec3> nodes;
  std::vector<int> mesh_node;  // index of each surface node in the TetMesh, ascending
  /// Corners a b c counter-clockwise from outside, then the middles of ab, bc, ca.
  std::vector<std::array<int, 6>> triangles;
};

/// Stops when three tetrahedra share a face.
QuadraticSurface boundary_surface(const TetMesh& mesh);

/// Each six-node triangle as four flat ones. Vertices are the surface nodes, one to one and in
/// order, so nodal mode shapes carry over.
TriangleMesh linear_surface(const QuadraticSurface& surface);

/// Part number of each node, 0, 1, ... in order of first appearance; parts share no node. Nodes
/// that belong to no tetrahedron get -1.
struct ConnectedParts {
  int count = 0;
  std::vector<int> of_node;
};
ConnectedParts connected_parts(const TetMesh& mesh);

/// Stops, naming the element, when an index is out of range or the map from the reference
/// tetrahedron folds (det J <= 0) at a quadrature point or corner.
void check_mesh(const TetMesh& mesh);

/// Nodes inside the closed box, widened on every side by 1e-9 of the mesh's diagonal.
std::vector<int> nodes_in_box(const TetMesh& mesh, const Vec3& min, const Vec3& max);

}  // namespace peal

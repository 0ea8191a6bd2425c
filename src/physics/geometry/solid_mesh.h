// Solid bodies as curved quadratic elements (tetrahedra, wedges, hexahedra), and their skins. [m].
// Enters: nodes, and node indices per element.
// Leaves: the outward boundary as six-node triangles, or as flat triangles for radiation and
// contact.
#pragma once
#include <array>
#include <vector>

#include "base/vec.h"
#include "physics/geometry/triangle_mesh.h"

namespace peal {

/// Node orders are those of VTK's quadratic cells; elements with positive volume only.
///   tet    corners 0 1 2 3 (3 on the side towards which 0 1 2 turn counter-clockwise), then the
///          middles of 01 12 02 03 13 23
///   wedge  corners 0 1 2 and 3 4 5 above them (above: where 0 1 2 turn counter-clockwise), then
///          01 12 20, 34 45 53, 03 14 25
///   hex    corners 0 1 2 3 counter-clockwise seen from 4 5 6 7 above them, then 01 12 23 30,
///          45 56 67 74, 04 15 26 37
struct SolidMesh {
  std::vector<Vec3> nodes;
  std::vector<std::array<int, 10>> tets;
  std::vector<std::array<int, 15>> wedges;
  std::vector<std::array<int, 20>> hexes;

  std::size_t element_count() const { return tets.size() + wedges.size() + hexes.size(); }

  /// Calls f(const std::array<int, N>& nodes) for every element: tets, then wedges, then hexes.
  template <class F>
  void for_each_element(F&& f) const {
    for (const auto& e : tets) f(e);
    for (const auto& e : wedges) f(e);
    for (const auto& e : hexes) f(e);
  }
  template <std::size_t N>
  std::array<Vec3, N> positions(const std::array<int, N>& element) const {
    std::array<Vec3, N> x;
    for (std::size_t k = 0; k < N; ++k) x[k] = nodes[element[k]];
    return x;
  }
  std::array<Vec3, 10> tet_nodes(std::size_t tet) const { return positions(tets[tet]); }
};

/// Boundary of a SolidMesh with its own compact node list.
struct QuadraticSurface {
  std::vector<Vec3> nodes;
  std::vector<int> mesh_node;  // index of each surface node in the SolidMesh, ascending
  /// Four-sided faces are cut into two triangles across a centre that the mesh does not have:
  /// -1/4 of the four corners + 1/2 of the four middles (the eight-node face evaluated there).
  /// Centre k is surface node mesh_node.size() + k; eight SolidMesh nodes, corners first.
  std::vector<std::array<int, 8>> face_centres;
  /// Corners a b c counter-clockwise from outside, then the middles of ab, bc, ca.
  std::vector<std::array<int, 6>> triangles;
};

/// The eight-node face at its centre: corners, then middles.
inline constexpr std::array<double, 8> kFaceCentreWeights{-0.25, -0.25, -0.25, -0.25,
                                                          0.5,   0.5,   0.5,   0.5};

/// Stops when three elements share a face.
QuadraticSurface boundary_surface(const SolidMesh& mesh);

/// Each six-node triangle as four flat ones. Vertices are the surface nodes, one to one and in
/// order, so nodal mode shapes carry over.
TriangleMesh linear_surface(const QuadraticSurface& surface);

/// Part number of each node, 0, 1, ... in order of first appearance; parts share no node. Nodes
/// that belong to no element get -1.
struct ConnectedParts {
  int count = 0;
  std::vector<int> of_node;
};
ConnectedParts connected_parts(const SolidMesh& mesh);

/// Stops, naming the element, when an index is out of range or the map from the reference element
/// folds (det J <= 0) at a quadrature point or corner.
void check_mesh(const SolidMesh& mesh);

/// Nodes inside the closed box, widened on every side by 1e-9 of the mesh's diagonal.
std::vector<int> nodes_in_box(const SolidMesh& mesh, const Vec3& min, const Vec3& max);

}  // namespace peal

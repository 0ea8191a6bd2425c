// How well shaped the elements of a mesh are.
// Enters: a SolidMesh [m]. Leaves: scaled Jacobians, lengths [m] and counts.
//
// Quality of an element = its smallest Jacobian determinant over its nodes, divided by what a well
// shaped element with the same edges has; 1 is best, 0 or less is folded.
//   tetrahedron  sqrt(2) det J / (largest product of the three straight edges at one corner):
//                regular tetrahedra have 1
//   wedge, hex   det J / (product of the lengths of the columns of J), times 2/sqrt(3) for wedges:
//                a measure of angles alone, so flat elements may still have 1
#pragma once
#include <array>
#include <cstddef>

#include "physics/geometry/solid_mesh.h"

namespace peal {

struct MeshQuality {
  std::array<int, 10> histogram{};             // elements with quality in [0, 0.1), [0.1, 0.2), ...
  double worst = 1;                            // below 0 when an element is folded
  Vec3 worst_place;                            // [m] centre of its corners
  double shortest_edge = 0, longest_edge = 0;  // [m] straight, between corners
  double flattest = 0;  // largest ratio of an element's longest edge to volume / largest face
  std::size_t tets = 0, wedges = 0, hexes = 0, nodes = 0;
};

MeshQuality mesh_quality(const SolidMesh& mesh);

/// The measure above for one element; node positions in the order of SolidMesh.
double element_quality(const std::array<Vec3, 10>& tet);
double element_quality(const std::array<Vec3, 15>& wedge);
double element_quality(const std::array<Vec3, 20>& hex);

}  // namespace peal

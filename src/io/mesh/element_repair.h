// What the elements of a file may need before they are a SolidMesh: the other sense of turning,
// middle nodes on their edges; and the check that no element is listed twice.
// A middle node that is not there yet is -1.
#pragma once
#include <cstddef>
#include <string>

#include "physics/geometry/solid_mesh.h"

namespace peal {

/// Volume of the straight-sided element between the corners [m^3], negative when it is inside out.
double corner_volume(const std::array<Vec3, 10>& tet);
double corner_volume(const std::array<Vec3, 15>& wedge);
double corner_volume(const std::array<Vec3, 20>& hex);

/// Turns every element around when every one is inside out; whether it did.
bool turn_if_all_negative(SolidMesh& mesh);
void turn_wedges_if_all_negative(SolidMesh& mesh);

/// Puts a node into the middle of every edge that has none, one for all elements at that edge; the
/// node of a neighbour is taken where there is one. How many were made.
std::size_t add_missing_middles(SolidMesh& mesh, const std::string& name);

/// Stops when two elements have the same corners.
void check_no_duplicates(const SolidMesh& mesh, const std::string& name);

}  // namespace peal

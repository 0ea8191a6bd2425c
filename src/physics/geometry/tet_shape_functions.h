// The ten-node tetrahedron behind physics/geometry/element.h: shape functions and quadrature on the
// reference element 0 <= r, s, t; r + s + t <= 1 (volume 1/6).
//
// Node order: corners 0 1 2 3 at (0,0,0) (1,0,0) (0,1,0) (0,0,1), then the middles of the edges
// 4 = 01, 5 = 12, 6 = 02, 7 = 03, 8 = 13, 9 = 23. A tetrahedron is positive when corner 3 lies on
// the side towards which 0, 1, 2 turn counter-clockwise.
#pragma once
#include <array>
#include <vector>

#include "base/vec.h"

namespace peal {

std::array<double, 10> tet_values(const Vec3& r);
/// Derivatives with respect to (r, s, t).
std::array<Vec3, 10> tet_gradients(const Vec3& r);

struct TetPoint {
  Vec3 r;         // reference coordinates
  double weight;  // weights sum to 1/6
  std::array<double, 10> values;
  std::array<Vec3, 10> gradients;
};

/// 14 positive weights, exact for degree 5 (Walkington 2000): stiffness of curved elements.
const std::vector<TetPoint>& tet_rule_degree_5();
/// 35 points, exact for degree 7 (Grundmann and Moeller 1978): N_i N_j |J| of a curved element is a
/// polynomial of degree 7, so masses and moments of inertia come out exactly.
const std::vector<TetPoint>& tet_rule_degree_7();

}  // namespace peal

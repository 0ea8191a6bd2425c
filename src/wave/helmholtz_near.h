// Static part of the boundary elements' integrals between triangles that touch or are near: what
// three points on each cannot see. Independent of frequency, computed once per surface.
// In: panels [m]. Out: per ordered pair the difference between exact and three-point integrals of
//   single   f_a f_b / (4 pi R)               [m^3]
//   dipole   f_a d/dn_y (1 / (4 pi R)) f_b    [m^2]
//   dipole2  f_a d/dn_y (-R / (8 pi)) f_b     [m^4], to be multiplied by k^2
// and the transposed of the last two with one constant side (flux, flux2).
#pragma once
#include <array>
#include <vector>

#include "base/vec.h"
#include "wave/helmholtz_panels.h"

namespace peal {

/// Exact potentials of a flat triangle with the linear density of each corner (1 there, 0 at the
/// two others), at any point: integrals of f_b / R [m] and of f_b d/dn_y (1/R), n by the right hand
/// along a, b, c. In the plane of the triangle the latter is the principal value, zero.
struct LinearTriangleIntegrals {
  std::array<double, 3> inverse_distance{}, dipole{};
  double height = 0;  // [m] of the point above the plane
};
LinearTriangleIntegrals linear_triangle_integrals(const Vec3& x, const Vec3& a, const Vec3& b,
                                                  const Vec3& c);

struct NearPair {
  int other = 0;
  std::array<double, 9> single{}, dipole{}, dipole2{};  // [3 a + b]
  std::array<double, 3> flux{}, flux2{};
};

/// For every triangle as the row its near ones, itself included, in order of their numbers.
/// @throws Error when the triangles are so long and thin that most are near to most.
std::vector<std::vector<NearPair>> near_pairs(const HelmholtzPanels& panels);

}  // namespace peal

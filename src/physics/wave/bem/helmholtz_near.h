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
#include "physics/wave/bem/helmholtz_panels.h"
#include "physics/wave/bem/triangle_integrals.h"

namespace peal {

struct NearPair {
  int other = 0;
  std::array<double, 9> single{}, dipole{}, dipole2{};  // [3 a + b]
  std::array<double, 3> flux{}, flux2{};
};

/// For every triangle as the row its near ones, itself included, in order of their numbers.
/// @throws Error when the triangles are so long and thin that most are near to most.
std::vector<std::vector<NearPair>> near_pairs(const HelmholtzPanels& panels);

}  // namespace peal

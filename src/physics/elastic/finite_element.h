// Stiffness and consistent mass of one isoparametric quadratic element (T10, W15 or H20), linear
// isotropic elasticity, small strains.
//   K_(ai)(bj) = int  lambda dNa/dxi dNb/dxj + mu dNa/dxj dNb/dxi + mu delta_ij grad Na . grad Nb
//   dV M_ab       = int  rho Na Nb dV     (the same for x, y and z)
// Enters: node positions [m], material [SI]. Leaves: K [N/m], M [kg]. Node order:
// physics/geometry/solid_mesh.h.
#pragma once
#include <array>

#include "base/vec.h"
#include "physics/elastic/materials/material.h"

namespace peal {

struct Lame {
  double lambda, mu;  // [Pa]
};
/// lambda = E nu / ((1 + nu)(1 - 2 nu)), mu = E / (2 (1 + nu)). Stops outside -1 < nu < 0.5.
Lame lame_constants(const Material& material);

template <std::size_t N>
struct ElementMatrices {
  /// Block (a, b) with b <= a; the others follow from symmetry.
  std::array<std::array<Mat3, N>, N> stiffness;
  std::array<std::array<double, N>, N> mass;
};

/// The caller has checked that the element is not folded (check_mesh). N is 10, 15 or 20.
template <std::size_t N>
ElementMatrices<N> element_matrices(const std::array<Vec3, N>& nodes, const Lame& lame,
                                    double density);

}  // namespace peal

// Stiffness and consistent mass of one isoparametric quadratic element (T10, W15 or H20), linear
// elasticity, small strains.
//   K_(ai)(bj) = int  lambda dNa/dxi dNb/dxj + mu dNa/dxj dNb/dxi + mu delta_ij grad Na . grad Nb
//   dV M_ab       = int  rho Na Nb dV     (the same for x, y and z)
// Wood is one thing along its grain and another across it (transversely isotropic; Spencer 1984):
//   sigma = lambda tr(e) 1 + 2 mu e + alpha ((g.e g) 1 + tr(e) gg) + beta (g.e g) gg
//         + 2 (mu_along - mu) (g (e g) + (e g) g),       g along the grain
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

/// What the grain of a material adds to the Lame constants, which are those across it.
struct Grain {
  Vec3 along;                             // unit; zero: the material is the same in all directions
  double alpha = 0, beta = 0, shear = 0;  // [Pa] shear: mu_along - mu

  bool has() const { return along.x != 0 || along.y != 0 || along.z != 0; }
};
struct Elasticity {
  Lame lame;
  Grain grain;
};
/// From E along and across the grain, nu of both (strain across by stress along, and within the
/// plane across), and G along it by Saint-Venant's rule 1/G = 1/E_across + (1 + 2 nu)/E: all are
/// those of an isotropic material where the two moduli are one. Stops where no material is such.
/// @param along the grain, any length; zero: the material has none.
Elasticity elasticity(const Material& material, const Vec3& along);

template <std::size_t N>
struct ElementMatrices {
  /// Block (a, b) with b <= a; the others follow from symmetry.
  std::array<std::array<Mat3, N>, N> stiffness;
  std::array<std::array<double, N>, N> mass;
};

/// The caller has checked that the element is not folded (check_mesh). N is 10, 15 or 20.
template <std::size_t N>
ElementMatrices<N> element_matrices(const std::array<Vec3, N>& nodes, const Lame& lame,
                                    double density, const Grain& grain = {});

}  // namespace peal

// Thin rectangular plates that bend by as much as their thickness and more, in modes (von Karman):
//   q_s'' + 2 sigma q_s' + w_s^2 q_s + sum_k E h/(2 z_k^4) (q'H^k q)(H^k q)_s = Phi_s(x0) f
// Edges simply supported and free to move in the plane. Phi: modes of bending, int rho h Phi^2 = 1;
// Psi: of a clamped plate, to which the stress function of edges that are free in the plane
// belongs, int Psi^2 = 1, biharmonic z^4; H^k_pq = int Psi_k (p_xx q_yy + p_yy q_xx - 2 p_xy q_xy).
// SI units. docs/theory/von-karman.md
#pragma once
#include <cstddef>
#include <vector>

namespace peal {

struct PlateDesign {
  double length = 0.25, width = 0.25, thickness = 1e-3;  // [m]
  double young = 2e11, poisson = 0.3, density = 7850;    // [Pa], 1, [kg/m^3]
};

struct VonKarmanModes {
  struct Bending {
    int m = 1, n = 1;
    double omega = 0;  // [rad/s]
  };
  PlateDesign plate;
  std::vector<Bending> bending;  // slowest first
  std::vector<double> stress;    // E h / (2 z^4) of each stress mode
  std::vector<double> coupling;  // H: [k][p][q]

  /// [kg^-1/2] of a mode at a place, 0 .. length, 0 .. width.
  double shape(std::size_t mode, double x, double y) const;
};

/// @param bending, stress how many modes; @throws Error on sizes that are none.
VonKarmanModes von_karman_modes(const PlateDesign& plate, int bending, int stress);

}  // namespace peal

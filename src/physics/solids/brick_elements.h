// Bricks of eight nodes with one point of integration and stiffness against hourglassing from the
// brick with incompatible modes (Wilson et al. 1973, Taylor et al. 1976), whose bending is exact.
// Total Lagrangian: F at the centre, hourglass vectors q_alpha = sum_a h_alpha,a (u_a - H X_a),
// alpha = eta zeta, xi zeta, xi eta, xi eta zeta; invariants b_alpha,j = q_alpha.F e_j;
//   W = V W(F) + b' S b / 2,  S = Phi' K Phi with K of the brick at rest and Phi = h_alpha / 8:
// it does not change when everything turns, and forces are its exact gradient. SI units.
//
// Masses: shares of an element's mass per corner. Equal shares give a bar of m cells across
// (1 + 2/m^2) times its rotary inertia; Simpson's weights 1 : 4 : 1 across an even number of cells
// make it exact.
#pragma once
#include "physics/solids/element_set.h"

namespace peal {

struct BrickDesign {
  std::vector<Vec3> points;  // [m]
  std::vector<std::array<int, 8>>
      bricks;  // VTK's order: 0 1 2 3 counter-clockwise seen from 4 5 6 7
  std::vector<std::array<double, 8>> shares;  // of mass per corner, sum 1; empty: 1/8 each
  SolidMaterial material;
};

class BrickElements final : public ElementSet {
 public:
  explicit BrickElements(const BrickDesign& design);

  SolidForces forces(const SolidKernel& kernel) const override { return kernel.brick; }
};

/// Bricks of a grid, nx * ny * nz cells, and its nodes i + (nx + 1) (j + (ny + 1) k). Simpson's
/// weights go along axes where `simpson` is set; there the number of cells is even.
BrickDesign brick_grid(int nx, int ny, int nz, std::array<bool, 3> simpson = {});

/// Stiffness of the eight-node brick with three incompatible modes, eliminated, at rest [N/m].
/// Corner a, direction j is row 3 a + j; 24 x 24 numbers, symmetric.
std::vector<double> incompatible_brick_stiffness(const std::array<Vec3, 8>& corners,
                                                 const SolidMaterial& material);

}  // namespace peal

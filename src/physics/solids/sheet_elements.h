// Thin sheets: three-node triangles with positions x_i and unit directors d_i (the normals of the
// nodes). The membrane has constant strain (St. Venant-Kirchhoff), bending follows from the slopes
// d_i.g_a by the discrete Kirchhoff rule (Batoz, Bathe and Ho 1980): the slope at the middle of a
// side is  n n.(b_i + b_j)/2 - s s.(b_i + b_j)/4.  The energy is a polynomial of dot products: it
// does not change when everything turns, and forces are its exact gradient. No shear: right while
// the bending wave is longer than 25 thicknesses. A node cannot fold: creases above about 60
// degrees and sheets that branch (T) are refused. SI units.
#pragma once
#include "physics/solids/element_set.h"

namespace peal {

struct SheetDesign {
  std::vector<Vec3> points;                   // [m], middle of the sheet at rest
  std::vector<std::array<int, 3>> triangles;  // all turning the same way
  double thickness = 1e-3;                    // [m]
  SolidMaterial material;
  std::vector<Vec3> directors;  // at rest; empty: normals of facets weighted by their angles
};

class SheetElements final : public ElementSet {
 public:
  explicit SheetElements(const SheetDesign& design);

  double thickness() const { return thickness_; }
  const std::vector<Vec3>& directors() const { return directors_; }  // at rest
  double director_inertia(int element, int corner) const override;
  SolidForces forces(const SolidKernel& kernel) const override { return kernel.sheet; }

 private:
  double thickness_;
  std::vector<Vec3> directors_;
  std::vector<double> inertia_;  // per element
};

/// Normals of the nodes: those of the facets, weighted by their angles.
std::vector<Vec3> sheet_directors(const std::vector<Vec3>& points,
                                  const std::vector<std::array<int, 3>>& triangles);

/// Bending stiffness of one triangle, corners (0, 0), (l, 0), (p, q) [N m]; slopes in the order
/// b_01 b_02 b_11 b_12 b_21 b_22, all 36 numbers.
std::array<double, 36> sheet_bending_stiffness(double l, double p, double q, double thickness,
                                               const SolidMaterial& material);

}  // namespace peal

// Ten-node tetrahedra with straight sides, four points of integration, total Lagrangian. Masses by
// HRZ (Hinton, Rock and Zienkiewicz 1976): the diagonal of the consistent matrix scaled to the
// element's mass, corner : middle = 6 : 32. Enters: nodes and connectivity in VTK's order (corners,
// then the middles of 01 12 02 03 13 23). SI units.
#pragma once
#include "physics/solids/element_set.h"

namespace peal {

class Tet10Elements final : public ElementSet {
 public:
  Tet10Elements(const std::vector<Vec3>& points, const std::vector<std::array<int, 10>>& tets,
                const SolidMaterial& material);

  SolidForces forces(const SolidKernel& kernel) const override { return kernel.tet10; }
};

/// Constants of the material's law as the kernels take them.
void set_law(ElementRest& view, const SolidMaterial& material);

}  // namespace peal

// Laplace's equation inside and outside of a closed polygon in the plane by boundary elements:
// straight panels with constant values, collocation at their middles, G = -ln r / (2 pi).
// Corners enter [m]; the exterior dipole matrix D [m^2], what turning radiates [m^3], [m^4] and the
// torsion constant J [m^4] leave.
#pragma once
#include <span>

#include "physics/rods/rod_section.h"

namespace peal {

struct PanelResults {
  double d11 = 0, d12 = 0, d22 = 0;  // [m^2]
  double turn_d1 = 0, turn_d2 = 0;   // dipole of turning [m^3]
  // Its quadrupole turn_xy d/dx d/dy + turn_xx (d/dx d/dx - d/dy d/dy) / 2 [m^4].
  double turn_xy = 0, turn_xx = 0;
  double torsion = 0;  // [m^4]
};

/// @param outline counter-clockwise, centroid at the origin, principal axes
/// @param moment1 Int x^2 dA, moment2 Int y^2 dA, the smaller of the two [m^4]
PanelResults solve_panels(std::span<const SectionPoint> outline, double area, double moment1,
                          double moment2, int panels);

}  // namespace peal

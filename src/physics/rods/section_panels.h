// Laplace's equation inside and outside of a closed polygon in the plane by boundary elements:
// straight panels with constant values, collocation at their middles, G = -ln r / (2 pi).
// Corners and centroid enter [m]; the exterior dipole matrix D [m^2] and the torsion constant
// J [m^4] leave.
#pragma once
#include <span>

#include "physics/rods/rod_section.h"

namespace peal {

struct PanelResults {
  double d11 = 0, d12 = 0, d22 = 0;  // [m^2]
  double torsion = 0;                // [m^4]
};

/// @param outline counter-clockwise, centroid at the origin
/// @param moment2 Int y^2 dA, the smaller of the two [m^4]
PanelResults solve_panels(std::span<const SectionPoint> outline, double area, double moment2,
                          int panels);

}  // namespace peal

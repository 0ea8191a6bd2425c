// The click of a ball, exact, and of a small convex body taken as an ellipsoid: a dipole with the
// finite-size filter of a sphere of radius a, tau = a / c,
//   p = n . F / (4 pi r^2) * 2 (1 + s r/c) / (2 + 2 s tau + s^2 tau^2) * e^{-s (r - a)/c},
//   F_i = rho V 2/(2 - alpha_i) a_i   (acceleration a_i; alpha_i:
//   physics/wave/exact/ellipsoid_dipole.h)
// For a ball this is the whole field. For an ellipsoid a is the support radius towards the ear,
// a = sqrt(sum (a_i n_i)^2), and rotation, which radiates only from the quadrupole on, is left out.
#pragma once
#include "emission/fields/click_field.h"

namespace peal {

class DipoleField final : public ClickField {
 public:
  /// @param axes half axes of the ellipsoid [m], body frame; @param volume [m^3] of the body.
  DipoleField(const Vec3& axes, double volume, const Air& air, double rate);
};

}  // namespace peal

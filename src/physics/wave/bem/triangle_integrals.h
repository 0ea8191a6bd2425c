// Exact potentials of a flat triangle with constant density, for any point of space: far, a hair
// above the triangle (the other face of a thin sheet), in its plane, on an edge or on its
// extension. In: point and corners [m]. Out: integral of 1/R [m] and solid angle [sr].
#pragma once
#include <array>

#include "base/vec.h"

namespace peal {

struct TriangleIntegrals {
  double inverse_distance = 0;  // integral of 1/|x - y| dS [m]
  double solid_angle = 0;       // integral of (x - y).n / |x - y|^3 dS: positive in front of n
};

/// The normal follows the right hand along a, b, c. In the plane of the triangle the solid angle is
/// the principal value, zero. A triangle without area gives zeros.
TriangleIntegrals triangle_integrals(const Vec3& x, const Vec3& a, const Vec3& b, const Vec3& c);

/// With the linear density of each corner (1 there, 0 at the two others): integrals of f_b / R [m]
/// and of f_b d/dn_y (1/R); the latter is zero in the plane of the triangle.
struct LinearTriangleIntegrals {
  std::array<double, 3> inverse_distance{}, dipole{};
  double height = 0;  // [m] of the point above the plane
};
LinearTriangleIntegrals linear_triangle_integrals(const Vec3& x, const Vec3& a, const Vec3& b,
                                                  const Vec3& c);

}  // namespace peal

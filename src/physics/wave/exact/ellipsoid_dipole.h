// Click of a small body from its equivalent ellipsoid: a dipole of the exact strength for slow
// accelerations, with the sphere's filter for the finite size. For debris and for drafts.
//   F_i = rho V 2/(2 - alpha_i) acceleration_i
//   alpha_i = a1 a2 a3 integral dL / ((a_i^2 + L) sqrt((a1^2+L)(a2^2+L)(a3^2+L))),  sum 2   (Lamb)
//   p = sum_i 2 F_i n_i / (4 pi r^2) S(x; q = r/a_e),  a_e = sqrt(sum (a_i n_i)^2)
// S: physics/wave/exact/click_sphere.h; n: unit vector to the listener, ellipsoid axes. A sphere
// comes out exact. Turning is left out: it radiates from the quadrupole on.
#pragma once
#include "base/constants.h"
#include "base/vec.h"

namespace peal {

/// Carlson's R_D(x, y, z) = 3/2 integral dt / (sqrt((t+x)(t+y)) (t+z)^(3/2)) for x, y >= 0, not
/// both zero, and z > 0.
double carlson_rd(double x, double y, double z);

/// alpha_1 .. alpha_3 of an ellipsoid with semi-axes > 0 in any order [m].
Vec3 ellipsoid_alphas(const Vec3& axes);

/// Dipole strength over that of the displaced air: 2/(2 - alpha_i) = 1 + added mass / (rho V).
Vec3 ellipsoid_dipole_factors(const Vec3& axes);

/// Semi-axes [m] of the homogeneous ellipsoid with this volume [m^3] and the same ratios of second
/// moments as a body with principal moments of inertia J [kg m^2] and mass M [kg]:
/// a_i^2 = 5/2 (J_j + J_k - J_i) / M, then scaled to the volume. An ellipsoid gives itself back.
/// Flat and thin bodies are given at least a thousandth of the largest axis.
Vec3 equivalent_ellipsoid(double volume, double mass, const Vec3& inertia);

/// Support radius towards n: where the sound leaves the body.
double effective_radius(const Vec3& axes, const Vec3& n) noexcept;

/// Pressure [Pa] at `listener` (ellipsoid axes, from the centre, not inside the body) [m] and time
/// t [s], for accelerations with the given peak [m/s^2].
struct EllipsoidClick {
  Vec3 axes;  // [m] semi-axes along x, y, z
  Air air;
  Vec3 factors;  // ellipsoid_dipole_factors(axes)

  /// @throws Error when an axis is not > 0.
  EllipsoidClick(const Vec3& axes, const Air& air);
  /// Half-sine from t = 0 to `duration` [s]; the mean over `width` [s] around t when that is > 0.
  double half_sine(const Vec3& listener, const Vec3& peak, double t, double duration,
                   double width = 0) const noexcept;
  /// psi(t; h) of physics/wave/multipole/pulse_kernel.h, its middle at t = 0.
  double pulse(const Vec3& listener, const Vec3& peak, double t, double h) const noexcept;

 private:
  struct View {
    double strength, radius, q, x;  // [Pa], [m], and the arguments of the sphere's responses
  };
  View view(const Vec3& listener, const Vec3& peak, double t) const noexcept;
};

/// Estimate of the relative L2 error of the filter, averaged over directions, for half-sines of
/// duration tau [s]: 0 for a sphere. From a table of exact spheroids (axis ratios to 3, beta = pi
/// r_eq/(c tau) to 1.5; linear in the logarithms, continued with its last slopes) times 1.25, since
/// the table holds axial motion of spheroids only. Between prolate and oblate by (a2-a3)/(a1-a3).
double proxy_error(const Vec3& axes, double tau, const Air& air);

}  // namespace peal

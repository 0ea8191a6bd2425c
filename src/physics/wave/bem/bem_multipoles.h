// From the pressure on a body's surface to its sound on a sphere around it, harmonic by harmonic.
// In: surface pressure per vertex [Pa], normal velocity per triangle [m/s]. Out: coefficients as
// ModeTransfer holds them. With G = ik sum j_l(k r<) h_l(k r>) Y_lm Y_lm, e^{-i omega t}:
//   c_lm = ik h_l(k r1) integral [p d/dn (j_l Y_lm) - j_l Y_lm dp/dn] dS
// Regular waves are smooth: no distance to the surface is too small, and no order drowns in
// another.
#pragma once
#include <complex>
#include <span>
#include <vector>

#include "physics/wave/bem/helmholtz_bem.h"

namespace peal {

/// harmonic_count(order) values on the sphere of `radius` around `centre` [m].
std::vector<std::complex<double>> bem_multipoles(
    const HelmholtzBem& bem, double omega, std::span<const std::complex<double>> surface_pressure,
    std::span<const double> normal_velocity, const Vec3& centre, double radius, int order);

/// Spherical Bessel functions j_l(x), l = 0 .. out.size() - 1, x >= 0, all at the price of one.
void spherical_bessels(double x, std::span<double> out);

/// Coefficients of the gradient of regular waves: given sums over points of weight * n_d * f_lm for
/// d = x, y, z, f_lm = j_l(kr) Y_lm, l <= order + 1, returns the sums of weight * n.grad f_lm.
std::vector<std::complex<double>> gradient_sums(
    int order, double k, const std::array<std::vector<std::complex<double>>, 3>& sums);

}  // namespace peal

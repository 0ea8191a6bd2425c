// Exact sound of a free, infinitely thin rigid disc that oscillates along its axis (no baffle).
// Above the disc p(r, z) = integral P(s) J0(s r) e^{-g z} s ds, g = sqrt(s^2 - k^2). The pressure
// vanishes in the plane outside the disc, which P(s) = sum b_n j_{2n+1}(s a) / (s a) fulfils term
// by term: P_{2n+1}(sqrt(1 - r^2/a^2)) has this Hankel transform. Testing dp/dz = i omega rho v on
// the disc with the same functions gives, with a = 1,
//   sum_m [delta_nm pi / (2 (4n+3)) + integral (g/s - 1) j_{2n+1} j_{2m+1} ds] b_m
//     = -i omega rho v delta_n0 / 3.
// Far field: p = -ik cos(theta) e^{ikr} / r * P(k sin(theta)). k -> 0: added mass 8/3 rho a^3.
#pragma once
#include <complex>

namespace peal::test {

/// r p(r) e^{-ikr} / (rho c v a) far away, at angle theta from the axis, for ka up to 12.
std::complex<double> oscillating_disc_far_field(double ka, double cos_theta);

}  // namespace peal::test

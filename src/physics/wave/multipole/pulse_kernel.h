// The acceleration pulse of Chadwick, Zheng & James 2012, eq. 17, with y = 1 - |t|/h as it must
// read: the cubic filter of Mitchell and Netravali with (B, C) = (2/3, 1/6).
// sum_k psi(t - kh) = 1, sum_k kh psi(t - kh) = t, integral h, zero beyond 2h.
#pragma once
#include <cmath>

#include "base/constants.h"

namespace peal {

inline double pulse_kernel(double t, double h) noexcept {
  const double u = std::abs(t) / h;
  if (u >= 2) return 0;
  if (u <= 1) {
    const double y = 1 - u;
    return (((-15 * y + 18) * y + 9) * y + 2) / 18;
  }
  const double z = 2 - u;
  return (5 * z - 3) * z * z / 18;
}

/// Fourier transform over h, real and even: 1 at 0. f in [Hz].
/// Exact: s^3 (5 s - 2 cos y) / 3 with y = pi f h, s = sin(y) / y.
double pulse_spectrum(double frequency, double h);

/// The paper's h [s], section 4.3: a fifth of the Hertz duration of the ball with the body's volume
/// [m^3] that hits a rigid plane at 5 m/s. Density [kg/m^3], Young's modulus [Pa], Poisson's ratio.
/// @throws Error when one of them makes no sense.
double pulse_width(double volume, double density, double young, double poisson);

}  // namespace peal

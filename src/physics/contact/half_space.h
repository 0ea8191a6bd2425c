// What a force on a thick floor sends into it as waves that do not come back. Normal point force on
// the surface of an elastic half-space:
//   Re(v/F) = B omega^2,  B = C(nu) / (2 pi rho c_s^3) [s^3/kg],  hence  E = B Int F'^2 dt [J]
// C(nu) from the integral over all waves (Miller & Pursey 1955); Rayleigh waves take two thirds.
// Real-time safe: no allocation, no exceptions.
#pragma once
#include <array>
#include <cmath>

#include "base/constants.h"

namespace peal {

/// C(nu), between the values of a table linear (within 0.2 %); nu from 0 to 0.45.
inline double half_space_factor(double poisson) noexcept {
  constexpr double kStep = 0.05;
  constexpr std::array<double, 10> at{1.3443753, 1.2536,    1.1659323, 1.0829530, 1.0044577,
                                      0.9307526, 0.8622231, 0.7993784, 0.7429462, 0.6941307};
  const double x = poisson > 0 ? std::fmin(poisson / kStep, 8.999) : 0;
  const auto row = static_cast<std::size_t>(x);
  return at[row] + (x - static_cast<double>(row)) * (at[row + 1] - at[row]);
}

/// B [s^3/kg]; c_s^2 = E / 2 (1 + nu) rho.
inline double half_space_waves(double young, double poisson, double density) noexcept {
  const double shear = std::sqrt(young / (2 * (1 + poisson) * density));
  return half_space_factor(poisson) / (2 * kPi * density * shear * shear * shear);
}

}  // namespace peal

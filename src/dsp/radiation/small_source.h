// Modes known by number, not by shape: their poles, and how they sound as one small source,
//   x'' + g x' + w^2 x = (t/m) F,      p = rho A x'' / (4 pi r).
// In: frequency [Hz], decay g [1/s], mass [kg], area A [m^2], distance r [m]. Out: what a ModalBank
// takes. SI units; real-time safe.
#pragma once
#include <algorithm>
#include <cmath>
#include <complex>

#include "base/complex_kernel.h"
#include "base/constants.h"

namespace peal {

/// g < 2 w: a mode that does not oscillate has no such pole.
inline bool oscillates(double frequency, double decay) noexcept {
  return decay / 2 < 2 * kPi * frequency;
}
inline Complex<double> pole_of_mode(double frequency, double decay) noexcept {
  const double w = 2 * kPi * frequency, sigma = decay / 2;
  return {-sigma, std::sqrt(w * w - sigma * sigma)};
}

/// Radius [m] of a ball whose surface is the area.
inline double small_source_radius(double area) noexcept { return std::sqrt(area / (4 * kPi)); }

/// x'' of a mode with velocity v is i omega v (the bank turns as e^{+i omega t}); modal velocity is
/// that of unit mass. An ear within the source hears it as on its edge.
inline std::complex<double> small_source_weight(const Complex<double>& pole, double mass,
                                                double area, double distance,
                                                double air_density) noexcept {
  const double r = std::max(distance, small_source_radius(area));
  const std::complex<double> per_velocity(
      0, pole.im * air_density * area / (4 * kPi * r * std::sqrt(mass)));
  return per_velocity * std::complex<double>(1, -pole.re / pole.im);
}

}  // namespace peal

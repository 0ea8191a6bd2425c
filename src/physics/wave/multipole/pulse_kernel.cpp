#include "physics/wave/multipole/pulse_kernel.h"

#include "base/error.h"

namespace peal {
namespace {

double sinc(double x) { return std::abs(x) < 1e-4 ? 1 - x * x / 6 : std::sin(x) / x; }

}  // namespace

// From the jumps at the five knots, those of 18 psi'' being -6, 12, 0, -12, 6 and those of 18
// psi''' 30, -120, 180, -120, 30. With y = pi f h and s = sin(y) / y: s^3 (5 s - 2 cos y) / 3.
double pulse_spectrum(double frequency, double h) {
  const double y = kPi * frequency * h, s = sinc(y);
  return s * s * s * (5 * s - 2 * std::cos(y)) / 3;
}

// Hertz: duration 2.87 (m^2 / (r E*^2 V))^(1/5), here with m = 4/3 pi r^3 rho.
double pulse_width(double volume, double density, double young, double poisson) {
  if (!(volume > 0 && density > 0 && young > 0 && poisson > -1 && poisson < 0.5 + 1e-9) ||
      !std::isfinite(volume * density * young))
    fail(
        "pulse width: expected volume, density and Young's modulus > 0 and Poisson's ratio from -1 "
        "to 0.5, got {} m^3, {} kg/m^3, {} Pa, {}",
        volume, density, young, poisson);
  constexpr double kSpeed = 5;  // [m/s]
  const double radius = std::cbrt(0.75 * volume / kPi), stiffness = young / (1 - poisson * poisson);
  const double per_radius = 4 * kPi * density / (3 * stiffness);
  return radius * 2.87 / 5 * std::pow(per_radius * per_radius / kSpeed, 0.2);
}

}  // namespace peal

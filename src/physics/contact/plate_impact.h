// Something hits a plate that does not answer from its edges while they touch (a table top, a pane,
// a boarded floor): the plate takes the force like a resistance, v = F / Z.
//   D = E h^3 / 12 (1 - nu^2) [N m],  r = rho h [kg/m^2],  Z = 8 sqrt(D r) [kg/s]
//   lambda = m / (Z T),  T = (m / (K sqrt v))^(2/5),  K Hertz' stiffness [N/m^1.5]   (Zener 1941)
//   sigma'' + (1 + lambda d/dt) sigma^1.5 = 0
// The two fits below reproduce its solutions for lambda <= 3 to 0.0024 (restitution) and 0.1 %
// (peak). Real-time safe: no allocation, no exceptions.
#pragma once
#include <array>
#include <cmath>

#include "base/constants.h"

namespace peal {

struct ElasticPlate {
  double young = 0;      // [Pa]
  double poisson = 0;    //
  double density = 0;    // [kg/m^3]
  double thickness = 0;  // [m]

  double mass_per_area() const noexcept { return density * thickness; }
  double bending_stiffness() const noexcept {
    return young * thickness * thickness * thickness / (12 * (1 - poisson * poisson));
  }
};

/// Z [kg/s] of a force in the middle of an endless plate.
inline double plate_resistance(const ElasticPlate& plate) noexcept {
  return 8 * std::sqrt(plate.bending_stiffness() * plate.mass_per_area());
}

/// [Hz] from which on bending waves are as fast as sound: above, the plate radiates along its whole
/// length and plate_pressure() is a lower bound.
inline double coincidence_frequency(const ElasticPlate& plate, double speed_of_sound) noexcept {
  return speed_of_sound * speed_of_sound / (2 * kPi) *
         std::sqrt(plate.mass_per_area() / plate.bending_stiffness());
}

/// [m] of bending waves at a frequency [Hz].
inline double bending_wavelength(const ElasticPlate& plate, double frequency) noexcept {
  const double omega = 2 * kPi * frequency;
  return 2 * kPi / std::sqrt(omega * std::sqrt(plate.mass_per_area() / plate.bending_stiffness()));
}

/// |p| R / F [Pa m/N] on either side of an endless plate below coincidence: p = rho0 F(t - R/c) /
/// (2 pi R r), the same in all directions; above the plate negative for a force that presses down.
inline double plate_pressure(const ElasticPlate& plate, double air_density) noexcept {
  return air_density / (2 * kPi * plate.mass_per_area());
}

/// How much an elastic impact feels the plate. @param mass effective [kg]; @param stiffness of
/// Hertz' contact [N/m^1.5]; @param speed of approach [m/s]; @param resistance Z [kg/s]
inline double plate_inelasticity(double mass, double stiffness, double speed,
                                 double resistance) noexcept {
  return mass / (resistance * std::pow(mass / (stiffness * std::sqrt(speed)), 0.4));
}

/// Speed after over speed before; the rest has gone into the plate.
inline double plate_restitution(double lambda) noexcept {
  // The fit has a pole near 6.4; long before, nothing comes back.
  const double x = lambda > 0 ? (lambda < 4 ? lambda : 4) : 0;
  return std::exp(-1.7302 * x * (1 + 0.7494 * x) / (1 + 0.9567 * x - 0.1711 * x * x));
}

/// Largest force over that of the same impact on something that does not give way.
inline double plate_peak(double lambda) noexcept {
  const double x = lambda > 0 ? lambda : 0;
  return 1 / (1 + 1.0435 * x + 0.0114 * x * x);
}

/// Thick plates give way more than 1/Z: Mindlin's conductance over Kirchhoff's, for a bending
/// wavelength (at 1 / (2 contact time)) of so many thicknesses. Multiplies lambda. Between the
/// values of a table linear in both logarithms; for Poisson's ratio linear from 0.22 to 0.30.
inline double mindlin_factor(double wavelengths_per_thickness, double poisson) noexcept {
  constexpr int kRows = 10;
  constexpr std::array<double, kRows> length{3, 4, 5, 6, 8, 10, 12, 15, 20, 40};
  constexpr std::array<double, kRows> at22{2.45881, 1.74273, 1.45052, 1.30328, 1.16518,
                                           1.10410, 1.07168, 1.04556, 1.02549, 1.00634};
  constexpr std::array<double, kRows> at30{2.67575, 1.84596, 1.50985, 1.34178, 1.18528,
                                           1.11650, 1.08012, 1.05086, 1.02843, 1.00706};
  const double share = (poisson - 0.22) / 0.08;
  const auto excess = [&](std::size_t row) {
    return at22[row] - 1 + share * (at30[row] - at22[row]);
  };
  const double x = wavelengths_per_thickness;
  if (!(x > length[0])) return 1 + excess(0);
  std::size_t row = 1;
  while (row + 1 < kRows && x > length[row]) ++row;
  // Beyond the table the excess goes on falling as the square, which it does at its end.
  const double u = std::log(x / length[row - 1]) / std::log(length[row] / length[row - 1]);
  return 1 + excess(row - 1) * std::pow(excess(row) / excess(row - 1), u);
}

}  // namespace peal

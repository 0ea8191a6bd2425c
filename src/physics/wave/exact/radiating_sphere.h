// Exact sound of a vibrating sphere, the yardstick of every radiation method here.
// In: normal velocity V P_l(cos theta) e^{-i omega t} [m/s] on a sphere of radius a [m] in air.
// Out: complex pressure [Pa] p = i rho c V h_l(kr) / h_l'(ka) P_l(cos theta), h_l of the first
// kind.
#pragma once
#include <complex>

#include "base/constants.h"

namespace peal {

/// Spherical Bessel functions j_l(x) and h_l(x) = j_l + i y_l, l >= 0, x > 0. Real and imaginary
/// part are each accurate, also where j_l is tiny beside y_l.
double spherical_bessel(int l, double x);
std::complex<double> spherical_hankel(int l, double x);
std::complex<double> spherical_hankel_derivative(int l, double x);

double legendre(int l, double x);

struct RadiatingSphere {
  int order = 0;        // l
  double radius = 0.1;  // [m]
  Air air;

  /// Pressure [Pa] for unit V at distance r >= radius from the centre, wavenumber k [1/m].
  std::complex<double> pressure(double k, double r, double cos_theta) const;
  /// Surface pressure over normal velocity [Pa s/m]; its imaginary part is negative (mass-like).
  std::complex<double> impedance(double k) const;
};

}  // namespace peal

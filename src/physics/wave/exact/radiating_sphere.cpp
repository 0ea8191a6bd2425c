#include "physics/wave/exact/radiating_sphere.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace peal {
namespace {

void check(int l, double x) {
  if (l < 0 || !(x > 0))
    fail("spherical Hankel function: expected l >= 0 and x > 0, got {}, {}", l, x);
}

// j_l grows upwards against rounding once l > x: there the downward recurrence is stable, scaled
// at the end with the larger of j_0 and j_1 (they have no common zero).
double bessel_downward(int l, double x) {
  double above = 0, here = 1e-280, wanted = 0;
  const int start = l + 20 + static_cast<int>(x);
  double first = 0;
  for (int n = start; n > 0; --n) {  // here = j_n, above = j_{n+1}, unscaled
    const double below = (2 * n + 1) / x * here - above;
    above = here;
    here = below;
    if (n - 1 == l) wanted = here;
    if (n - 1 == 1) first = here;
    if (std::abs(here) > 1e150) {
      here *= 1e-250, above *= 1e-250, wanted *= 1e-250, first *= 1e-250;
    }
  }
  const double j0 = std::sin(x) / x, j1 = std::sin(x) / (x * x) - std::cos(x) / x;
  return wanted * (std::abs(j0) >= std::abs(j1) ? j0 / here : j1 / first);
}

}  // namespace

double spherical_bessel(int l, double x) {
  check(l, x);
  if (l == 0) return std::sin(x) / x;
  if (l > x) return bessel_downward(l, x);
  double below = std::sin(x) / x, here = below / x - std::cos(x) / x;
  for (int n = 1; n < l; ++n) {
    const double above = (2 * n + 1) / x * here - below;
    below = here;
    here = above;
  }
  return here;
}

std::complex<double> spherical_hankel(int l, double x) {
  check(l, x);
  double below = -std::cos(x) / x;  // y_0
  if (l == 0) return {std::sin(x) / x, below};
  double here = below / x - std::sin(x) / x;  // y_1
  for (int n = 1; n < l; ++n) {
    const double above = (2 * n + 1) / x * here - below;
    below = here;
    here = above;
  }
  return {spherical_bessel(l, x), here};
}

std::complex<double> spherical_hankel_derivative(int l, double x) {
  // f_l' = (l/x) f_l - f_{l+1} = f_{l-1} - ((l+1)/x) f_l: each of the two parts takes the form
  // whose second or first term is the small one when x < l.
  if (l == 0) return -spherical_hankel(1, x);
  const auto h = spherical_hankel(l, x);
  const double dj = l / x * h.real() - spherical_bessel(l + 1, x);
  const double dy = spherical_hankel(l - 1, x).imag() - (l + 1) / x * h.imag();
  return {dj, dy};
}

double legendre(int l, double x) {
  double below = 1, here = x;
  if (l == 0) return 1;
  for (int n = 1; n < l; ++n) {
    const double above = ((2 * n + 1) * x * here - n * below) / (n + 1);
    below = here;
    here = above;
  }
  return here;
}

std::complex<double> RadiatingSphere::pressure(double k, double r, double cos_theta) const {
  const std::complex<double> i{0, 1};
  return i * air.density * air.speed_of_sound * spherical_hankel(order, k * r) /
         spherical_hankel_derivative(order, k * radius) * legendre(order, cos_theta);
}

std::complex<double> RadiatingSphere::impedance(double k) const {
  // Wronskian j y' - j' y = 1/x^2: Re(i h conj(h')) = 1/x^2 keeps the radiated part exact.
  const double x = k * radius;
  const auto h = spherical_hankel(order, x), d = spherical_hankel_derivative(order, x);
  const double rho_c = air.density * air.speed_of_sound;
  const double imag = h.real() * d.real() + h.imag() * d.imag();
  return rho_c / std::norm(d) * std::complex<double>(1 / (x * x), imag);
}

}  // namespace peal

// Kaiser's window, for tables of interpolation and band limits: I_0(beta sqrt(1 - u^2)) /
// I_0(beta). For set-up.
#pragma once
#include <cmath>

namespace peal {

/// Modified Bessel function by its power series: terms fall below 1e-17 within 40 for x <= 10.
inline double bessel_i0(double x) noexcept {
  double term = 1, sum = 1;
  for (int k = 1; term > 1e-17 * sum; ++k) {
    term *= (x / (2 * k)) * (x / (2 * k));
    sum += term;
  }
  return sum;
}

/// @param u -1 .. 1 over the window; 0 beyond.
inline double kaiser(double u, double beta) noexcept {
  return std::abs(u) >= 1 ? 0 : 1 / bessel_i0(beta) * bessel_i0(beta * std::sqrt(1 - u * u));
}

}  // namespace peal

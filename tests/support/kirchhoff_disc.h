// Modes of a thin free disc in closed form (Kirchhoff): w = [J_n(x) + C I_n(x)] cos n(theta), x =
// lambda r/a, free of moment and shear at the rim. Written for tests; SI units.
#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include "base/constants.h"

namespace peal::test {

struct Disc {
  double radius, thickness;        // [m]
  double young, poisson, density;  // [Pa], [kg/m^3]
  double mass() const { return density * thickness * kPi * radius * radius; }
  double stiffness() const {
    return young * thickness * thickness * thickness / (12 * (1 - poisson * poisson));
  }
};

struct DiscMode {
  int order = 0;  // n
  bool sine = false;
  double omega = 0;  // [rad/s]
  double lambda = 0, mix = 0, size = 0;
  double radius = 0;
  /// [kg^-1/2] normal to the disc.
  double at(double r, double angle) const {
    const double x = lambda * r / radius, n = order;
    return size * (std::cyl_bessel_j(n, x) + mix * std::cyl_bessel_i(n, x)) *
           (sine ? std::sin(n * angle) : std::cos(n * angle));
  }
};

/// All with frequencies below `highest` [Hz], in order of frequency.
inline std::vector<DiscMode> disc_modes(const Disc& disc, double highest) {
  const double nu = disc.poisson, a = disc.radius;
  const double scale = std::sqrt(disc.stiffness() / (disc.density * disc.thickness)) / (a * a);
  const double most = std::sqrt(2 * kPi * highest / scale);
  struct Edge {
    double moment_j, moment_i, shear_j, shear_i;
  };
  const auto edge = [&](int n, double x) {
    const double j = std::cyl_bessel_j(n, x), i = std::cyl_bessel_i(n, x);
    const double dj = n / x * j - std::cyl_bessel_j(n + 1, x);
    const double di = n / x * i + std::cyl_bessel_i(n + 1, x), q = (1 - nu) * n * n;
    return Edge{x * x * j + (1 - nu) * (x * dj - n * n * j),
                x * x * i - (1 - nu) * (x * di - n * n * i), x * x * x * dj + q * (x * dj - j),
                x * x * x * di - q * (x * di - i)};
  };
  const auto residual = [&](int n, double x) {
    const Edge e = edge(n, x);
    return (e.moment_j * e.shear_i - e.moment_i * e.shear_j) * std::exp(-x);
  };
  std::vector<DiscMode> out;
  for (int n = 0; n <= most; ++n) {
    const double first = n < 2 ? 1.5 : 0.7;  // below it are rigid motions
    for (double x = first; x < most; x += 0.05) {
      double low = x, high = x + 0.05;
      if (residual(n, low) * residual(n, high) > 0) continue;
      for (int k = 0; k < 60; ++k) {
        const double middle = 0.5 * (low + high);
        (residual(n, low) * residual(n, middle) > 0 ? low : high) = middle;
      }
      DiscMode mode{n, false, low * low * scale, low, 0, 1, a};
      const Edge e = edge(n, low);
      mode.mix = e.moment_j / e.moment_i;
      double sum = 0;
      constexpr int kRings = 400;
      for (int k = 0; k < kRings; ++k) {
        const double r = (k + 0.5) * a / kRings, w = mode.at(r, 0);
        sum += w * w * r * a / kRings;
      }
      mode.size = 1 / std::sqrt(disc.density * disc.thickness * sum * (n == 0 ? 2 : 1) * kPi);
      out.push_back(mode);
      if (n == 0) continue;
      mode.sine = true;
      out.push_back(mode);
    }
  }
  std::sort(out.begin(), out.end(),
            [](const DiscMode& x, const DiscMode& y) { return x.omega < y.omega; });
  return out;
}

}  // namespace peal::test

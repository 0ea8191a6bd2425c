#include "physics/wave/bem/bem_multipoles.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"
#include "physics/wave/exact/radiating_sphere.h"
#include "physics/wave/multipole/spherical_harmonics.h"

namespace peal {
namespace {

using Complex = std::complex<double>;
using Sums = std::vector<Complex>;

// f_l^m as cosine and sine part of j_l P_lm e^{im phi}, m >= 0; zero outside 0 <= m <= l.
Complex cosine(const Sums& s, int l, int m) {
  if (l < 0 || m < 0 || m > l) return 0;
  return m == 0 ? s[harmonic_index(l, 0)] : s[harmonic_index(l, m)] * std::sqrt(0.5);
}
Complex sine(const Sums& s, int l, int m) {
  if (l < 0 || m <= 0 || m > l) return 0;
  return s[harmonic_index(l, -m)] * std::sqrt(0.5);
}

double across(int n, int m) {
  return std::sqrt(double(n - m - 1) * (n - m) / ((2.0 * n - 1) * (2.0 * n + 1)));
}
double along(int l, int m) {
  return std::sqrt((double(l) * l - double(m) * m) / (4.0 * l * l - 1));
}

}  // namespace

// (d/dx + i d/dy) f_l^m = -k [B(l, m) f_{l-1}^{m+1} + B(l+1, -m-1) f_{l+1}^{m+1}]
// (d/dx - i d/dy) f_l^m =  k [B(l, -m) f_{l-1}^{m-1} + B(l+1, m-1) f_{l+1}^{m-1}]         m > 0
// d/dz f_l^m = k [A(l, m) f_{l-1}^m - A(l+1, m) f_{l+1}^m],     B: across, A: along
Sums gradient_sums(int order, double k, const std::array<Sums, 3>& sums) {
  Sums out(harmonic_count(order));
  for (int l = 0; l <= order; ++l) {
    for (int m = 0; m <= l; ++m) {
      const auto up = [&](auto part, const Sums& s) {
        return -k * (across(l, m) * part(s, l - 1, m + 1) +
                     across(l + 1, -m - 1) * part(s, l + 1, m + 1));
      };
      const auto down = [&](auto part, const Sums& s) {
        return k * (across(l, -m) * part(s, l - 1, m - 1) +
                    across(l + 1, m - 1) * part(s, l + 1, m - 1));
      };
      const auto axial = [&](auto part, const Sums& s) {
        return k * (along(l, m) * part(s, l - 1, m) - along(l + 1, m) * part(s, l + 1, m));
      };
      const auto& [x, y, z] = sums;
      if (m == 0) {
        out[harmonic_index(l, 0)] = up(cosine, x) + up(sine, y) + axial(cosine, z);
        continue;
      }
      const double root = std::sqrt(2.0);
      out[harmonic_index(l, m)] =
          root * (0.5 * (up(cosine, x) + down(cosine, x) + up(sine, y) - down(sine, y)) +
                  axial(cosine, z));
      out[harmonic_index(l, -m)] =
          root *
          (0.5 * (up(sine, x) + down(sine, x) - up(cosine, y) + down(cosine, y)) + axial(sine, z));
    }
  }
  return out;
}

void spherical_bessels(double x, std::span<double> out) {
  std::fill(out.begin(), out.end(), 0.0);
  if (out.empty()) return;
  out[0] = 1;
  if (!(x > 0)) return;
  // Downward recurrence from where nothing is left of the start, scaled with j_0 or j_1 at the end.
  const int last = static_cast<int>(out.size()) - 1;
  const int start = std::max(last, static_cast<int>(x)) + 20 + static_cast<int>(8 * std::cbrt(x));
  double above = 0, here = 1e-280, first = 0;
  for (int n = start; n >= 0; --n) {  // here = j_n, unscaled
    if (n <= last) out[n] = here;
    if (n == 1) first = here;
    if (n == 0) break;
    const double below = (2 * n + 1) / x * here - above;
    above = here;
    here = below;
    if (std::abs(here) > 1e150) {
      here *= 1e-250, above *= 1e-250, first *= 1e-250;
      for (int l = n; l <= last; ++l) out[l] *= 1e-250;
    }
  }
  const double j0 = std::sin(x) / x;
  const double j1 = x < 1e-3 ? x / 3 : std::sin(x) / (x * x) - std::cos(x) / x;
  const double scale = std::abs(j0) >= std::abs(j1) ? j0 / here : j1 / first;
  for (double& value : out) value *= scale;
}

Sums bem_multipoles(const HelmholtzBem& bem, double omega, std::span<const Complex> p,
                    std::span<const double> velocity, const Vec3& centre, double radius,
                    int order) {
  const HelmholtzPanels& panels = bem.panels();
  if (order < 0 || order >= kMaxHarmonicOrder)
    fail("multipoles: expected an order from 0 to {}, got {}", kMaxHarmonicOrder - 1, order);
  if (p.size() != bem.vertex_count() || velocity.size() != bem.triangle_count())
    fail("multipoles: {} pressures and {} velocities for {} vertices and {} triangles", p.size(),
         velocity.size(), bem.vertex_count(), bem.triangle_count());
  const double k = omega / bem.air().speed_of_sound;
  const std::size_t wide = harmonic_count(order + 1);
  std::array<Sums, 3> dipoles{Sums(wide), Sums(wide), Sums(wide)};
  Sums single(wide);
  std::vector<double> f(wide), radial(order + 2);
  for (std::size_t t = 0; t < panels.size(); ++t) {
    const auto& corners = panels.mesh().triangles[t];
    const Complex mean = (p[corners[0]] + p[corners[1]] + p[corners[2]]) / 6.0;
    for (int q = 0; q < 3; ++q) {
      const Vec3 from = panels.point(t, q) - centre;
      const double r = norm(from), weight = panels.area(t) / 3;
      real_harmonics(order + 1, normalized(from, Vec3{0, 0, 1}), f);
      spherical_bessels(k * r, radial);
      const Complex here = weight * (mean + 0.5 * p[corners[q]]);
      const Vec3 n = panels.normal(t);
      const double speed = weight * velocity[t];
      for (int l = 0; l <= order + 1; ++l) {
        for (std::size_t i = harmonic_index(l, -l); i <= harmonic_index(l, l); ++i) {
          const double value = f[i] * radial[l];
          const Complex pressure = here * value;
          for (int d = 0; d < 3; ++d) dipoles[d][i] += pressure * n[d];
          single[i] += speed * value;
        }
      }
    }
  }
  Sums out = gradient_sums(order, k, dipoles);
  const Complex slope(0, omega * bem.air().density);
  for (int l = 0; l <= order; ++l) {
    const Complex factor = Complex(0, k) * spherical_hankel(l, k * radius);
    for (std::size_t i = harmonic_index(l, -l); i <= harmonic_index(l, l); ++i)
      out[i] = factor * (out[i] - slope * single[i]);
  }
  return out;
}

}  // namespace peal

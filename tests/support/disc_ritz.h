// Modes of a free disc of any thickness by Rayleigh-Ritz in three dimensions: cos n theta around,
// polynomials over radius and thickness. Knows neither plate theory nor finite elements. SI units.
//   u = (f_r cos n theta, f_t sin n theta, f_z cos n theta)
//   f_r +- f_t = r^(n -+ 1) P_j(2 r^2/a^2 - 1) P_q(2 z/h) (analytic at the axis), f_z likewise with
//   r^n
#pragma once
#include <gtest/gtest.h>
#include <lapacke.h>

#include <cmath>
#include <vector>

#include "base/constants.h"

namespace peal::test {

struct FreeDisc {
  double radius, thickness, young, poisson, density;
};

struct DiscMode {
  int around = 0;    // n
  double omega = 0;  // [rad/s]
  double rim = 0;    // [kg^-1/2] along the axis at the lower edge of the rim, theta = 0
};

namespace disc_detail {

struct Legendre {
  double value, slope;
};
inline Legendre legendre(int n, double x) {
  double before = 1, now = x, slope_before = 0, slope = 1;
  if (n == 0) return {1, 0};
  for (int k = 1; k < n; ++k) {
    const double next = ((2 * k + 1) * x * now - k * before) / (k + 1);
    const double next_slope = slope_before + (2 * k + 1) * now;
    before = now, now = next, slope_before = slope, slope = next_slope;
  }
  return {now, slope};
}

inline std::vector<std::pair<double, double>> gauss(int n) {  // on -1 .. 1
  std::vector<std::pair<double, double>> out;
  for (int i = 0; i < n; ++i) {
    double x = std::cos(kPi * (i + 0.75) / (n + 0.5));
    for (int k = 0; k < 50; ++k) x -= legendre(n, x).value / legendre(n, x).slope;
    const double slope = legendre(n, x).slope;
    out.emplace_back(x, 2 / ((1 - x * x) * slope * slope));
  }
  return out;
}

struct Field {
  double r, t, z, dr_r, dr_t, dr_z, dz_r, dz_t, dz_z;  // values, d/dr, d/dz
};

/// @param kind 0: f_r = -f_t (of n = 0: f_r alone), 1: f_r = f_t, 2: f_z
inline Field field(int n, int kind, int j, int q, double r, double z, const FreeDisc& d) {
  const int power = kind == 2 ? n : kind == 0 ? std::abs(n - 1) : n + 1;
  const double x = r / d.radius;
  const Legendre p = legendre(j, 2 * x * x - 1), w = legendre(q, 2 * z / d.thickness);
  const double base = std::pow(x, power);
  const double value = base * p.value;
  const double slope =
      ((power > 0 ? power * std::pow(x, power - 1) : 0) * p.value + base * p.slope * 4 * x) /
      d.radius;
  const double v = value * w.value, dr = slope * w.value, dz = value * w.slope * 2 / d.thickness;
  if (kind == 2) return {0, 0, v, 0, 0, dr, 0, 0, dz};
  const double turn = n == 0 ? 0 : kind == 0 ? -1 : 1;
  return {v, turn * v, 0, dr, turn * dr, 0, dz, turn * dz, 0};
}

}  // namespace disc_detail

/// Modes of one number of waves around, below a limit [rad/s], without rigid motion.
inline std::vector<DiscMode> disc_modes(const FreeDisc& d, int n, double limit, int radial = 9,
                                        int through = 4) {
  using namespace disc_detail;
  struct Term {
    int kind, j, q;
  };
  std::vector<Term> terms;
  for (int kind = 0; kind < 3; ++kind)
    if (!(n == 0 && kind == 1))
      for (int j = 0; j < radial; ++j)
        for (int q = 0; q < through; ++q) terms.push_back({kind, j, q});
  const std::size_t size = terms.size();
  std::vector<double> k(size * size), m(size * size), omega2(size);
  const double mu = d.young / (2 * (1 + d.poisson));
  const double lambda = d.young * d.poisson / ((1 + d.poisson) * (1 - 2 * d.poisson));
  const double around = n == 0 ? 2 * kPi : kPi;
  std::vector<std::array<double, 6>> strain(size);
  std::vector<Field> fields(size);
  for (const auto& [xr, wr] : gauss(radial + n / 2 + 8))
    for (const auto& [xz, wz] : gauss(through + 3)) {
      const double r = d.radius * (xr + 1) / 2, z = d.thickness / 2 * xz;
      const double weight = around * r * wr * wz * d.radius / 2 * d.thickness / 2;
      for (std::size_t i = 0; i < size; ++i) {
        const Field f = field(n, terms[i].kind, terms[i].j, terms[i].q, r, z, d);
        fields[i] = f;
        strain[i] = {f.dr_r,
                     (f.r + n * f.t) / r,
                     f.dz_z,
                     -n * f.r / r + f.dr_t - f.t / r,
                     f.dz_t - n * f.z / r,
                     f.dz_r + f.dr_z};
      }
      for (std::size_t a = 0; a < size; ++a)
        for (std::size_t b = 0; b <= a; ++b) {
          const auto &s = strain[a], &t = strain[b];
          const double bulk = (s[0] + s[1] + s[2]) * (t[0] + t[1] + t[2]);
          const double direct = s[0] * t[0] + s[1] * t[1] + s[2] * t[2];
          const double shear = s[3] * t[3] + s[4] * t[4] + s[5] * t[5];
          k[a * size + b] += weight * (lambda * bulk + 2 * mu * direct + mu * shear);
          m[a * size + b] +=
              weight * d.density *
              (fields[a].r * fields[b].r + fields[a].t * fields[b].t + fields[a].z * fields[b].z);
        }
    }
  const int count = static_cast<int>(size);
  EXPECT_EQ(LAPACKE_dsygv(LAPACK_ROW_MAJOR, 1, 'V', 'L', count, k.data(), count, m.data(), count,
                          omega2.data()),
            0);
  std::vector<DiscMode> out;
  const double rigid = 1e-4 * std::sqrt(d.young / d.density) / d.radius;
  for (std::size_t e = 0; e < size; ++e) {
    const double omega = std::sqrt(std::max(omega2[e], 0.0));
    if (omega < rigid || omega > limit) continue;
    double rim = 0;
    for (std::size_t i = 0; i < size; ++i)
      rim += k[i * size + e] *
             field(n, terms[i].kind, terms[i].j, terms[i].q, d.radius, -d.thickness / 2, d).z;
    out.push_back({n, omega, rim});
  }
  return out;
}

/// All that a push at theta = 0 reaches.
inline std::vector<DiscMode> disc_modes_below(const FreeDisc& d, double limit, int radial = 9,
                                              int through = 4) {
  std::vector<DiscMode> out;
  for (int n = 0;; ++n) {
    const auto some = disc_modes(d, n, limit, radial, through);
    out.insert(out.end(), some.begin(), some.end());
    if (n > 1 && some.empty()) return out;
  }
}

}  // namespace peal::test

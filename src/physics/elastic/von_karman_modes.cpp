#include "physics/elastic/von_karman_modes.h"

#include <lapacke.h>

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/error.h"

namespace peal {
namespace {

constexpr int kAlongSide = 64;  // of Gauss and Legendre along each side

struct Rule {
  std::vector<double> at, weight;  // on -1 .. 1
};

Rule gauss_legendre(int n) {
  Rule rule;
  for (int i = 0; i < n; ++i) {
    double x = std::cos(kPi * (i + 0.75) / (n + 0.5)), slope = 1;
    for (int turn = 0; turn < 50; ++turn) {
      double before = 1, now = x;
      for (int l = 2; l <= n; ++l) {
        const double next = ((2 * l - 1) * x * now - (l - 1) * before) / l;
        before = now, now = next;
      }
      slope = n * (x * now - before) / (x * x - 1);
      const double step = now / slope;
      x -= step;
      if (std::abs(step) < 1e-15) break;
    }
    rule.at.push_back(x), rule.weight.push_back(2 / ((1 - x * x) * slope * slope));
  }
  return rule;
}

/// Functions of a side that vanish with their slope at both ends: (1 - x^2)^2 P_i(x), at the points
/// of the rule: values and second derivatives in x.
struct Clamped {
  std::vector<std::vector<double>> value, second;
};

Clamped clamped_functions(const Rule& rule, int count) {
  Clamped out;
  for (int i = 0; i < count; ++i) {
    std::vector<double> value, second;
    for (const double x : rule.at) {
      double p = 1, slope = 0, curve = 0, before = 0, slope_before = 0, curve_before = 0;
      for (int l = 1; l <= i; ++l) {
        const double a = (2.0 * l - 1) / l, b = (l - 1.0) / l;
        const double next = a * x * p - b * before;
        const double slope_next = a * (p + x * slope) - b * slope_before;
        const double curve_next = a * (2 * slope + x * curve) - b * curve_before;
        before = p, slope_before = slope, curve_before = curve;
        p = next, slope = slope_next, curve = curve_next;
      }
      const double w = (1 - x * x) * (1 - x * x), w1 = -4 * x * (1 - x * x), w2 = 12 * x * x - 4;
      value.push_back(w * p), second.push_back(w2 * p + 2 * w1 * slope + w * curve);
    }
    double norm = 0;
    for (std::size_t j = 0; j < value.size(); ++j) norm += rule.weight[j] * value[j] * value[j];
    for (double& v : value) v /= std::sqrt(norm);
    for (double& v : second) v /= std::sqrt(norm);
    out.value.push_back(value), out.second.push_back(second);
  }
  return out;
}

std::vector<double> products(const Rule& rule, const std::vector<std::vector<double>>& a,
                             const std::vector<std::vector<double>>& b) {
  std::vector<double> out;
  for (const auto& row : a)
    for (const auto& column : b) {
      double sum = 0;
      for (std::size_t j = 0; j < row.size(); ++j) sum += rule.weight[j] * row[j] * column[j];
      out.push_back(sum);
    }
  return out;
}

}  // namespace

double VonKarmanModes::shape(std::size_t mode, double x, double y) const {
  const Bending& b = bending[mode];
  return 2 / std::sqrt(plate.density * plate.thickness * plate.length * plate.width) *
         std::sin(b.m * kPi * x / plate.length) * std::sin(b.n * kPi * y / plate.width);
}

VonKarmanModes von_karman_modes(const PlateDesign& plate, int bending, int stress) {
  const double a = plate.length, b = plate.width, h = plate.thickness;
  if (!(a > 0 && b > 0 && h > 0 && plate.young > 0 && plate.density > 0 && plate.poisson >= 0 &&
        plate.poisson < 0.5) ||
      bending < 1 || stress < 1 || bending > 1000 || stress > 400)
    fail("von Karman plate: expected sizes and material > 0, 1 to 1000 modes, 1 to 400 of stress");
  VonKarmanModes out;
  out.plate = plate;
  const double rigidity = plate.young * h * h * h / (12 * (1 - plate.poisson * plate.poisson));
  const int most = 2 * static_cast<int>(std::sqrt(bending)) + 8;
  for (int m = 1; m <= most; ++m)
    for (int n = 1; n <= most; ++n)
      out.bending.push_back({m, n,
                             kPi * kPi * (m * m / (a * a) + n * n / (b * b)) *
                                 std::sqrt(rigidity / (plate.density * h))});
  std::stable_sort(out.bending.begin(), out.bending.end(),
                   [](const auto& x, const auto& y) { return x.omega < y.omega * (1 - 1e-12); });
  out.bending.resize(static_cast<std::size_t>(bending));

  // Stress functions: Ritz, with products of functions of either side.
  const Rule rule = gauss_legendre(kAlongSide);
  const int side = static_cast<int>(std::ceil(std::sqrt(stress))) + 8, size = side * side;
  const Clamped f = clamped_functions(rule, side);
  const std::vector<double> mass = products(rule, f.value, f.value),
                            stiff = products(rule, f.second, f.second),
                            mixed = products(rule, f.value, f.second);
  std::vector<double> k(static_cast<std::size_t>(size) * size), m(k.size()), z(size);
  const double x2 = 4 / (a * a), y2 = 4 / (b * b);
  for (int i = 0; i < size; ++i)
    for (int j = 0; j < size; ++j) {
      const int ix = i / side, iy = i % side, jx = j / side, jy = j % side;
      const auto at = [&](const std::vector<double>& table, int p, int q) {
        return table[static_cast<std::size_t>(p) * side + q];
      };
      const std::size_t place = static_cast<std::size_t>(j) * size + i;
      m[place] = at(mass, ix, jx) * at(mass, iy, jy);
      k[place] = x2 * x2 * at(stiff, ix, jx) * at(mass, iy, jy) +
                 y2 * y2 * at(mass, ix, jx) * at(stiff, iy, jy) +
                 2 * x2 * y2 * at(mixed, ix, jx) * at(mixed, iy, jy);
    }
  if (LAPACKE_dsygvd(LAPACK_COL_MAJOR, 1, 'V', 'L', size, k.data(), size, m.data(), size,
                     z.data()) != 0)
    fail("von Karman plate: its stress functions cannot be found");

  // On the grid of points: Psi, and sines with their derivatives.
  const std::size_t grid = kAlongSide * kAlongSide, modes = out.bending.size();
  const double cell = a * b / 4, scale = 2 / std::sqrt(plate.density * h * a * b);
  std::vector<std::vector<double>> psi(static_cast<std::size_t>(stress));
  for (int s = 0; s < stress; ++s) {
    out.stress.push_back(plate.young * h / (2 * z[s]));
    psi[s].assign(grid, 0.0);
    for (int i = 0; i < size; ++i) {
      const double c = k[static_cast<std::size_t>(s) * size + i] / std::sqrt(cell);
      for (int p = 0; p < kAlongSide; ++p)
        for (int q = 0; q < kAlongSide; ++q)
          psi[s][static_cast<std::size_t>(p) * kAlongSide + q] +=
              c * f.value[i / side][p] * f.value[i % side][q];
    }
    for (int p = 0; p < kAlongSide; ++p)
      for (int q = 0; q < kAlongSide; ++q)
        psi[s][static_cast<std::size_t>(p) * kAlongSide + q] *=
            cell * rule.weight[p] * rule.weight[q];
  }
  struct Sines {
    std::vector<double> xx, yy, xy;
  };
  std::vector<Sines> sines(modes);
  for (std::size_t s = 0; s < modes; ++s) {
    const double mx = out.bending[s].m * kPi / a, ny = out.bending[s].n * kPi / b;
    for (int p = 0; p < kAlongSide; ++p)
      for (int q = 0; q < kAlongSide; ++q) {
        const double x = 0.5 * a * (rule.at[p] + 1), y = 0.5 * b * (rule.at[q] + 1);
        const double both = scale * std::sin(mx * x) * std::sin(ny * y);
        sines[s].xx.push_back(-mx * mx * both), sines[s].yy.push_back(-ny * ny * both);
        sines[s].xy.push_back(scale * mx * ny * std::cos(mx * x) * std::cos(ny * y));
      }
  }
  out.coupling.assign(static_cast<std::size_t>(stress) * modes * modes, 0.0);
  std::vector<double> bracket(grid);
  for (std::size_t p = 0; p < modes; ++p)
    for (std::size_t q = p; q < modes; ++q) {
      const Sines &u = sines[p], &v = sines[q];
      for (std::size_t g = 0; g < grid; ++g)
        bracket[g] = u.xx[g] * v.yy[g] + u.yy[g] * v.xx[g] - 2 * u.xy[g] * v.xy[g];
      for (std::size_t s = 0; s < psi.size(); ++s) {
        double sum = 0;
        for (std::size_t g = 0; g < grid; ++g) sum += psi[s][g] * bracket[g];
        out.coupling[(s * modes + p) * modes + q] = out.coupling[(s * modes + q) * modes + p] = sum;
      }
    }
  return out;
}

}  // namespace peal

#include "physics/wave/multipole/spherical_harmonics.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/error.h"

namespace peal {
namespace {

void check_order(int order) {
  if (order < 0 || order > kMaxHarmonicOrder)
    fail("spherical harmonics: expected an order from 0 to {}, got {}", kMaxHarmonicOrder, order);
}

}  // namespace

void real_harmonics(int order, const Vec3& direction, std::span<double> out) {
  check_order(order);
  if (out.size() < harmonic_count(order))
    fail("spherical harmonics: {} values do not hold order {}", out.size(), order);
  fill_harmonics(order, direction, out.data());
}

void gauss_legendre(int n, std::vector<double>& nodes, std::vector<double>& weights) {
  if (n < 1 || n > 10000) fail("Gauss-Legendre rule: expected 1 to 10000 points, got {}", n);
  nodes.assign(n, 0);
  weights.assign(n, 0);
  for (int i = 0; i < (n + 1) / 2; ++i) {
    double x = std::cos(kPi * (i + 0.75) / (n + 0.5)), slope = 1;
    for (int turn = 0; turn < 20; ++turn) {
      double p = 1, before = 0;
      for (int l = 1; l <= n; ++l) {
        const double next = ((2.0 * l - 1) * x * p - (l - 1.0) * before) / l;
        before = p;
        p = next;
      }
      slope = n * (before - x * p) / (1 - x * x);
      const double step = p / slope;
      x -= step;
      if (std::abs(step) < 1e-15) break;
    }
    if (2 * i + 1 == n) x = 0;
    nodes[i] = -x;
    nodes[n - 1 - i] = x;
    weights[i] = weights[n - 1 - i] = 2 / ((1 - x * x) * slope * slope);
  }
}

ShellQuadrature::ShellQuadrature(int order, int max_m)
    : order_(order), max_m_(max_m < 0 ? order : std::min(order, max_m)) {
  check_order(order);
  // Eight points at least: a square grid adds a little of m +- 4 to every m.
  const std::size_t columns = order + 1, half = std::min(order + 1, std::max(max_m_ + 1, 4));
  points_ = 2 * half;
  std::vector<double> nodes, ring_weights;
  gauss_legendre(order + 1, nodes, ring_weights);
  const double arc = 2 * kPi / double(points_);
  cosines_.resize((half + 1) * columns);
  sines_.resize((half + 1) * columns);
  for (std::size_t j = 0; j <= half; ++j) {
    for (std::size_t m = 0; m < columns; ++m) {
      // The angle modulo a turn in whole numbers: exact for every m.
      cosines_[j * columns + m] = std::cos(arc * double(j * m % points_));
      sines_[j * columns + m] = std::sin(arc * double(j * m % points_));
    }
  }
  const std::size_t triangle = columns * (columns + 1) / 2;
  legendre_.resize(columns * triangle);
  for (std::size_t ring = 0; ring < columns; ++ring) {
    const double z = nodes[ring], s = std::sqrt((1 - z) * (1 + z));
    for (std::size_t j = 0; j < points_; ++j) {
      directions_.push_back({s * std::cos(arc * double(j)), s * std::sin(arc * double(j)), z});
      weights_.push_back(ring_weights[ring] * arc);
    }
    double sectoral = kFirstSectoral, power = 1;
    for (int m = 0; m <= order; ++m) {
      if (m > 0) {
        sectoral = next_sectoral(sectoral, m);
        power *= s;
      }
      const double factor = (m > 0 ? std::sqrt(2.0) : 1.0) * ring_weights[ring] * arc * power;
      legendre_column(order, m, sectoral, z, [&](int l, double value) {
        legendre_[ring * triangle + l * (l + 1) / 2 + m] = factor * value;
      });
    }
  }
}

template <class Real>
void ShellQuadrature::project_any(std::span<const Real> samples,
                                  std::span<double> coefficients) const {
  if (samples.size() != size() || coefficients.size() != harmonic_count(order_))
    fail("projection on the shell: expected {} samples and {} coefficients, got {} and {}", size(),
         harmonic_count(order_), samples.size(), coefficients.size());
  const std::size_t columns = order_ + 1, half = points_ / 2;
  const std::size_t triangle = columns * (columns + 1) / 2;
  const std::size_t kinds = max_m_ + 1;
  std::vector<double> even(kinds), odd(kinds);
  for (double& c : coefficients) c = 0;
  for (std::size_t ring = 0; ring < columns; ++ring) {
    const Real* f = samples.data() + ring * points_;
    const double start = f[0], middle = f[half];
    for (std::size_t m = 0; m < kinds; ++m) {
      even[m] = start + (m % 2 == 0 ? middle : -middle);
      odd[m] = 0;
    }
    for (std::size_t j = 1; j < half; ++j) {
      const double here = f[j], mirrored = f[points_ - j];
      const double sum = here + mirrored, difference = here - mirrored;
      const double *c = &cosines_[j * columns], *s = &sines_[j * columns];
      for (std::size_t m = 0; m < kinds; ++m) {
        even[m] += sum * c[m];
        odd[m] += difference * s[m];
      }
    }
    const double* p = &legendre_[ring * triangle];
    for (int l = 0; l <= order_; ++l) {
      double* out = &coefficients[harmonic_index(l, 0)];
      out[0] += p[0] * even[0];
      for (int m = 1; m <= std::min(l, max_m_); ++m) {
        out[m] += p[m] * even[m];
        out[-m] += p[m] * odd[m];
      }
      p += l + 1;
    }
  }
}

void ShellQuadrature::project(std::span<const double> samples,
                              std::span<double> coefficients) const {
  project_any(samples, coefficients);
}

void ShellQuadrature::project(std::span<const float> samples,
                              std::span<double> coefficients) const {
  project_any(samples, coefficients);
}

}  // namespace peal

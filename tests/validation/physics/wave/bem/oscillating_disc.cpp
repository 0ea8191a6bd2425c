#include "validation/physics/wave/bem/oscillating_disc.h"

#include <cmath>
#include <vector>

#include "base/constants.h"
#include "physics/wave/exact/radiating_sphere.h"

namespace peal::test {
namespace {

using Complex = std::complex<double>;

// Midpoint rule over [from, to] of (g/s - 1) j j' with weights; the substitutions make it smooth.
class Matrix {
 public:
  Matrix(double k, int n) : n_(n), m_(n * n) {
    std::vector<double> j(n);
    const auto add = [&](double s, Complex weight) {
      for (int a = 0; a < n; ++a) j[a] = spherical_bessel(2 * a + 1, s);
      for (int a = 0; a < n; ++a)
        for (int b = 0; b < n; ++b) m_[a * n + b] += weight * j[a] * j[b];
    };
    const int points = 600;
    for (int i = 0; i < points; ++i) {  // s = k sin t: g = -i k cos t
      const double t = (i + 0.5) * kPi / 2 / points, s = k * std::sin(t);
      const double ds = k * std::cos(t) * kPi / 2 / points;
      add(s, ds * Complex(-1, -k * std::cos(t) / s));
    }
    const double reach = 400, steps = 20000;  // the rest is O(k^2 / reach^3)
    const double end = std::sqrt(reach);
    for (int i = 0; i < steps; ++i) {  // s = k + t^2: the root at s = k becomes smooth
      const double t = (i + 0.5) * end / steps, s = k + t * t, ds = 2 * t * end / steps;
      const double g = std::sqrt(t * t * (s + k));
      add(s, ds * (g / s - 1));
    }
    for (int a = 0; a < n; ++a) m_[a * n + a] += kPi / 2 / (4 * a + 3);
  }
  std::vector<Complex> solve(std::vector<Complex> b) {
    for (int c = 0; c < n_; ++c) {  // diagonally dominant: no pivoting needed
      for (int r = c + 1; r < n_; ++r) {
        const Complex f = m_[r * n_ + c] / m_[c * n_ + c];
        for (int k = c; k < n_; ++k) m_[r * n_ + k] -= f * m_[c * n_ + k];
        b[r] -= f * b[c];
      }
    }
    for (int r = n_; r-- > 0;) {
      for (int k = r + 1; k < n_; ++k) b[r] -= m_[r * n_ + k] * b[k];
      b[r] /= m_[r * n_ + r];
    }
    return b;
  }

 private:
  int n_;
  std::vector<Complex> m_;
};

}  // namespace

Complex oscillating_disc_far_field(double ka, double cos_theta) {
  const int n = 6 + static_cast<int>(ka);
  std::vector<Complex> right(n);
  right[0] = Complex(0, -ka / 3);  // -i omega rho v / 3, in rho c v / a
  const auto b = Matrix(ka, n).solve(right);
  const double s = ka * std::sqrt(1 - cos_theta * cos_theta);
  Complex transform = 0;
  for (int i = 0; i < n; ++i)
    transform += b[i] * (s > 1e-9 ? spherical_bessel(2 * i + 1, s) / s : i == 0 ? 1.0 / 3 : 0.0);
  return Complex(0, -ka) * cos_theta * transform;
}

}  // namespace peal::test

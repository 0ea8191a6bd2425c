// Real orthonormal spherical harmonics and a quadrature on the sphere that separates them.
//   Y_lm = sqrt(2) P_l|m|(cos theta) sin(|m| phi)  m < 0
//          P_l0(cos theta)                         m = 0
//          sqrt(2) P_lm(cos theta) cos(m phi)      m > 0
// P normalised so that the integral of Y^2 over the sphere is 1, without the sign (-1)^m of Condon
// and Shortley: Y_1,-1, Y_10, Y_11 = sqrt(3/(4 pi)) times y, z, x.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "base/harmonics_kernel.h"
#include "base/vec.h"

namespace peal {

/// All Y_lm with l <= order at a unit vector; `out` holds harmonic_count(order) values. Smooth at
/// the poles. No allocation.
/// @throws Error when order is outside 0 .. kMaxHarmonicOrder or `out` is too short.
void real_harmonics(int order, const Vec3& direction, std::span<double> out);

/// Nodes in (-1, 1), ascending, and weights of the Gauss-Legendre rule, exact to degree 2n - 1.
void gauss_legendre(int n, std::vector<double>& nodes, std::vector<double>& weights);

/// order + 1 rings at Gauss-Legendre nodes of cos theta with 2 order + 2 points each: the integral
/// of a product of two harmonics with l <= order is exact.
class ShellQuadrature {
 public:
  /// @param max_m for fields that are known to have no |m| above it (bodies of revolution): fewer
  /// points on each ring, coefficients beyond it are zero. Negative: all.
  explicit ShellQuadrature(int order, int max_m = -1);

  int order() const { return order_; }
  std::size_t size() const { return directions_.size(); }
  /// Unit vectors, ring after ring from the south pole up, phi = 2 pi j / points_per_ring.
  const std::vector<Vec3>& directions() const { return directions_; }
  /// Solid angle of every point [sr]; they add up to 4 pi.
  const std::vector<double>& weights() const { return weights_; }
  std::size_t points_per_ring() const { return points_; }

  /// Values at the directions => coefficients, harmonic_count(order()) of them:
  /// c_lm = integral f Y_lm. One sum over phi and one over theta, about 2 order^3 products.
  void project(std::span<const double> samples, std::span<double> coefficients) const;
  void project(std::span<const float> samples, std::span<double> coefficients) const;

 private:
  template <class Real>
  void project_any(std::span<const Real> samples, std::span<double> coefficients) const;

  int order_ = 0;
  int max_m_ = 0;
  std::size_t points_ = 0;
  std::vector<Vec3> directions_;
  std::vector<double> weights_;
  std::vector<double> cosines_, sines_;  // [j][m] for half a ring: the other half is mirrored
  std::vector<double> legendre_;         // [ring][l (l + 1) / 2 + m], weight and sqrt(2) included
};

}  // namespace peal

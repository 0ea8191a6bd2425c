// The end of a sound that rings: a sum of damped oscillations, found in its last samples and
// continued from there. All coefficients share the oscillations (the air in a vessel has them,
// whoever listens); each has its own amplitudes.
//   x_c(n) = sum_k Re[A_kc e^{s_k n}],   Re s_k < 0
// Rates: eigenvalues of the shift by one delay within short histories of the strongest mixtures of
// coefficients (ESPRIT, Roy & Kailath 1989). Amplitudes: least squares.
// Enters: samples x coefficients. Leaves: the same, later; times in samples.
#pragma once
#include <complex>
#include <span>
#include <vector>

namespace peal {

class DampedTail {
 public:
  /// @param values samples x coefficients, at least six per period of what rings.
  /// @param most_rates of eigenvalues, two for each oscillation. Without anything that rings it is
  /// silent.
  DampedTail(std::span<const double> values, std::size_t coefficients, std::size_t most_rates);

  /// Fills samples from .. from + out.size() / coefficients, counted from the first that was
  /// fitted.
  void evaluate(std::size_t from, std::span<double> out) const;

  const std::vector<std::complex<double>>& rates() const { return rates_; }  // [1/sample], Im >= 0

 private:
  std::size_t coefficients_;
  std::vector<std::complex<double>> rates_;
  std::vector<double> amplitudes_;  // [2 k + 0, 1][coefficient]: of e^{Re s n} cos, sin (Im s n)
};

/// Mean power per sample by which the last third differs from what the first two thirds foretell.
double foretelling_error(std::span<const double> values, std::size_t coefficients,
                         std::size_t most_rates);

/// The strongest coefficients of samples x coefficients, at most `count`, strongest first.
std::vector<std::size_t> strongest_coefficients(std::span<const double> values,
                                                std::size_t coefficients, std::size_t count);

}  // namespace peal

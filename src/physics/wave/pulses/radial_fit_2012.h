// The least-squares system of Chadwick, Zheng & James 2012 for one direction, eqs. 20 to 25:
//   p(R_i, l dt) = sum_k q_k(l dt - R_i/c) / R_i^k,   q_k(t) = sum_j q_k^j psi(t - j dt; dt)
// solved by a truncated singular value decomposition, the same for all directions. Columns are
// scaled by R_1^k and singular values below `cut` times the largest are dropped; with a cut of 1e-6
// the nodes at both ends of the time axis blow up.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

namespace peal {

struct RadialFitSettings {
  std::vector<double> radii;      // [m] R_1 first, ascending
  int terms = 2;                  // N
  double step = 0;                // [s] dt
  double begin = 0, end = 0;      // [s] of t - R/c: samples are taken from here to here
  double speed_of_sound = 343.2;  // [m/s]
  double cut = 1e-2;
};

/// M radii from inner to outer, each the same factor larger than the one before.
std::vector<double> radii_2012(double inner, double outer, int count = 5);

class RadialFit2012 {
 public:
  static constexpr std::size_t kMaxEntries = 60'000'000;  // of the matrix: 0.5 GB of doubles

  /// @throws Error for settings that make no sense or a system above kMaxEntries.
  explicit RadialFit2012(RadialFitSettings settings);

  const RadialFitSettings& settings() const { return settings_; }
  /// Samples at radius i: times (first_sample(i) + n) * step, n < sample_count(i) [s].
  long first_sample(std::size_t i) const { return first_[i]; }
  std::size_t sample_count(std::size_t i) const { return count_[i]; }
  /// Samples of all radii, one radius after the other.
  std::size_t rows() const { return rows_; }
  /// q_k lives on the nodes (first_node() + j) * step, j < nodes().
  long first_node() const { return first_node_; }
  std::size_t nodes() const { return nodes_; }
  std::size_t columns() const { return nodes_ * std::size_t(settings_.terms); }
  std::size_t rank() const { return rank_; }

  /// Pressures (rows() values per direction) => q_k^j / R_1^k [Pa], columns() values per direction,
  /// nodes of term 1 first.
  std::vector<double> solve(std::span<const double> pressures) const;

  /// sum_k q_k(t - r/c) / r^k for one direction's solution [Pa].
  template <class Real>
  double pressure(std::span<const Real> solution, double r, double t) const noexcept;

 private:
  RadialFitSettings settings_;
  std::vector<long> first_;
  std::vector<std::size_t> count_;
  long first_node_ = 0;
  std::size_t nodes_ = 0, rows_ = 0, rank_ = 0;
  std::vector<double> left_;   // U^T / sigma, rank x rows
  std::vector<double> right_;  // V, columns x rank
};

}  // namespace peal

// Block Lanczos with full reorthogonalisation on (K - shift M)^-1 M. Internal to
// src/physics/elastic. Blocks, because bodies with symmetry have multiple frequencies (a ball: five
// at a time), which a single vector finds only through rounding errors, and because one pass over
// the factors then serves several right-hand sides. Golub and Underwood 1977; Grimes, Lewis and
// Simon 1994.
#pragma once
#include <Eigen/Dense>
#include <functional>
#include <utility>

#include "physics/elastic/sparse_system.h"
#include "physics/elastic/symmetric_solver.h"

namespace peal {

class BlockLanczos {
 public:
  /// `solver` holds the factors of K - shift M, positive definite. `locked` are M-orthonormal
  /// columns (rigid modes) that the search stays orthogonal to.
  BlockLanczos(const SparseSystem& system, SymmetricSolver& solver, double shift,
               const Eigen::MatrixXd& locked);

  /// Told after every step how many vectors the basis has, and how many it is expected to need.
  void watch(std::function<void(double, double)> tell) { tell_ = std::move(tell); }
  /// Enlarges the basis until the lowest `wanted` pairs have converged.
  void find(int wanted);
  /// Enlarges the basis by a few blocks, so that a pair that was overlooked can enter.
  void extend();

  /// The lowest vectors as M-orthonormal columns; their eigenvalues are the Rayleigh quotients.
  Eigen::MatrixXd vectors(int wanted) const;

 private:
  using Block = Eigen::MatrixXd;
  bool exhausted() const { return size_ >= capacity_; }
  void step();
  int converged(int wanted);
  Eigen::MatrixXd make_orthogonal(Block& w, Eigen::Index recent) const;
  Block normalise(Block& w, double shortest);
  void append(Block fresh, double shortest);
  Block random_block(Eigen::Index columns);
  Block times_mass(const Block& x) const;

  const SparseSystem& system_;
  SymmetricSolver& solver_;
  double shift_;
  const Eigen::MatrixXd& locked_;
  Eigen::Index capacity_;         // largest possible basis
  Eigen::Index size_ = 0;         // columns of the basis whose image is in projected_
  Eigen::MatrixXd basis_;         // Q, M-orthonormal, size_ columns and then the next block
  Eigen::Index next_ = 0;         // columns of the next block
  Block next_mass_;               // M times the next block
  Eigen::MatrixXd projected_;     // Q^T M A Q
  Eigen::MatrixXd coupling_;      // next block's share of A times the last block
  Eigen::VectorXd theta_;         // 1 / (lambda - shift), descending
  Eigen::MatrixXd coefficients_;  // Ritz vectors in the basis
  std::function<void(double, double)> tell_;
  unsigned long long random_ = 0x9E3779B97F4A7C15u;
};

}  // namespace peal

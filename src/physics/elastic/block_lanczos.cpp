#include "physics/elastic/block_lanczos.h"

#include <cblas.h>
#include <lapacke.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/interrupt.h"

namespace peal {
namespace {

constexpr Eigen::Index kBlock = 8;
constexpr double kTolerance = 1e-8;  // of |A x - theta x| / theta in the M-norm

int as_int(Eigen::Index i) { return static_cast<int>(i); }

/// Columns [first, first + count) of a tall matrix.
struct Columns {
  const Eigen::MatrixXd& matrix;
  Eigen::Index first, count;
  const double* data() const { return matrix.data() + first * matrix.rows(); }
};

/// A^T B
Eigen::MatrixXd tall_product(const Columns& a, const Eigen::MatrixXd& b) {
  Eigen::MatrixXd c(a.count, b.cols());
  if (c.size() == 0) return c;
  const int rows = as_int(b.rows());
  cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, as_int(a.count), as_int(b.cols()), rows, 1.0,
              a.data(), rows, b.data(), rows, 0.0, c.data(), as_int(a.count));
  return c;
}

/// Y += factor A C
void add_product(const Columns& a, const Eigen::MatrixXd& c, double factor, Eigen::MatrixXd& y) {
  if (c.size() == 0) return;
  const int rows = as_int(y.rows());
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, rows, as_int(c.cols()), as_int(a.count),
              factor, a.data(), rows, c.data(), as_int(c.rows()), 1.0, y.data(), rows);
}

/// Of a symmetric matrix, which its eigenvectors replace; ascending. Divide and conquer: a seventh
/// of the time of QR steps on the whole basis.
Eigen::VectorXd eigenvalues_and_vectors(Eigen::MatrixXd& matrix) {
  const int size = as_int(matrix.rows());
  Eigen::VectorXd values(size);
  if (LAPACKE_dsyevd(LAPACK_COL_MAJOR, 'V', 'L', size, matrix.data(), size, values.data()) != 0)
    fail("the eigenvalue search of {} vectors did not converge; use a finer mesh", size);
  return values;
}

}  // namespace

BlockLanczos::BlockLanczos(const SparseSystem& system, SymmetricSolver& solver, double shift,
                           const Eigen::MatrixXd& locked)
    : system_(system),
      solver_(solver),
      shift_(shift),
      locked_(locked),
      capacity_(system.unknowns() - locked.cols()) {
  Block start = random_block(std::min(kBlock, capacity_));
  make_orthogonal(start, 0);
  append(std::move(start), 0);
}

BlockLanczos::Block BlockLanczos::times_mass(const Block& x) const {
  Block y(x.rows(), x.cols());
  system_.times_mass(x.data(), y.data(), as_int(x.cols()));
  return y;
}

/// The same numbers in (-1, 1) on every machine; no symmetry of a mesh survives in them.
BlockLanczos::Block BlockLanczos::random_block(Eigen::Index columns) {
  Block block(system_.unknowns(), columns);
  for (Eigen::Index i = 0; i < block.size(); ++i) {
    random_ = random_ * 6364136223846793005u + 1442695040888963407u;
    block.data()[i] = static_cast<double>(random_ >> 11) * 0x1p-52 - 1;
  }
  return block;
}

/// w -= Q Q^T M w; returns Q^T M w. The first pass takes the last `recent` columns of the basis,
/// which in exact arithmetic hold everything; the second takes them all ("twice is enough").
Eigen::MatrixXd BlockLanczos::make_orthogonal(Block& w, Eigen::Index recent) const {
  const Eigen::Index used = size_ + next_;
  const Columns locked{locked_, 0, locked_.cols()};
  Eigen::MatrixXd total = Eigen::MatrixXd::Zero(used, w.cols());
  for (const Eigen::Index count : {std::min(recent, used), used}) {
    const Block m_w = times_mass(w);
    const Columns columns{basis_, used - count, count};
    const Eigen::MatrixXd along = tall_product(columns, m_w);
    add_product(locked, tall_product(locked, m_w), -1, w);
    add_product(columns, along, -1, w);
    total.bottomRows(count) += along;
  }
  return total;
}

/// Makes the columns of w M-orthonormal among themselves; returns M w. A column shorter than
/// `shortest` brought nothing new (an invariant subspace was found): a fresh direction replaces it.
BlockLanczos::Block BlockLanczos::normalise(Block& w, double shortest) {
  Block m_w = times_mass(w);
  const auto shorten = [&](Eigen::Index c) {
    for (int pass = 0; pass < 2; ++pass) {
      const Eigen::VectorXd along = m_w.leftCols(c).transpose() * w.col(c);
      w.col(c) -= w.leftCols(c) * along;
      m_w.col(c) -= m_w.leftCols(c) * along;
    }
    return std::sqrt(w.col(c).dot(m_w.col(c)));
  };
  for (Eigen::Index c = 0; c < w.cols(); ++c) {
    double length = shorten(c);
    if (!(length > shortest)) {
      Block fresh = random_block(1);
      make_orthogonal(fresh, size_);
      w.col(c) = fresh;
      m_w.col(c) = times_mass(fresh);
      length = shorten(c);
    }
    w.col(c) /= length;
    m_w.col(c) /= length;
  }
  return m_w;
}

void BlockLanczos::append(Block fresh, double shortest) {
  next_ = 0;
  next_mass_ = normalise(fresh, shortest);
  next_ = fresh.cols();
  if (basis_.cols() < size_ + next_)
    basis_.conservativeResize(fresh.rows(), std::min(capacity_, 3 * size_ / 2 + 6 * kBlock));
  basis_.middleCols(size_, next_) = fresh;
}

void BlockLanczos::step() {
  throw_if_interrupted();  // many modes take minutes
  // A times the last block, split into what the basis already holds and a new block.
  Block w = next_mass_;
  solver_.solve(w.data(), as_int(w.cols()));
  const Eigen::MatrixXd along = make_orthogonal(w, 2 * kBlock);

  const Eigen::Index old = size_;
  size_ += next_;
  projected_.conservativeResize(size_, size_);
  projected_.rightCols(next_) = along;
  projected_.bottomLeftCorner(next_, old) = along.topRows(old).transpose();
  append(w.leftCols(std::min(w.cols(), capacity_ - size_)),
         1e-13 * projected_.cwiseAbs().maxCoeff());
  coupling_ = next_mass_.transpose() * w;
}

/// Ritz pairs of the present basis; how many of the leading `wanted` have converged.
int BlockLanczos::converged(int wanted) {
  coefficients_ = 0.5 * (projected_ + projected_.transpose());
  theta_ = eigenvalues_and_vectors(coefficients_).reverse();
  coefficients_.rowwise().reverseInPlace();
  if (theta_.size() < wanted) return 0;
  if (exhausted()) return wanted;
  const Eigen::Index last = coupling_.cols();
  int good = 0;
  while (good < wanted &&
         (coupling_ * coefficients_.col(good).tail(last)).norm() < kTolerance * theta_[good])
    ++good;
  return good;
}

void BlockLanczos::find(int wanted) {
  // Solving the projected problem costs its size cubed: look only when the basis has grown by 15 %.
  Eigen::Index look = wanted + wanted / 2 + 2 * kBlock;
  const Eigen::Index usual = 2 * wanted + wanted / 5 + 9 * kBlock;  // as solve_cost.cpp counts
  for (;;) {
    while (size_ < look && !exhausted()) {
      step();
      if (tell_) tell_(static_cast<double>(size_), static_cast<double>(std::max(look, usual)));
    }
    if (converged(wanted) == wanted) return;
    if (exhausted()) fail("the mesh is too coarse for {} modes; use a finer mesh", wanted);
    look = size_ + std::max(kBlock, size_ * 15 / 100);
  }
}

void BlockLanczos::extend() {
  for (int i = 0; i < 3 && !exhausted(); ++i) step();
}

Eigen::MatrixXd BlockLanczos::vectors(int wanted) const {
  Block x = Block::Zero(basis_.rows(), wanted);
  add_product({basis_, 0, size_}, coefficients_.leftCols(wanted), 1, x);
  // One more inverse iteration: shrinks what is left of a mode at lambda_high by lambda /
  // lambda_high, the part that a residual in K punishes most.
  Block y = times_mass(x);
  solver_.solve(y.data(), wanted);
  for (int i = 0; i < wanted; ++i) y.col(i) /= theta_[i];
  return y;
}

}  // namespace peal

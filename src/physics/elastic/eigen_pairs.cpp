#include "physics/elastic/eigen_pairs.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/constants.h"
#include "base/error.h"
#include "base/work_shares.h"
#include "physics/elastic/block_lanczos.h"
#include "physics/elastic/solve_cost.h"
#include "physics/elastic/symmetric_solver.h"

namespace peal {
namespace {

class Search {
 public:
  Search(const SparseSystem& system, const Eigen::MatrixXd& rigid)
      : system_(system),
        rigid_(static_cast<int>(rigid.cols())),
        solver_(static_cast<int>(system.unknowns()), system.stiffness.outerIndexPtr(),
                system.stiffness.innerIndexPtr(), 3) {}

  SymmetricSolver& solver() { return solver_; }
  SolveCost cost() const {
    return {static_cast<int>(system_.unknowns()), solver_.estimated_flops(),
            solver_.estimated_entries()};
  }

  /// Sylvester: the negative pivots of K - lambda M are the eigenvalues below lambda.
  int count_below(double lambda) {
    solver_.factor(system_.shifted_values(lambda));
    return solver_.negative_pivots() - (lambda > 0 ? rigid_ : 0);
  }

  /// True when `pairs` holds all there are: below `limit`, or up to its last gap when truncated.
  bool complete(const EigenPairs& pairs, double limit, bool truncated) {
    const auto& lambda = pairs.lambda;
    constexpr double kSlack = 1e-7;  // rounding of a pair that lies on the limit itself
    if (!truncated) {
      const auto below = [&](double l) {
        return std::lower_bound(lambda.begin(), lambda.end(), l) - lambda.begin();
      };
      return below(limit * (1 - kSlack)) <= pairs.count_below_limit &&
             below(limit * (1 + kSlack)) >= pairs.count_below_limit;
    }
    for (std::size_t i = lambda.size() - 1; i > 0; --i)
      if (lambda[i] - lambda[i - 1] > kSlack * lambda[i])
        return count_below(0.5 * (lambda[i] + lambda[i - 1])) == static_cast<int>(i);
    return count_below(lambda[0] * (1 - kSlack)) == 0;
  }

 private:
  const SparseSystem& system_;
  int rigid_;
  SymmetricSolver solver_;
};

/// Rayleigh quotients: lambda = 1 / theta + shift loses digits where lambda is small beside the
/// shift.
void read_pairs(const SparseSystem& system, const Eigen::MatrixXd& vectors, EigenPairs& pairs) {
  const Eigen::Index count = vectors.cols();
  std::vector<double> quotients(count);
  Eigen::VectorXd k_phi(vectors.rows()), m_phi(vectors.rows());
  for (Eigen::Index i = 0; i < count; ++i) {
    system.times_stiffness(vectors.col(i).data(), k_phi.data());
    system.times_mass(vectors.col(i).data(), m_phi.data());
    quotients[i] = vectors.col(i).dot(k_phi) / vectors.col(i).dot(m_phi);
  }
  std::vector<Eigen::Index> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](auto a, auto b) { return quotients[a] < quotients[b]; });
  pairs.lambda.resize(count);
  pairs.phi.resize(vectors.rows(), count);
  for (Eigen::Index i = 0; i < count; ++i) {
    pairs.lambda[i] = quotients[order[i]];
    pairs.phi.col(i) = vectors.col(order[i]);
  }
}

}  // namespace

EigenPairs lowest_pairs(const SparseSystem& system, const Eigen::MatrixXd& rigid, double shift,
                        double limit, int most, const SearchTelling& telling) {
  const double shown_hertz = telling.shown_hertz;
  Search search(system, rigid);
  EigenPairs pairs;
  pairs.count_below_limit = search.count_below(limit);
  if (pairs.count_below_limit < 0)
    fail(
        "only {} modes below {:.6g} Hz, but a free body has six rigid ones: the mesh is degenerate",
        pairs.count_below_limit + rigid.cols(), shown_hertz * std::sqrt(limit) / (2 * kPi));
  const bool truncated = pairs.count_below_limit > most;
  const int wanted = std::clamp(pairs.count_below_limit, 1, most);

  const SolveCost cost = search.cost();
  // To come: the factors of the shift, the search, the pairs read from it, the proof that none is
  // missing; and who asked looks at each pair once more.
  const double factor = cost.factor_seconds(), each = cost.product_seconds(wanted);
  const std::vector<double> to_come{factor, cost.lanczos_seconds(wanted), each,
                                    truncated ? factor : 0, each};
  const double passed = cost.assembly_seconds() + factor;
  const double counted = passed / std::accumulate(to_come.begin(), to_come.end(), passed);
  WorkShares shares(to_come, [&](double part) {
    if (telling.watch) telling.watch(counted + (1 - counted) * part);
  });
  if (telling.watch) telling.watch(counted);
  if (const int negative = search.count_below(shift); negative != 0)
    fail("the stiffness matrix has {} negative eigenvalues: the mesh or material is not physical",
         negative);
  shares.set(0, 1);
  BlockLanczos lanczos(system, search.solver(), shift, rigid);
  lanczos.watch([&](double basis, double expected) {
    const double whole = cost.basis_seconds(expected) + cost.last_solve_seconds(wanted);
    shares.set(1, cost.basis_seconds(basis) / whole);
  });
  constexpr int kAttempts = 4;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    lanczos.find(wanted);
    {
      const Eigen::MatrixXd vectors = lanczos.vectors(wanted);
      shares.set(1, 1);
      read_pairs(system, vectors, pairs);
      shares.set(2, 1);
    }
    if (search.complete(pairs, limit, truncated)) {
      shares.set(3, 1);
      return pairs;
    }
    if (truncated) search.count_below(shift);  // brings the factors of the shift back
    lanczos.extend();
  }
  fail(
      "the eigenvalue search lost modes: {} exist below {:.6g} Hz, but {} attempts did not find "
      "them "
      "all; try a slightly different max_frequency or a finer mesh",
      pairs.count_below_limit, shown_hertz * std::sqrt(limit) / (2 * kPi), kAttempts);
}

}  // namespace peal

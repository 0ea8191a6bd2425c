// Lowest elastic eigenpairs of K phi = lambda M phi, with a proof that none is missing. Internal to
// src/physics/elastic.
#pragma once
#include <Eigen/Dense>
#include <vector>

#include "physics/elastic/sparse_system.h"

namespace peal {

struct EigenPairs {
  std::vector<double> lambda;  // [rad^2/s^2] ascending
  Eigen::MatrixXd phi;         // columns, M-orthonormal
  int count_below_limit = 0;   // by inertia, rigid ones not counted
};

/// All pairs below `limit` [rad^2/s^2] but at most `most`; the lowest one when there is none.
/// `shift` < 0 makes K - shift M positive definite even for a free body. `rigid` are its
/// M-orthonormal rigid modes (no columns when it is held), which are kept out of the result.
/// `shown_hertz` multiplies frequencies in messages.
EigenPairs lowest_pairs(const SparseSystem& system, const Eigen::MatrixXd& rigid, double shift,
                        double limit, int most, double shown_hertz = 1);

}  // namespace peal

// Lowest elastic eigenpairs of K phi = lambda M phi, with a proof that none is missing. Internal to
// src/physics/elastic.
#pragma once
#include <Eigen/Dense>
#include <functional>
#include <vector>

#include "physics/elastic/sparse_system.h"

namespace peal {

struct EigenPairs {
  std::vector<double> lambda;  // [rad^2/s^2] ascending
  Eigen::MatrixXd phi;         // columns, M-orthonormal
  int count_below_limit = 0;   // by inertia, rigid ones not counted
};

/// What a search says while it runs and when it fails.
struct SearchTelling {
  double shown_hertz = 1;                  // multiplies frequencies in messages
  std::function<void(double)> watch = {};  // told the part of the time that has passed
};

/// All pairs below `limit` [rad^2/s^2] but at most `most`; the lowest one when there is none.
/// `shift` < 0 makes K - shift M positive definite even for a free body. `rigid` are its
/// M-orthonormal rigid modes (no columns when it is held), which are kept out of the result.
EigenPairs lowest_pairs(const SparseSystem& system, const Eigen::MatrixXd& rigid, double shift,
                        double limit, int most, const SearchTelling& telling = {});

}  // namespace peal

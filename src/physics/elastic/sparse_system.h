// Sparse K and M of a whole body. Internal to src/physics/elastic: the only header here that shows
// Eigen. M is stored once per node pair, because it is the same for x, y and z.
#pragma once
#include <Eigen/SparseCore>
#include <vector>

#include "physics/elastic/materials/material.h"
#include "physics/geometry/solid_mesh.h"

namespace peal {

struct SparseSystem {
  std::vector<int> free_nodes;            // mesh nodes that can move; unknown 3 a + i moves node a
  Eigen::SparseMatrix<double> stiffness;  // lower triangle, 3n x 3n [N/m]
  Eigen::SparseMatrix<double> mass;       // lower triangle, n x n [kg]

  Eigen::Index unknowns() const { return stiffness.rows(); }
  void times_stiffness(const double* x, double* y) const;
  /// `columns` vectors stored one after the other; one pass over M serves all.
  void times_mass(const double* x, double* y, int columns = 1) const;
  /// Values of the lower triangle of K - shift M, in the order of stiffness.valuePtr().
  std::vector<double> shifted_values(double shift) const;
};

/// Which entries there are; all of them zero. `fixed[n]` is true for nodes that do not move.
SparseSystem sparsity(const SolidMesh& mesh, const std::vector<bool>& fixed);
/// `fixed[n]` is true for nodes that do not move. @param grain along it; zero: there is none.
SparseSystem assemble(const SolidMesh& mesh, const Material& material,
                      const std::vector<bool>& fixed, const Vec3& grain = {});

}  // namespace peal

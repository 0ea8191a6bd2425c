#include "physics/elastic/solve_cost.h"

#include <cmath>

#include "physics/elastic/sparse_system.h"
#include "physics/elastic/symmetric_solver.h"

namespace peal {

SolveCost solve_cost(const SolidMesh& mesh) {
  const SparseSystem pattern = sparsity(mesh, std::vector<bool>(mesh.nodes.size(), false));
  const SymmetricSolver solver(static_cast<int>(pattern.unknowns()),
                               pattern.stiffness.outerIndexPtr(), pattern.stiffness.innerIndexPtr(),
                               3);
  return {static_cast<int>(pattern.unknowns()), solver.estimated_flops(),
          solver.estimated_entries()};
}

// Two to three factorisations; Lanczos needs about 2.2 vectors per mode and 72 more, and a last
// solve of each mode, many at once: four flops per stored number, bound by memory unless the
// factors fit into the cache; the orthogonalisation of each vector against those before it; and the
// projected problem, solved at each of some five looks at the growing basis.
// Then frequencies and residuals, from products of the matrices with each mode.
double SolveCost::seconds(int modes) const {
  return 2.5 * factor_seconds() + lanczos_seconds(modes) + 2 * product_seconds(modes) +
         2 * assembly_seconds();
}

double SolveCost::factor_seconds() const { return factor_flops / 20e9; }

double SolveCost::assembly_seconds() const { return 1.2e-5 * unknowns; }

double SolveCost::lanczos_seconds(int modes) const {
  return basis_seconds(2.2 * modes + 72) + last_solve_seconds(modes);
}

double SolveCost::basis_seconds(double vectors) const {
  return vectors * solve_seconds() + 4 * unknowns * vectors * vectors / 25e9 +
         6e-10 * vectors * vectors * vectors;
}

double SolveCost::last_solve_seconds(int modes) const { return 0.4 * modes * solve_seconds(); }

double SolveCost::solve_seconds() const {
  constexpr double kInCache = 2e7;  // numbers
  const double flops = 4e9 * (1 + 2 / (1 + std::pow(factor_entries / kInCache, 2)));
  return 4 * factor_entries / flops;
}

double SolveCost::product_seconds(int modes) const { return 1.3e-7 * unknowns * modes; }

double SolveCost::bytes(int modes) const {
  return 8 * (1.5 * factor_entries + 3.0 * unknowns * modes);
}

}  // namespace peal

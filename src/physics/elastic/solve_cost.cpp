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

// Two to three factorisations; Lanczos needs about 2.2 vectors per mode and a last solve of each
// mode: four flops per stored number, bound by memory unless the factors fit into the cache; and
// the orthogonalisation of each vector against those before it.
double SolveCost::seconds(int modes) const {
  return 2.5 * factor_seconds() + lanczos_seconds(modes) + 3e-5 * unknowns;
}

double SolveCost::factor_seconds() const { return factor_flops / 20e9; }

double SolveCost::lanczos_seconds(int modes) const {
  constexpr double kInCache = 2e7;  // numbers
  const double basis = 2.2 * modes + 24;
  const double flops = 4e9 * (1 + 2 / (1 + std::pow(factor_entries / kInCache, 2)));
  return (basis + modes) * 4 * factor_entries / flops + 4 * unknowns * basis * basis / 25e9;
}

double SolveCost::bytes(int modes) const {
  return 8 * (1.5 * factor_entries + 3.0 * unknowns * modes);
}

}  // namespace peal

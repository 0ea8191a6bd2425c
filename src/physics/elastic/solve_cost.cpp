#include "physics/elastic/solve_cost.h"

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

// Two to three factorisations; Lanczos needs about 1.8 vectors per mode, each one solve (four flops
// per stored number, bound by memory) and the orthogonalisation against those before it.
double SolveCost::seconds(int modes) const {
  return 2.5 * factor_seconds() + lanczos_seconds(modes) + 3e-5 * unknowns;
}

double SolveCost::factor_seconds() const { return factor_flops / 10e9; }

double SolveCost::lanczos_seconds(int modes) const {
  const double vectors = 1.8 * modes + 24;
  return vectors * 4 * factor_entries / 4e9 + 4 * unknowns * vectors * vectors / 8e9;
}

double SolveCost::bytes(int modes) const {
  return 8 * (1.5 * factor_entries + 3.0 * unknowns * modes);
}

}  // namespace peal

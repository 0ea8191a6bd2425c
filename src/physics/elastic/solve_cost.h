// What the modal analysis of a mesh will cost, asked of the solver's own ordering: seconds instead
// of minutes to find out.
#pragma once
#include "physics/geometry/solid_mesh.h"

namespace peal {

struct SolveCost {
  int unknowns = 0;
  double factor_flops = 0;    // of one factorisation
  double factor_entries = 0;  // numbers kept
  /// [s] and [bytes] for `modes` modes on one core of a few years ago (20 GFLOP/s in the factors);
  /// within a factor of two on most machines.
  double seconds(int modes) const;
  double factor_seconds() const;    // of one factorisation
  double assembly_seconds() const;  // and ordering
  double lanczos_seconds(int modes) const;
  double basis_seconds(double vectors) const;  // until Lanczos' basis has so many
  double last_solve_seconds(int modes) const;  // of each mode found, many at once
  double product_seconds(int modes) const;     // of the matrices with each mode, once
  double bytes(int modes) const;

 private:
  double solve_seconds() const;  // of one vector among several, with the factors
};

SolveCost solve_cost(const SolidMesh& mesh);

}  // namespace peal

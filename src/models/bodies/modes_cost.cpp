#include "models/bodies/modes_cost.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/error.h"
#include "models/bodies/contact_modes.h"
#include "physics/elastic/solve_cost.h"

namespace peal {
namespace {

constexpr double kFewestModes = 20;

}  // namespace

// Generated shapes are meshed in no time; the size of imported ones is what the level asks for
// (docs/quality.md). Sparse factors of walls and lumps with n unknowns: about 8 n^2 operations and
// 2 n^1.5 numbers (a mug of 121,000 unknowns: 1.2e11 and 8.5e7; a table top of 25,000: 2.7e9 and
// 6.8e6).
double modes_cost(const BodyModesRequest& request) {
  double nodes = request.level == MeshLevel::draft    ? 1e4
                 : request.level == MeshLevel::normal ? 2e4
                                                      : 5e4;
  if (!std::holds_alternative<MeshShape>(request.shape)) {
    try {
      nodes = static_cast<double>(unit_mesh(request.shape, request.level).nodes.size());
    } catch (const Error&) {  // it will be said when the modes are asked for
      return 0;
    }
  }
  const double n = 3 * nodes;
  const SolveCost cost{static_cast<int>(n), 8 * n * n, 2 * n * std::sqrt(n)};
  return cost.seconds(
      static_cast<int>(std::clamp(expected_modes(request, contact_frequency(request)), kFewestModes,
                                  static_cast<double>(request.max_modes))));
}

}  // namespace peal

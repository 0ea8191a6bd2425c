#include "models/bodies/modes_cost.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "models/bodies/body_geometry.h"

namespace peal {
namespace {

constexpr int kUsualModes = 60;  // below 20 kHz, of things that are held in a hand

}  // namespace

// Generated shapes are meshed in no time; the size of imported ones is what the level asks for
// (docs/quality.md). Of sparse direct solvers in three dimensions: work as unknowns^1.5, and what
// follows the factorisation as unknowns times modes.
double modes_cost(const BodyModesRequest& request) {
  double nodes = request.level == MeshLevel::draft    ? 1e4
                 : request.level == MeshLevel::normal ? 2e4
                                                      : 5e4;
  if (!std::holds_alternative<MeshShape>(request.shape)) {
    try {
      nodes = static_cast<double>(body_mesh(request.shape, request.level).nodes.size());
    } catch (const Error&) {  // it will be said when the modes are asked for
      return 0;
    }
  }
  const double unknowns = 3 * nodes, modes = std::min(request.max_modes, kUsualModes);
  return 6e-8 * std::pow(unknowns, 1.5) + 1.5e-6 * unknowns * modes;
}

}  // namespace peal

// How many ways a body can move without deforming. Internal to src/physics/elastic.
#pragma once
#include <Eigen/Dense>
#include <vector>

#include "physics/elastic/modal_analysis.h"
#include "physics/elastic/sparse_system.h"
#include "physics/geometry/solid_mesh.h"

namespace peal {

/// Six for a free body in one piece, none for a held one. Stops for anything else with the reason:
/// several parts, or too few fixed nodes.
int require_rigid_motions(const SolidMesh& mesh, const std::vector<bool>& fixed,
                          const std::vector<HeldNode>& held = {});

/// The six rigid motions of a free body as M-orthonormal columns over the unknowns.
Eigen::MatrixXd rigid_modes(const SolidMesh& mesh, const SparseSystem& system);

}  // namespace peal

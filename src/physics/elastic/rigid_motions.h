// How many ways a body can move without deforming. Internal to src/physics/elastic.
#pragma once
#include <Eigen/Dense>
#include <vector>

#include "physics/elastic/modal_analysis.h"
#include "physics/elastic/sparse_system.h"
#include "physics/geometry/solid_mesh.h"

namespace peal {

/// Rigid motions that supports leave to a body: of the six t + w x (x - origin) / length, with
/// columns t_x t_y t_z w_x w_y w_z.
struct RigidMotions {
  Vec3 origin;                                    // [m]
  double length = 1;                              // [m]
  Eigen::Matrix<double, 6, Eigen::Dynamic> left;  // one orthonormal column per motion
};

/// Six for a free body in one piece, none for a clamped one, some where supports slide. Stops when
/// the mesh has several parts that are not all held, with the reason.
RigidMotions rigid_motions(const SolidMesh& mesh, const std::vector<bool>& fixed,
                           const std::vector<HeldNode>& held = {});

/// These motions as M-orthonormal columns over the unknowns.
Eigen::MatrixXd rigid_modes(const SolidMesh& mesh, const SparseSystem& system,
                            const RigidMotions& motions);

}  // namespace peal

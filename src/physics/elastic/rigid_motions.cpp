#include "physics/elastic/rigid_motions.h"

#include <lapacke.h>

#include <Eigen/Dense>
#include <algorithm>
#include <array>

#include "base/error.h"

namespace peal {
namespace {

using Matrix6 = Eigen::Matrix<double, 6, 6>;

/// Displacement t + w x r of a point at r for unit t and w: columns t_x t_y t_z w_x w_y w_z.
Eigen::Matrix<double, 3, 6> motions_of(const Vec3& r) {
  Eigen::Matrix<double, 3, 6> u;
  u << 1, 0, 0, 0, r.z, -r.y, 0, 1, 0, -r.z, 0, r.x, 0, 0, 1, r.y, -r.x, 0;
  return u;
}

/// Motions left to a part: those of the six that move none of the held displacements.
Eigen::Matrix<double, 6, Eigen::Dynamic> free_motions(const SolidMesh& mesh,
                                                      const std::vector<HeldNode>& held,
                                                      const RigidMotions& frame) {
  Matrix6 gram = Matrix6::Zero();
  for (const auto& [node, axis] : held) {
    const Eigen::Matrix<double, 1, 6> u =
        motions_of((mesh.nodes[node] - frame.origin) / frame.length).row(axis);
    gram += u.transpose() * u / static_cast<double>(held.size());
  }
  std::array<double, 6> eigenvalues;
  if (LAPACKE_dsyev(LAPACK_COL_MAJOR, 'V', 'L', 6, gram.data(), 6, eigenvalues.data()) != 0)
    fail("the rigid motions that fixed nodes leave to the body could not be found");
  const auto count = std::count_if(eigenvalues.begin(), eigenvalues.end(),
                                   [](double eigenvalue) { return eigenvalue < 1e-12; });
  return gram.leftCols(count);  // ascending: the vectors of the smallest come first
}

}  // namespace

RigidMotions rigid_motions(const SolidMesh& mesh, const std::vector<bool>& fixed,
                           const std::vector<HeldNode>& held_nodes) {
  const ConnectedParts parts = connected_parts(mesh);
  std::vector<std::vector<HeldNode>> held_of_part(parts.count);
  Vec3 low = mesh.nodes[0], high = low;
  for (std::size_t n = 0; n < mesh.nodes.size(); ++n) {
    if (parts.of_node[n] < 0) fail("node {} belongs to no element; remove it from the mesh", n);
    for (int axis = 0; fixed[n] && axis < 3; ++axis)
      held_of_part[parts.of_node[n]].push_back({static_cast<int>(n), axis});
    for (int i = 0; i < 3; ++i) {
      low[i] = std::min(low[i], mesh.nodes[n][i]);
      high[i] = std::max(high[i], mesh.nodes[n][i]);
    }
  }
  for (const HeldNode& held : held_nodes) {
    if (held.node < 0 || held.node >= static_cast<int>(mesh.nodes.size()) || held.axis < 0 ||
        held.axis > 2)
      fail("held_nodes names axis {} of node {}, but the mesh has {} nodes and three axes",
           held.axis, held.node, mesh.nodes.size());
    held_of_part[parts.of_node[held.node]].push_back(held);
  }
  if (std::find(fixed.begin(), fixed.end(), false) == fixed.end())
    fail("every node of the mesh is fixed: nothing can vibrate");

  RigidMotions out;
  out.origin = 0.5 * (low + high);
  out.length = norm(high - low);
  if (parts.count == 1) {
    out.left = free_motions(mesh, held_of_part[0], out);
    return out;
  }
  long motions = 0, loose_parts = 0;
  for (const auto& held : held_of_part) {
    const auto left = free_motions(mesh, held, out).cols();
    motions += left;
    loose_parts += left > 0;
  }
  if (motions == 0) return out;
  if (loose_parts == parts.count)
    fail(
        "found {} rigid modes: the mesh has {} separate parts; join them or make each its own "
        "object",
        motions, parts.count);
  fail(
      "found {} rigid modes although nodes are fixed: {} of the mesh's {} separate parts can still "
      "move; hold every part, or make each its own object",
      motions, loose_parts, parts.count);
  return out;
}

Eigen::MatrixXd rigid_modes(const SolidMesh& mesh, const SparseSystem& system,
                            const RigidMotions& motions) {
  const auto count = static_cast<Eigen::Index>(system.free_nodes.size());
  const Eigen::Index columns = motions.left.cols();
  Eigen::MatrixXd modes(3 * count, columns), m_modes(3 * count, columns);
  if (columns == 0) return modes;
  for (Eigen::Index a = 0; a < count; ++a)
    modes.middleRows<3>(3 * a) =
        motions_of((mesh.nodes[system.free_nodes[a]] - motions.origin) / motions.length) *
        motions.left;
  // L L^T = R^T M R, then R L^-T is M-orthonormal; the second pass removes the rounding of the
  // first.
  for (int pass = 0; pass < 2; ++pass) {
    for (Eigen::Index i = 0; i < columns; ++i)
      system.times_mass(modes.col(i).data(), m_modes.col(i).data());
    const Eigen::MatrixXd gram = modes.transpose() * m_modes;
    const Eigen::MatrixXd lower = gram.llt().matrixL();
    modes = lower.triangularView<Eigen::Lower>().solve(modes.transpose()).transpose().eval();
  }
  return modes;
}

}  // namespace peal

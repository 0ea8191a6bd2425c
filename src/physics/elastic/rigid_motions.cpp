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

/// Motions left to a part: 6 minus the rank of the held displacements u = t + w x (x - x0).
int free_motions(const SolidMesh& mesh, const std::vector<HeldNode>& held, double length) {
  Matrix6 gram = Matrix6::Zero();
  for (const auto& [node, axis] : held) {
    const Eigen::Matrix<double, 1, 6> u =
        motions_of((mesh.nodes[node] - mesh.nodes[held[0].node]) / length).row(axis);
    gram += u.transpose() * u / static_cast<double>(held.size());
  }
  std::array<double, 6> eigenvalues;
  if (LAPACKE_dsyev(LAPACK_COL_MAJOR, 'N', 'L', 6, gram.data(), 6, eigenvalues.data()) != 0)
    fail("the rigid motions that fixed nodes leave to the body could not be found");
  return static_cast<int>(std::count_if(eigenvalues.begin(), eigenvalues.end(),
                                        [](double eigenvalue) { return eigenvalue < 1e-12; }));
}

}  // namespace

int require_rigid_motions(const SolidMesh& mesh, const std::vector<bool>& fixed,
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

  int motions = 0, loose_parts = 0;
  for (const auto& held : held_of_part) {
    const int left = held.empty() ? 6 : free_motions(mesh, held, norm(high - low));
    motions += left;
    loose_parts += left > 0;
  }
  const bool any_fixed =
      !held_nodes.empty() || std::find(fixed.begin(), fixed.end(), true) != fixed.end();
  if (motions == (any_fixed ? 0 : 6)) return motions;
  if (!any_fixed)
    fail(
        "found {} rigid modes: the mesh has {} separate parts; join them or make each its own "
        "object",
        motions, parts.count);
  fail(
      "found {} rigid modes although nodes are fixed: {}; fix at least three nodes of every part "
      "that "
      "are not in one line, or none",
      motions,
      parts.count > 1 ? fmt::format("{} of the mesh's {} separate parts can still move",
                                    loose_parts, parts.count)
                      : std::string("the fixed nodes still let the body turn"));
}

Eigen::MatrixXd rigid_modes(const SolidMesh& mesh, const SparseSystem& system) {
  const auto count = static_cast<Eigen::Index>(system.free_nodes.size());
  Vec3 centre;
  for (const int node : system.free_nodes) centre += mesh.nodes[node] / static_cast<double>(count);
  double length = 0;
  for (const int node : system.free_nodes)
    length = std::max(length, norm(mesh.nodes[node] - centre));
  Eigen::MatrixXd modes(3 * count, 6), m_modes(3 * count, 6);
  for (Eigen::Index a = 0; a < count; ++a)
    modes.middleRows<3>(3 * a) = motions_of((mesh.nodes[system.free_nodes[a]] - centre) / length);
  // L L^T = R^T M R, then R L^-T is M-orthonormal; the second pass removes the rounding of the
  // first.
  for (int pass = 0; pass < 2; ++pass) {
    for (int i = 0; i < 6; ++i) system.times_mass(modes.col(i).data(), m_modes.col(i).data());
    const Matrix6 gram = modes.transpose() * m_modes;
    const Matrix6 lower = gram.llt().matrixL();
    modes = lower.triangularView<Eigen::Lower>().solve(modes.transpose()).transpose().eval();
  }
  return modes;
}

}  // namespace peal

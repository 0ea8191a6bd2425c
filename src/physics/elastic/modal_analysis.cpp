#include "physics/elastic/modal_analysis.h"

#include <algorithm>
#include <cmath>

#include "base/constants.h"
#include "base/error.h"
#include "physics/elastic/eigen_pairs.h"
#include "physics/elastic/rigid_motions.h"
#include "physics/elastic/sparse_system.h"

namespace peal {
namespace {

std::vector<bool> fixed_flags(const SolidMesh& mesh, const std::vector<int>& fixed_nodes) {
  std::vector<bool> fixed(mesh.nodes.size(), false);
  for (const int node : fixed_nodes) {
    if (node < 0 || node >= static_cast<int>(fixed.size()))
      fail("fixed_nodes names node {}, but the mesh has {} nodes", node, fixed.size());
    fixed[node] = true;
  }
  return fixed;
}

/// A frequency of the order of the first bending mode [rad/s]: bar speed / length * slenderness.
double reference_omega(const SolidMesh& mesh, const Material& material) {
  Vec3 low = mesh.nodes[0], high = low;
  for (const Vec3& x : mesh.nodes)
    for (int i = 0; i < 3; ++i) {
      low[i] = std::min(low[i], x[i]);
      high[i] = std::max(high[i], x[i]);
    }
  const Vec3 size = high - low;
  const double longest = std::max({size.x, size.y, size.z});
  const double thinnest = std::min({size.x, size.y, size.z});
  return std::sqrt(material.young / material.density) * thinnest / (longest * longest);
}

/// Largest K_ii / M_ii [rad^2/s^2]: times 1e-16 it is the rounding noise of every eigenvalue.
double stiffest_unknown(const SparseSystem& system) {
  double stiffest = 0;
  for (Eigen::Index a = 0; a < system.mass.cols(); ++a) {
    const double m = system.mass.valuePtr()[system.mass.outerIndexPtr()[a]];
    for (int i = 0; i < 3; ++i)
      stiffest = std::max(
          stiffest, system.stiffness.valuePtr()[system.stiffness.outerIndexPtr()[3 * a + i]] / m);
  }
  return stiffest;
}

/// A spring so stiff that the held component moves by no more than rounding errors: elimination
/// would break the groups of three unknowns that the solver's ordering lives on.
void hold(SparseSystem& system, const SolidMesh& mesh, const std::vector<HeldNode>& held) {
  constexpr double kStiffer = 1e9;
  std::vector<int> unknown(mesh.nodes.size(), -1);
  for (std::size_t a = 0; a < system.free_nodes.size(); ++a)
    unknown[system.free_nodes[a]] = static_cast<int>(3 * a);
  std::vector<bool> done(system.unknowns(), false);
  for (const auto& [node, axis] : held) {
    const int u = unknown[node] < 0 ? -1 : unknown[node] + axis;
    if (u < 0 || done[u]) continue;
    done[u] = true;
    // The diagonal is the first entry of its column of the lower triangle.
    system.stiffness.valuePtr()[system.stiffness.outerIndexPtr()[u]] *= 1 + kStiffer;
  }
}

/// Rigid motions must cost no energy, and no other motion may be as cheap as they are.
void check_rigid_modes(const SparseSystem& system, const Eigen::MatrixXd& rigid,
                       const EigenPairs& pairs, double zero) {
  Eigen::VectorXd k_phi(system.unknowns());
  for (Eigen::Index i = 0; i < rigid.cols(); ++i) {
    system.times_stiffness(rigid.col(i).data(), k_phi.data());
    if (std::abs(rigid.col(i).dot(k_phi)) > zero)
      fail(
          "the stiffness matrix resists rigid motion: the mesh has extremely small or flat "
          "elements");
  }
  const auto extra = std::count_if(pairs.lambda.begin(), pairs.lambda.end(),
                                   [&](double lambda) { return lambda < zero; });
  if (extra > 0)
    fail(
        "found {} rigid modes instead of {}: parts of the mesh hang together only by a node or an "
        "edge and can swing against each other; join them by whole faces",
        rigid.cols() + extra, rigid.cols());
}

/// Sign that makes the first component that reaches half of the largest one positive.
double deterministic_sign(const Eigen::VectorXd& phi) {
  const double half = 0.5 * phi.cwiseAbs().maxCoeff();
  for (Eigen::Index i = 0; i < phi.size(); ++i)
    if (std::abs(phi[i]) >= half) return phi[i] < 0 ? -1 : 1;
  return 1;
}

void store_mode(ModalModel& model, const SparseSystem& system, double lambda, double stiffest,
                const Eigen::VectorXd& phi, const std::vector<int>& unknown_of_node,
                double shown_hertz) {
  Eigen::VectorXd k_phi(phi.size()), m_phi(phi.size());
  system.times_stiffness(phi.data(), k_phi.data());
  system.times_mass(phi.data(), m_phi.data());
  const double residual = (k_phi - lambda * m_phi).norm() / (lambda * m_phi.norm());
  // Rounding of K phi alone leaves about this much; lambda is off by no more than its square.
  const double allowed = std::clamp(1e-15 * stiffest / lambda, 1e-5, 1e-2);
  if (!(residual < allowed))
    fail(
        "mode {} at {:.6g} Hz is not accurate: residual {:.2g}, allowed {:.0e}; the mesh has badly "
        "shaped or extremely small elements",
        model.omega.size() + 1, shown_hertz * std::sqrt(lambda) / (2 * kPi), residual, allowed);
  model.omega.push_back(std::sqrt(lambda));
  model.residuals.push_back(residual);
  const double scale = deterministic_sign(phi) / std::sqrt(phi.dot(m_phi));
  const auto at = [&](int node) {
    const int u = unknown_of_node[node];
    return u < 0 ? Vec3{} : scale * Vec3{phi[u], phi[u + 1], phi[u + 2]};
  };
  for (const int node : model.surface.mesh_node) model.shapes.push_back(at(node));
  for (const auto& face : model.surface.face_centres) {
    Vec3 value;
    for (int k = 0; k < 8; ++k) value += kFaceCentreWeights[k] * at(face[k]);
    model.shapes.push_back(value);
  }
}

}  // namespace

double ModalModel::wall() const {
  const TriangleMesh outside = linear_surface(surface);
  double area = 0;
  for (std::size_t t = 0; t < outside.triangles.size(); ++t) area += norm(outside.area_vector(t));
  return area > 0 ? 2 * mass.volume / area : 0;
}

ModalModel analyse(const SolidMesh& mesh, const Material& material, const ModalOptions& options) {
  if (!(options.max_frequency > 0))
    fail("max_frequency: expected > 0 Hz, got {}", options.max_frequency);
  if (options.max_modes < 1) fail("max_modes: expected at least 1, got {}", options.max_modes);
  check_mesh(mesh);
  const std::vector<bool> fixed = fixed_flags(mesh, options.fixed_nodes);
  const RigidMotions motions = rigid_motions(mesh, fixed, options.held_nodes);

  ModalModel model;
  model.surface = boundary_surface(mesh);
  model.mass = mass_properties(mesh, material.density);

  SparseSystem system = assemble(mesh, material, fixed, options.grain);
  const double stiffest = stiffest_unknown(system);
  hold(system, mesh, options.held_nodes);
  const double omega_reference = reference_omega(mesh, material);
  const double limit = std::pow(2 * kPi * options.max_frequency, 2);
  const Eigen::MatrixXd rigid = rigid_modes(mesh, system, motions);
  const EigenPairs pairs = lowest_pairs(system, rigid, -omega_reference * omega_reference, limit,
                                        options.max_modes, {options.shown_hertz, options.watch});
  check_rigid_modes(system, rigid, pairs,
                    std::max(1e-9 * omega_reference * omega_reference, 1e-14 * stiffest));

  model.modes_below_limit = pairs.count_below_limit;
  model.lowest_frequency = std::sqrt(pairs.lambda[0]) / (2 * kPi);
  std::vector<int> unknown_of_node(mesh.nodes.size(), -1);
  for (std::size_t a = 0; a < system.free_nodes.size(); ++a)
    unknown_of_node[system.free_nodes[a]] = static_cast<int>(3 * a);
  const int kept = std::min(model.modes_below_limit, options.max_modes);
  for (int i = 0; i < kept; ++i)
    store_mode(model, system, pairs.lambda[i], stiffest, pairs.phi.col(i), unknown_of_node,
               options.shown_hertz);
  if (options.watch) options.watch(1);
  return model;
}

}  // namespace peal

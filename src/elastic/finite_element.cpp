#include "elastic/finite_element.h"

#include "base/error.h"
#include "geometry/tet_shape_functions.h"

namespace peal {

Lame lame_constants(const Material& m) {
  if (!(m.young > 0)) fail("material '{}': young: expected > 0 Pa, got {}", m.name, m.young);
  if (!(m.density > 0))
    fail("material '{}': density: expected > 0 kg/m^3, got {}", m.name, m.density);
  if (!(m.poisson > -1 && m.poisson < 0.5))
    fail("material '{}': poisson: expected between -1 and 0.5, got {}", m.name, m.poisson);
  return {m.young * m.poisson / ((1 + m.poisson) * (1 - 2 * m.poisson)),
          m.young / (2 * (1 + m.poisson))};
}

ElementMatrices element_matrices(const std::array<Vec3, 10>& nodes, const Lame& lame,
                                 double density) {
  ElementMatrices e{};
  for (const auto& point : tet_rule_degree_5()) {
    const Mat3 jacobian = tet_jacobian(nodes, point.gradients);
    const double dv = point.weight * determinant(jacobian);
    const Mat3 to_x = transpose(inverse(jacobian));  // grad_x N = J^-T grad_r N
    std::array<Vec3, 10> g;
    for (int a = 0; a < 10; ++a) g[a] = to_x * point.gradients[a];
    for (int a = 0; a < 10; ++a)
      for (int b = 0; b <= a; ++b) {
        Mat3& k = e.stiffness[a][b];
        const double shear = lame.mu * dv * dot(g[a], g[b]);
        for (int i = 0; i < 3; ++i) {
          k(i, i) += shear;
          for (int j = 0; j < 3; ++j)
            k(i, j) += dv * (lame.lambda * g[a][i] * g[b][j] + lame.mu * g[a][j] * g[b][i]);
        }
      }
  }
  for (const auto& point : tet_rule_degree_7()) {
    const double dm = density * point.weight * determinant(tet_jacobian(nodes, point.gradients));
    for (int a = 0; a < 10; ++a)
      for (int b = 0; b <= a; ++b) e.mass[a][b] += dm * point.values[a] * point.values[b];
  }
  for (int a = 0; a < 10; ++a)
    for (int b = 0; b < a; ++b) {
      e.stiffness[b][a] = transpose(e.stiffness[a][b]);
      e.mass[b][a] = e.mass[a][b];
    }
  return e;
}

}  // namespace peal

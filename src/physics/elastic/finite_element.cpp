#include "physics/elastic/finite_element.h"

#include "base/error.h"
#include "physics/geometry/element.h"

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

template <std::size_t N>
ElementMatrices<N> element_matrices(const std::array<Vec3, N>& nodes, const Lame& lame,
                                    double density) {
  ElementMatrices<N> e{};
  for (const auto& point : stiffness_rule<N>()) {
    const Mat3 jacobian = element_jacobian(nodes, point.gradients);
    const double dv = point.weight * determinant(jacobian);
    const Mat3 to_x = transpose(inverse(jacobian));  // grad_x N = J^-T grad_r N
    std::array<Vec3, N> g;
    for (std::size_t a = 0; a < N; ++a) g[a] = to_x * point.gradients[a];
    for (std::size_t a = 0; a < N; ++a)
      for (std::size_t b = 0; b <= a; ++b) {
        Mat3& k = e.stiffness[a][b];
        const double shear = lame.mu * dv * dot(g[a], g[b]);
        const Vec3 along = dv * lame.lambda * g[a], across = dv * lame.mu * g[b];
        for (int i = 0; i < 3; ++i) {
          k.row[i] += along[i] * g[b] + across[i] * g[a];
          k(i, i) += shear;
        }
      }
  }
  for (const auto& point : mass_rule<N>()) {
    const double dm =
        density * point.weight * determinant(element_jacobian(nodes, point.gradients));
    for (std::size_t a = 0; a < N; ++a)
      for (std::size_t b = 0; b <= a; ++b) e.mass[a][b] += dm * point.values[a] * point.values[b];
  }
  return e;
}

template ElementMatrices<10> element_matrices(const std::array<Vec3, 10>&, const Lame&, double);
template ElementMatrices<15> element_matrices(const std::array<Vec3, 15>&, const Lame&, double);
template ElementMatrices<20> element_matrices(const std::array<Vec3, 20>&, const Lame&, double);

}  // namespace peal

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

Elasticity elasticity(const Material& m, const Vec3& along) {
  Elasticity out{lame_constants(m), {}};
  if (!has_grain(m) || norm_squared(along) == 0) return out;
  const double e = m.young, across = m.young_across, nu = m.poisson, back = nu * across / e;
  const double rest = 1 - nu - 2 * nu * back;
  if (!(rest > 0))
    fail(
        "material '{}': young_across: {} Pa across the grain is too much beside young {} Pa and "
        "poisson {}: no material is such; expected less than {:.4g} Pa",
        m.name, across, e, nu, e * (1 - nu) / (2 * nu * nu));
  const double mu = across / (2 * (1 + nu)), mu_along = shear_along_grain(m);
  const double c11 = e * (1 - nu) / rest, c12 = across * nu / rest;
  const double c23 = across * (nu + nu * back) / ((1 + nu) * rest);
  out.lame = {c23, mu};
  out.grain = {normalized(along), c12 - c23, c11 + c23 - 2 * c12 - 4 * mu_along + 2 * mu,
               mu_along - mu};
  return out;
}

namespace {

// g.e g of a shape function's gradient a moving along i is g_i (g.a), its e g is (e_i (g.a) + g_i
// a) / 2.
void add_grain(Mat3& k, const Grain& grain, double dv, const Vec3& a, const Vec3& b) {
  const Vec3& g = grain.along;
  const double ga = dot(g, a), gb = dot(g, b), ab = dot(a, b);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j)
      k(i, j) += dv * (grain.alpha * (g[i] * ga * b[j] + a[i] * g[j] * gb) +
                       grain.beta * g[i] * g[j] * ga * gb +
                       grain.shear * (ga * g[j] * b[i] + g[i] * gb * a[j] + g[i] * g[j] * ab));
    k(i, i) += dv * grain.shear * ga * gb;
  }
}

}  // namespace

template <std::size_t N>
ElementMatrices<N> element_matrices(const std::array<Vec3, N>& nodes, const Lame& lame,
                                    double density, const Grain& grain) {
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
        if (grain.has()) add_grain(k, grain, dv, g[a], g[b]);
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

template ElementMatrices<10> element_matrices(const std::array<Vec3, 10>&, const Lame&, double,
                                              const Grain&);
template ElementMatrices<15> element_matrices(const std::array<Vec3, 15>&, const Lame&, double,
                                              const Grain&);
template ElementMatrices<20> element_matrices(const std::array<Vec3, 20>&, const Lame&, double,
                                              const Grain&);

}  // namespace peal

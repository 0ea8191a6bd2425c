#include "physics/solids/tet10_elements.h"

#include <cmath>

#include "base/error.h"

namespace peal {
namespace {

constexpr int kSides[6][2] = {{0, 1}, {1, 2}, {0, 2}, {0, 3}, {1, 3}, {2, 3}};

}  // namespace

void set_law(ElementRest& view, const SolidMaterial& material) {
  const double lambda = material.lame_lambda(), mu = material.lame_mu();
  view.law = material.law;
  if (material.law == SolidLaw::st_venant_kirchhoff) {
    view.a = lambda, view.b = mu;
    return;
  }
  view.a = 4 * mu / 3, view.b = lambda + 5 * mu / 6, view.c = 1 + 0.75 * view.a / view.b;
  const double off = 1 - view.c;
  view.energy_at_rest = 0.5 * (view.b * off * off - view.a * std::log(4.0));
}

Tet10Elements::Tet10Elements(const std::vector<Vec3>& points,
                             const std::vector<std::array<int, 10>>& tets,
                             const SolidMaterial& material)
    : ElementSet("solid", {tets.empty() ? nullptr : tets[0].data(), 10 * tets.size()},
                 static_cast<int>(points.size()), 10, 4, kTetChannels) {
  check_solid_material("solid", material);
  set_law(view_, material);
  for (int e = 0; e < elements(); ++e) {
    Vec3 x[10];
    for (int k = 0; k < 10; ++k) x[k] = points[node(e, k)];
    const Mat3 sides{{x[1] - x[0], x[2] - x[0], x[3] - x[0]}};
    const double volume = determinant(sides) / 6;
    if (!(volume > 0)) fail("solid: tetrahedron {} has no volume or is inside out", e);
    const double size = std::cbrt(volume);
    for (int k = 0; k < 6; ++k)
      if (norm(x[4 + k] - 0.5 * (x[kSides[k][0]] + x[kSides[k][1]])) > 1e-6 * size)
        fail("solid: tetrahedron {} has a curved side: put node {} in the middle", e,
             node(e, 4 + k));
    const Mat3 gradients = inverse(sides);  // columns: grad L1, L2, L3
    for (int a = 0; a < 3; ++a)
      for (int k = 0; k < 3; ++k) set(e, 3 * a + k, gradients(k, a));
    set(e, 9, volume / 4);
    const double mass = material.density * volume;
    for (int k = 0; k < 10; ++k) mass_at(e, k) = mass * (k < 4 ? 1.0 / 36 : 4.0 / 27);
  }
}

}  // namespace peal

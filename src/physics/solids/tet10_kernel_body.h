// Forces of the straight ten-node tetrahedron, four points of integration with L_q = alpha at
// point q and beta elsewhere. Because grad N of corner a is (4L_a - 1) grad L_a and that of the
// middle ab is 4 (L_a grad L_b + L_b grad L_a),
//   H = sum_a c_a grad L_a',  c_a = (4L_a - 1) u_a + 4 beta sum_b u_ab + 4 (alpha - beta) u_aq
// and forces are the same sums the other way.
#pragma once
#include "physics/solids/solid_stress_kernel_body.h"

namespace peal {
namespace {

inline constexpr double kTetAlpha = 0.58541019662496845446, kTetBeta = 0.13819660112501051518;
/// Node of the middle between corners a and b, VTK's order.
inline constexpr int kTetMiddle[4][4] = {
    {-1, 4, 6, 7}, {4, -1, 5, 8}, {6, 5, -1, 9}, {7, 8, 9, -1}};

template <SolidLaw kLaw, bool kViscous, bool kEnergy>
void tet10_groups(const ElementCall& call, const ElementRest& element, long first, long last) {
  constexpr double own = 4 * kTetAlpha - 1, other = 4 * kTetBeta - 1, spread = 4 * kTetBeta,
                   more = 4 * (kTetAlpha - kTetBeta);
  for (long g = first; g < last; ++g) {
    const double* rest = element.rest + g * 4 * kTetChannels;
    const int *at = element.corners + g * 40, *to = element.slots + g * 40;
    Lanes3 u[10], f[10] = {}, common[4], back[4] = {};
#pragma GCC unroll 10
    for (int k = 0; k < 10; ++k) u[k] = moved_rows<kViscous>(call, at + 4 * k);
    common[0] = spread * (u[4] + u[6] + u[7]) + other * u[0];
    common[1] = spread * (u[4] + u[5] + u[8]) + other * u[1];
    common[2] = spread * (u[5] + u[6] + u[9]) + other * u[2];
    common[3] = spread * (u[7] + u[8] + u[9]) + other * u[3];
    Lanes3 gradient[3];
    for (int a = 0; a < 3; ++a)
      gradient[a] = {load(rest + 12 * a), load(rest + 12 * a + 4), load(rest + 12 * a + 8)};
    const Lanes volume = load(rest + 36);
    Lanes total = all(0);
#pragma GCC unroll 4
    for (int q = 0; q < 4; ++q) {
      Lanes3 c[4];
#pragma GCC unroll 4
      for (int a = 0; a < 4; ++a)
        c[a] = a == q ? common[a] + (own - other) * u[a] : common[a] + more * u[kTetMiddle[a][q]];
      LanesMat h;
      const Lanes3 c1 = c[1] - c[0], c2 = c[2] - c[0], c3 = c[3] - c[0];
      h.r[0] = c1.x * gradient[0] + c2.x * gradient[1] + c3.x * gradient[2];
      h.r[1] = c1.y * gradient[0] + c2.y * gradient[1] + c3.y * gradient[2];
      h.r[2] = c1.z * gradient[0] + c2.z * gradient[1] + c3.z * gradient[2];
      const LanesMat p = piola<kLaw>(h, element);
      Lanes3 t[4];
      for (int a = 1; a < 4; ++a)
        t[a] = {dot(p.r[0], gradient[a - 1]), dot(p.r[1], gradient[a - 1]),
                dot(p.r[2], gradient[a - 1])};
      t[0] = -(t[1] + t[2] + t[3]);
#pragma GCC unroll 4
      for (int a = 0; a < 4; ++a) {
        back[a] = back[a] + t[a];
        if (a == q)
          f[a] = f[a] + (own - other) * t[a];
        else
          f[kTetMiddle[a][q]] = f[kTetMiddle[a][q]] + more * t[a];
      }
      if constexpr (kEnergy) total += volume * strain_energy<kLaw>(h, element);
    }
    const Lanes minus = -volume;
#pragma GCC unroll 4
    for (int a = 0; a < 4; ++a) {
      put_rows(call.slots, to + 4 * a, minus * (f[a] + other * back[a]));
#pragma GCC unroll 4
      for (int b = a + 1; b < 4; ++b) {
        const int k = kTetMiddle[a][b];
        put_rows(call.slots, to + 4 * k, minus * (f[k] + spread * (back[a] + back[b])));
      }
    }
    if constexpr (kEnergy) store(call.energy + 4 * g, total);
  }
}

template <SolidLaw kLaw>
void tet10_of_law(const ElementCall& call, const ElementRest& element, long first, long last) {
  if (call.energy)
    tet10_groups<kLaw, false, true>(call, element, first, last);
  else if (call.viscous > 0)
    tet10_groups<kLaw, true, false>(call, element, first, last);
  else
    tet10_groups<kLaw, false, false>(call, element, first, last);
}

void tet10_forces(const ElementCall& call, const ElementRest& element, long first,
                  long last) noexcept {
  if (element.law == SolidLaw::st_venant_kirchhoff)
    tet10_of_law<SolidLaw::st_venant_kirchhoff>(call, element, first, last);
  else
    tet10_of_law<SolidLaw::stable_neo_hookean>(call, element, first, last);
}

}  // namespace
}  // namespace peal

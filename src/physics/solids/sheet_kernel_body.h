// Forces of the director triangle (see sheet_elements.h). With g_a = sum_k x_k G_ka in the plane
// axes of the triangle at rest (axis 1 along edge 01):
//   membrane  2E = (g1.g1 - 1, g2.g2 - 1, g1.g2), N = A h C E
//   bending   b_ia = d_i.g_a, M = K6 (b - b at rest + beta db/dt)
//   f_k = -sum_a G_ka (N_ab g_b + sum_i M_ia d_i),  F_i = -sum_a M_ia g_a
#pragma once
#include "physics/solids/solid_lanes_kernel_body.h"

namespace peal {
namespace {

template <bool kViscous, bool kEnergy>
void sheet_groups(const ElementCall& call, const ElementRest& element, long first, long last) {
  const double nu = element.a;
  for (long g = first; g < last; ++g) {
    const double* rest = element.rest + g * 4 * kSheetChannels;
    const int *at = element.corners + g * 12, *to = element.slots + g * 12;
    const Lanes along = load(rest), skew = load(rest + 4), across = load(rest + 8);
    const Lanes3 x0 = rows(call.state, at);
    const Lanes3 e1 = rows(call.state, at + 4) - x0, e2 = rows(call.state, at + 8) - x0;
    const Lanes3 g1 = along * e1, g2 = skew * e1 + across * e2;
    const Lanes3 d[3] = {rows(call.state + 4, at), rows(call.state + 4, at + 4),
                         rows(call.state + 4, at + 8)};

    Lanes b[6];
    for (int i = 0; i < 3; ++i) {
      b[2 * i] = dot(d[i], g1) - load(rest + 4 * (25 + 2 * i));
      b[2 * i + 1] = dot(d[i], g2) - load(rest + 4 * (26 + 2 * i));
    }
    if constexpr (kViscous) {
      const Lanes3 v0 = rows(call.rate, at);
      const Lanes3 v1 = rows(call.rate, at + 4) - v0, v2 = rows(call.rate, at + 8) - v0;
      const Lanes3 r1 = along * v1, r2 = skew * v1 + across * v2;
      for (int i = 0; i < 3; ++i) {
        const Lanes3 w = rows(call.rate + 4, at + 4 * i);
        b[2 * i] += call.viscous * (dot(w, g1) + dot(d[i], r1));
        b[2 * i + 1] += call.viscous * (dot(w, g2) + dot(d[i], r2));
      }
    }
    Lanes m[6] = {};
    const double* k6 = rest + 16;
#pragma GCC unroll 6
    for (int i = 0; i < 6; ++i) {
      m[i] += load(k6) * b[i];
      k6 += 4;
#pragma GCC unroll 6
      for (int j = i + 1; j < 6; ++j, k6 += 4) {
        m[i] += load(k6) * b[j];
        m[j] += load(k6) * b[i];
      }
    }
    const Lanes stiff = load(rest + 12);
    const Lanes s11 = 0.5 * (dot(g1, g1) - 1), s22 = 0.5 * (dot(g2, g2) - 1), s12 = dot(g1, g2);
    const Lanes n11 = stiff * (s11 + nu * s22), n22 = stiff * (s22 + nu * s11),
                n12 = (0.5 - 0.5 * nu) * stiff * s12;
    Lanes3 p1 = n11 * g1 + n12 * g2, p2 = n12 * g1 + n22 * g2;
    for (int i = 0; i < 3; ++i) {
      p1 = p1 + m[2 * i] * d[i];
      p2 = p2 + m[2 * i + 1] * d[i];
    }
    const Lanes3 f1 = along * p1 + skew * p2, f2 = across * p2;
    put_rows(call.slots, to, f1 + f2);
    put_rows(call.slots, to + 4, -f1);
    put_rows(call.slots, to + 8, -f2);
    for (int i = 0; i < 3; ++i)
      put_rows(call.slots + 4, to + 4 * i, -(m[2 * i] * g1 + m[2 * i + 1] * g2));
    if constexpr (kEnergy) {
      Lanes twice = n11 * s11 + n22 * s22 + n12 * s12;
      for (int i = 0; i < 6; ++i) twice += b[i] * m[i];
      store(call.energy + 4 * g, 0.5 * twice);
    }
  }
}

void sheet_forces(const ElementCall& call, const ElementRest& element, long first,
                  long last) noexcept {
  if (call.energy)
    sheet_groups<false, true>(call, element, first, last);
  else if (call.viscous > 0)
    sheet_groups<true, false>(call, element, first, last);
  else
    sheet_groups<false, false>(call, element, first, last);
}

}  // namespace
}  // namespace peal

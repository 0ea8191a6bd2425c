// First Piola-Kirchhoff stress P(H) of a unit of volume, H = du/dX, F = I + H.
//   St. Venant-Kirchhoff  E = (H + H' + H'H)/2, S = lambda tr E + 2 mu E, P = F S
//   stable neo-Hookean    P = m (1 - 1/(I + 1)) F + l (J - a) cof F, I = F:F, J = det F, with
//                         m = 4 mu/3, l = lambda + 5 mu/6, a = 1 + 3m/4l: P(1) = 0, and the tangent
//                         there is Hooke's (Smith, de Goes and Kim 2018)
#pragma once
#include "physics/solids/solid_lanes_kernel_body.h"

namespace peal {
namespace {

/// By rows.
struct LanesMat {
  Lanes3 r[3];
};

template <SolidLaw kLaw>
inline LanesMat piola(const LanesMat& h, const ElementRest& element) {
  const double a = element.a, b = element.b;
  const Lanes3 &h0 = h.r[0], &h1 = h.r[1], &h2 = h.r[2];
  if constexpr (kLaw == SolidLaw::st_venant_kirchhoff) {  // a = lambda, b = mu
    // 2E
    const Lanes xx = 2 * h0.x + h0.x * h0.x + h1.x * h1.x + h2.x * h2.x;
    const Lanes yy = 2 * h1.y + h0.y * h0.y + h1.y * h1.y + h2.y * h2.y;
    const Lanes zz = 2 * h2.z + h0.z * h0.z + h1.z * h1.z + h2.z * h2.z;
    const Lanes xy = b * (h0.y + h1.x + h0.x * h0.y + h1.x * h1.y + h2.x * h2.y);
    const Lanes xz = b * (h0.z + h2.x + h0.x * h0.z + h1.x * h1.z + h2.x * h2.z);
    const Lanes yz = b * (h1.z + h2.y + h0.y * h0.z + h1.y * h1.z + h2.y * h2.z);
    const Lanes pressure = (0.5 * a) * (xx + yy + zz);
    const Lanes3 sx{pressure + b * xx, xy, xz}, sy{xy, pressure + b * yy, yz},
        sz{xz, yz, pressure + b * zz};
    LanesMat p;
    const Lanes3 own[3] = {sx, sy, sz};
    for (int i = 0; i < 3; ++i) p.r[i] = own[i] + (h.r[i].x * sx + h.r[i].y * sy + h.r[i].z * sz);
    return p;
  } else {  // a = m, b = l, c = a of the law
    const Lanes3 f0{1 + h0.x, h0.y, h0.z}, f1{h1.x, 1 + h1.y, h1.z}, f2{h2.x, h2.y, 1 + h2.z};
    const Lanes3 c0 = cross(f1, f2), c1 = cross(f2, f0), c2 = cross(f0, f1);
    const Lanes shear = a - a / (dot(f0, f0) + dot(f1, f1) + dot(f2, f2) + 1);
    const Lanes volume = b * (dot(f0, c0) - element.c);
    return {{shear * f0 + volume * c0, shear * f1 + volume * c1, shear * f2 + volume * c2}};
  }
}

/// Energy per volume, 0 at rest.
template <SolidLaw kLaw>
inline Lanes strain_energy(const LanesMat& h, const ElementRest& element) {
  const double a = element.a, b = element.b;
  const Lanes3 &h0 = h.r[0], &h1 = h.r[1], &h2 = h.r[2];
  if constexpr (kLaw == SolidLaw::st_venant_kirchhoff) {
    const Lanes xx = 2 * h0.x + h0.x * h0.x + h1.x * h1.x + h2.x * h2.x;
    const Lanes yy = 2 * h1.y + h0.y * h0.y + h1.y * h1.y + h2.y * h2.y;
    const Lanes zz = 2 * h2.z + h0.z * h0.z + h1.z * h1.z + h2.z * h2.z;
    const Lanes xy = h0.y + h1.x + h0.x * h0.y + h1.x * h1.y + h2.x * h2.y;
    const Lanes xz = h0.z + h2.x + h0.x * h0.z + h1.x * h1.z + h2.x * h2.z;
    const Lanes yz = h1.z + h2.y + h0.y * h0.z + h1.y * h1.z + h2.y * h2.z;
    const Lanes trace = xx + yy + zz;
    return (0.125 * a) * trace * trace +
           (0.25 * b) * (xx * xx + yy * yy + zz * zz + 2 * (xy * xy + xz * xz + yz * yz));
  } else {
    const Lanes3 f0{1 + h0.x, h0.y, h0.z}, f1{h1.x, 1 + h1.y, h1.z}, f2{h2.x, h2.y, 1 + h2.z};
    const Lanes square = dot(f0, f0) + dot(f1, f1) + dot(f2, f2);
    const Lanes off = dot(f0, cross(f1, f2)) - element.c;
    Lanes logarithm{};
    for (int k = 0; k < 4; ++k) logarithm[k] = __builtin_log(square[k] + 1);
    return 0.5 * (a * (square - 3) + b * off * off - a * logarithm) - element.energy_at_rest;
  }
}

/// Displacements of a corner, for viscosity those a little later: u + beta v.
template <bool kViscous>
inline Lanes3 moved_rows(const ElementCall& call, const int* at) {
  const Lanes3 u = rows(call.state, at);
  if constexpr (kViscous) return u + call.viscous * rows(call.rate, at);
  return u;
}

}  // namespace
}  // namespace peal

// Forces of the brick with one point of integration (see brick_elements.h). Sums over corners with
// the signs of xi (r = 1..3) and of the hourglass patterns (alpha = 1..4) come from one butterfly:
//   U_r = sum_a xi_ar u_a, Y_alpha = sum_a h_alpha,a u_a
//   H = sum_r U_r G_r', q_alpha = Y_alpha - H c_alpha, b_alpha = F' q_alpha, m = S b
//   dW/dq_alpha = F m_alpha = Q_alpha, dW/dH = V P + sum (q_alpha m_alpha' - Q_alpha c_alpha')
#pragma once
#include "physics/solids/solid_stress_kernel_body.h"

namespace peal {
namespace {

/// In: by corners, VTK's order. Out: sums with signs 1, xi, eta, xi eta, then the same times zeta.
inline void butterfly(Lanes3 (&u)[8]) {
  Lanes3 a[8];
#pragma GCC unroll 2
  for (int k = 0; k < 8; k += 4) {
    const Lanes3 low = u[k] + u[k + 1], low_x = u[k + 1] - u[k];
    const Lanes3 high = u[k + 2] + u[k + 3], high_x = u[k + 2] - u[k + 3];
    a[k] = low + high, a[k + 1] = low_x + high_x;
    a[k + 2] = high - low, a[k + 3] = high_x - low_x;
  }
#pragma GCC unroll 4
  for (int k = 0; k < 4; ++k) {
    u[k] = a[k] + a[k + 4];
    u[k + 4] = a[k + 4] - a[k];
  }
}

/// Its transpose.
inline void butterfly_back(Lanes3 (&u)[8]) {
  Lanes3 a[8];
#pragma GCC unroll 4
  for (int k = 0; k < 4; ++k) {
    a[k] = u[k] - u[k + 4];
    a[k + 4] = u[k] + u[k + 4];
  }
#pragma GCC unroll 2
  for (int k = 0; k < 8; k += 4) {
    const Lanes3 low = a[k] - a[k + 2], low_x = a[k + 1] - a[k + 3];
    const Lanes3 high = a[k] + a[k + 2], high_x = a[k + 1] + a[k + 3];
    u[k] = low - low_x, u[k + 1] = low + low_x;
    u[k + 2] = high + high_x, u[k + 3] = high - high_x;
  }
}

/// Where the butterfly puts sums with eta zeta, xi zeta, xi eta, xi eta zeta.
inline constexpr int kHourglass[4] = {6, 5, 3, 7};
inline constexpr int kGradient[3] = {1, 2, 4};

template <SolidLaw kLaw, bool kViscous, bool kEnergy>
void brick_groups(const ElementCall& call, const ElementRest& element, long first, long last) {
  for (long g = first; g < last; ++g) {
    const double* rest = element.rest + g * 4 * kBrickChannels;
    const int *at = element.corners + g * 32, *to = element.slots + g * 32;
    Lanes3 u[8];
#pragma GCC unroll 8
    for (int k = 0; k < 8; ++k) u[k] = moved_rows<kViscous>(call, at + 4 * k);
    butterfly(u);
    LanesMat h = {};
    Lanes3 gradient[3];
    for (int r = 0; r < 3; ++r) {
      gradient[r] = {load(rest + 12 * r), load(rest + 12 * r + 4), load(rest + 12 * r + 8)};
      const Lanes3& s = u[kGradient[r]];
      h.r[0] = h.r[0] + s.x * gradient[r];
      h.r[1] = h.r[1] + s.y * gradient[r];
      h.r[2] = h.r[2] + s.z * gradient[r];
    }
    const Lanes volume = load(rest + 36);
    Lanes3 q[4], c[4];
    Lanes b[12];
    for (int k = 0; k < 4; ++k) {
      const double* centre = rest + 40 + 12 * k;
      c[k] = {load(centre), load(centre + 4), load(centre + 8)};
      q[k] = u[kHourglass[k]] - Lanes3{dot(h.r[0], c[k]), dot(h.r[1], c[k]), dot(h.r[2], c[k])};
      const Lanes3 turned = q[k] + (q[k].x * h.r[0] + q[k].y * h.r[1] + q[k].z * h.r[2]);
      b[3 * k] = turned.x, b[3 * k + 1] = turned.y, b[3 * k + 2] = turned.z;
    }
    Lanes m[12] = {};
    const double* s = rest + 88;
#pragma GCC unroll 12
    for (int i = 0; i < 12; ++i) {
      m[i] += load(s) * b[i];
      s += 4;
#pragma GCC unroll 12
      for (int j = i + 1; j < 12; ++j, s += 4) {
        m[i] += load(s) * b[j];
        m[j] += load(s) * b[i];
      }
    }
    LanesMat p = piola<kLaw>(h, element);
    for (Lanes3& row : p.r) row = volume * row;
    for (int k = 0; k < 4; ++k) {
      const Lanes3 n{m[3 * k], m[3 * k + 1], m[3 * k + 2]};
      const Lanes3 pull = n + Lanes3{dot(h.r[0], n), dot(h.r[1], n), dot(h.r[2], n)};
      p.r[0] = p.r[0] + q[k].x * n - pull.x * c[k];
      p.r[1] = p.r[1] + q[k].y * n - pull.y * c[k];
      p.r[2] = p.r[2] + q[k].z * n - pull.z * c[k];
      u[kHourglass[k]] = pull;
    }
    for (int r = 0; r < 3; ++r)
      u[kGradient[r]] = {dot(p.r[0], gradient[r]), dot(p.r[1], gradient[r]),
                         dot(p.r[2], gradient[r])};
    u[0] = {all(0), all(0), all(0)};
    butterfly_back(u);
#pragma GCC unroll 8
    for (int k = 0; k < 8; ++k) put_rows(call.slots, to + 4 * k, -u[k]);
    if constexpr (kEnergy) {
      Lanes twice = all(0);
      for (int i = 0; i < 12; ++i) twice += b[i] * m[i];
      store(call.energy + 4 * g, volume * strain_energy<kLaw>(h, element) + 0.5 * twice);
    }
  }
}

template <SolidLaw kLaw>
void brick_of_law(const ElementCall& call, const ElementRest& element, long first, long last) {
  if (call.energy)
    brick_groups<kLaw, false, true>(call, element, first, last);
  else if (call.viscous > 0)
    brick_groups<kLaw, true, false>(call, element, first, last);
  else
    brick_groups<kLaw, false, false>(call, element, first, last);
}

void brick_forces(const ElementCall& call, const ElementRest& element, long first,
                  long last) noexcept {
  if (element.law == SolidLaw::st_venant_kirchhoff)
    brick_of_law<SolidLaw::st_venant_kirchhoff>(call, element, first, last);
  else
    brick_of_law<SolidLaw::stable_neo_hookean>(call, element, first, last);
}

}  // namespace
}  // namespace peal

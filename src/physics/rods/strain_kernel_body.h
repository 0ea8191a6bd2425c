// Body of the rod kernel: bending and twist at points, between the two edges that meet there, and
// the stretching of the second of them.
// First and second derivatives are those by edges e0, e1 and twists th0, th1, of
//   kb = 2 t0 x t1 / chi, chi = 1 + t0.t1, kappa1 = kb.(d2^0 + d2^1)/2, kappa2 = -kb.(d1^0 +
//   d1^1)/2
// and the twist m; the antisymmetric part that carried frames cause is left out.
#pragma once
#include "physics/rods/lanes_kernel_body.h"

namespace peal {
namespace {

constexpr int kTilePoints = 28;              // points that are assembled together
constexpr int kTileSlots = kTilePoints + 4;  // and the points whose strains they need

/// Sums over the strains of a point. Symmetric: xx, xy, xz, yy, yz, zz. `corner` is row e0,
/// column e1.
struct StrainTile {
  double force0[3][kTileSlots], force1[3][kTileSlots];  // by e0, e1
  double torque0[kTileSlots], torque1[kTileSlots];      // by th0, th1
  double own0[6][kTileSlots], own1[6][kTileSlots], corner[9][kTileSlots];
  double mixed00[3][kTileSlots], mixed01[3][kTileSlots];  // e0 with th0, th1
  double mixed10[3][kTileSlots], mixed11[3][kTileSlots];  // e1 with th0, th1
  double twist00[kTileSlots], twist01[kTileSlots], twist11[kTileSlots];
};

constexpr double kTwoPi = 6.283185307179586;

/// 2 atan(t) by its series up to t^kLast.
template <int kLast>
inline Lanes atan_series(Lanes t) {
  const Lanes z = t * t;
  Lanes s = all(1.0 / kLast);
  for (int n = kLast - 2; n >= 3; n -= 2) s = 1.0 / n - z * s;
  return 2 * (t - t * z * s);
}

/// 2 atan(t): short for an eighth of a radian of twist, longer for half of one, else the library's.
inline Lanes twice_atan(Lanes t) {
  if (__builtin_expect(within(t, 1.0 / 16), 1)) return atan_series<13>(t);
  if (within(t, 0.25)) return atan_series<25>(t);
  Lanes out;
  for (int k = 0; k < 4; ++k) out[k] = 2 * __builtin_atan(t[k]);
  return out;
}

/// The angle of (cosine, sine) + whole turns, nearest to what it was.
inline Lanes unwound(Lanes cosine, Lanes sine, Lanes was) {
  Lanes angle = twice_atan(sine / (1 + cosine));
  const Lanes off = was - angle;
  if (!within(off, kTwoPi / 2))
    for (int k = 0; k < 4; ++k) angle[k] += kTwoPi * __builtin_round(off[k] / kTwoPi);
  return angle;
}

inline void put3(double (*to)[kTileSlots], int at, const Lanes3& v) {
  store(to[0] + at, v.x), store(to[1] + at, v.y), store(to[2] + at, v.z);
}

struct Symmetric {
  Lanes xx, xy, xz, yy, yz, zz;
};

inline Symmetric outer(const Lanes3& a, const Lanes3& b) {  // symmetric by its use
  return {a.x * b.x, a.x * b.y, a.x * b.z, a.y * b.y, a.y * b.z, a.z * b.z};
}
inline void add_outer(Symmetric& s, const Lanes3& a, const Lanes3& b) {
  s.xx += a.x * b.x, s.xy += a.x * b.y, s.xz += a.x * b.z;
  s.yy += a.y * b.y, s.yz += a.y * b.z, s.zz += a.z * b.z;
}
inline void add_pair(Symmetric& s, const Lanes3& a, const Lanes3& b) {  // a b^T + b a^T
  s.xx += 2 * a.x * b.x, s.xy += a.x * b.y + a.y * b.x, s.xz += a.x * b.z + a.z * b.x;
  s.yy += 2 * a.y * b.y, s.yz += a.y * b.z + a.z * b.y, s.zz += 2 * a.z * b.z;
}
inline void put6(double (*to)[kTileSlots], int at, const Symmetric& s, Lanes diagonal) {
  store(to[0] + at, s.xx + diagonal), store(to[1] + at, s.xy), store(to[2] + at, s.xz);
  store(to[3] + at, s.yy + diagonal), store(to[4] + at, s.yz), store(to[5] + at, s.zz + diagonal);
}

struct StrainGradient {
  Lanes3 e0, e1;
  Lanes th0, th1;
};

inline Lanes rate_of(const StrainGradient& g, const Lanes3& u0, const Lanes3& u1, Lanes w0,
                     Lanes w1) {
  return dot(g.e0, u0) + dot(g.e1, u1) + g.th0 * w0 + g.th1 * w1;
}

/// Strains at points `first` to `first + groups * 4` into slots from 0 on.
template <bool kMatrix>
inline void strain_tile(const RodView& rod, const RodRates& rates, int first, int groups,
                        StrainTile& tile) {
  const Channels c(rod);
  for (int group = 0; group < groups; ++group) {
    const int at = 4 * group, i = first + at;
    const Lanes3 t0 = c.three(kRodT, i - 1), t1 = c.three(kRodT, i);
    const Lanes3 d10 = c.three(kRodD1, i - 1), d11 = c.three(kRodD1, i);
    const Lanes3 d20 = c.three(kRodD2, i - 1), d21 = c.three(kRodD2, i);
    const Lanes eps0 = c.one(kRodInverse, i - 1), eps1 = c.one(kRodInverse, i);
    const Lanes cosine = dot(t0, t1), ic = 1 / (1 + cosine);
    const Lanes3 b = cross(t0, t1), kb = (2 * ic) * b, tt = ic * (t0 + t1);
    const Lanes3 w1 = d20 + d21, w2 = d10 + d11;
    const Lanes k1 = 0.5 * dot(kb, w1), k2 = -0.5 * dot(kb, w2);
    const Lanes3 wt1 = ic * w1, wt2 = (-ic) * w2, half_kb = 0.5 * kb;
    const StrainGradient g1{eps0 * (cross(t1, wt1) - k1 * tt), (-eps1) * (cross(t0, wt1) + k1 * tt),
                            -dot(half_kb, d10), -dot(half_kb, d11)};
    const StrainGradient g2{eps0 * (cross(t1, wt2) - k2 * tt), (-eps1) * (cross(t0, wt2) + k2 * tt),
                            -dot(half_kb, d20), -dot(half_kb, d21)};
    const StrainGradient g3{eps0 * half_kb, eps1 * half_kb, all(-1), all(1)};
    // The frame of edge i - 1 carried over to edge i: the twist is the angle from it to d1.
    const Lanes3 carried = cosine * d10 + cross(b, d10) + (dot(b, d10) * ic) * b;
    const Lanes across = dot(carried, d11), along = -dot(carried, d21);
    const Lanes rest_cos = c.one(kRodRestCos, i), rest_sin = c.one(kRodRestSin, i);
    const Lanes off = unwound(across * rest_cos + along * rest_sin,
                              along * rest_cos - across * rest_sin, c.one(kRodOff, i));
    store(c.at(kRodOff, i), off);

    Lanes s1 = k1 - c.one(kRodRestBend1, i), s2 = k2 - c.one(kRodRestBend2, i), s3 = off;
    const Lanes rest = c.one(kRodRest, i), axial = c.one(kRodAxial, i);
    Lanes stretch = rest / eps1 - 1;  // of edge i
    if (rates.viscous != 0) {
      const Lanes3 before = c.three(kRodV, i - 1), here = c.three(kRodV, i),
                   after = c.three(kRodV, i + 1);
      const Lanes3 u0 = here - before, u1 = after - here;
      const Lanes spin0 = c.one(kRodV + 3, i - 1), spin1 = c.one(kRodV + 3, i);
      s1 += rates.viscous * rate_of(g1, u0, u1, spin0, spin1);
      s2 += rates.viscous * rate_of(g2, u0, u1, spin0, spin1);
      s3 += rates.viscous * rate_of(g3, u0, u1, spin0, spin1);
      stretch += (rates.viscous * rest) * dot(t1, u1);
    }
    const Lanes b1 = c.one(kRodBend1, i), b2 = c.one(kRodBend2, i), b3 = c.one(kRodTorsion, i);
    Lanes m1 = b1 * s1, m2 = b2 * s2, m3 = b3 * s3;
    const Lanes tension = axial * stretch;
    put3(tile.force0, at, m1 * g1.e0 + m2 * g2.e0 + m3 * g3.e0);
    put3(tile.force1, at, m1 * g1.e1 + m2 * g2.e1 + m3 * g3.e1 + tension * t1);
    store(tile.torque0 + at, m1 * g1.th0 + m2 * g2.th0 - m3);
    store(tile.torque1 + at, m1 * g1.th1 + m2 * g2.th1 + m3);
    if constexpr (kMatrix) {
      const Lanes n1 = rates.gain * b1, n2 = rates.gain * b2, n3 = rates.gain * b3;
      m1 *= rates.geometric, m2 *= rates.geometric, m3 *= rates.geometric;
      // The Hessians of both curvatures are linear in (kappa, w): one evaluation for their sum.
      const Lanes k = m1 * k1 + m2 * k2, kic = k * ic;
      const Lanes3 big0 = m1 * d20 - m2 * d10, big1 = m1 * d21 - m2 * d11;
      const Lanes3 wt = ic * (big0 + big1), t1w = cross(t1, wt), t0w = cross(t0, wt);
      const Lanes3 p1 = n1 * g1.e0, p2 = n2 * g2.e0, p3 = n3 * g3.e0;
      const Lanes3 q1 = n1 * g1.e1, q2 = n2 * g2.e1, q3 = n3 * g3.e1;
      {
        const Lanes e2 = eps0 * eps0;
        Symmetric s = outer(p1, g1.e0);
        add_outer(s, p2, g2.e0), add_outer(s, p3, g3.e0);
        add_outer(s, (e2 * kic) * t0, t0);
        add_pair(s, e2 * (k * tt - t1w), tt);
        add_pair(s, (0.25 * e2) * (big0 - m3 * (t0 + tt)), kb);
        put6(tile.own0, at, s, -e2 * kic);
      }
      {
        const Lanes e2 = eps1 * eps1, lateral = rates.geometric * tension * eps1;
        Symmetric s = outer(q1, g1.e1);
        add_outer(s, q2, g2.e1), add_outer(s, q3, g3.e1);
        add_outer(s, (e2 * kic + rates.gain * axial * rest - lateral) * t1, t1);
        add_pair(s, e2 * (k * tt + t0w), tt);
        add_pair(s, (0.25 * e2) * (big1 - m3 * (t1 + tt)), kb);
        put6(tile.own1, at, s, lateral - e2 * kic);
      }
      {
        const Lanes e01 = eps0 * eps1;
        const Lanes3 left = e01 * ((2 * k) * tt - t1w - m3 * half_kb), up = e01 * tt;
        const Lanes3 flat = (-e01 * kic) * t0, spin = e01 * (wt - (m3 * ic) * t0);
        const auto entry = [&](Lanes left_r, Lanes up_r, Lanes flat_r, Lanes p1r, Lanes p2r,
                               Lanes p3r, Lanes tt_c, Lanes t0w_c, Lanes t1_c, Lanes g1c, Lanes g2c,
                               Lanes g3c) {
          return left_r * tt_c + up_r * t0w_c + flat_r * t1_c + p1r * g1c + p2r * g2c + p3r * g3c;
        };
        const auto row = [&](int r, Lanes left_r, Lanes up_r, Lanes flat_r, Lanes p1r, Lanes p2r,
                             Lanes p3r, const Lanes3& add) {
          store(tile.corner[3 * r] + at, add.x + entry(left_r, up_r, flat_r, p1r, p2r, p3r, tt.x,
                                                       t0w.x, t1.x, g1.e1.x, g2.e1.x, g3.e1.x));
          store(tile.corner[3 * r + 1] + at,
                add.y + entry(left_r, up_r, flat_r, p1r, p2r, p3r, tt.y, t0w.y, t1.y, g1.e1.y,
                              g2.e1.y, g3.e1.y));
          store(tile.corner[3 * r + 2] + at,
                add.z + entry(left_r, up_r, flat_r, p1r, p2r, p3r, tt.z, t0w.z, t1.z, g1.e1.z,
                              g2.e1.z, g3.e1.z));
        };
        const Lanes same = -e01 * kic;  // - (k / chi) I - [spin]
        row(0, left.x, up.x, flat.x, p1.x, p2.x, p3.x, {same, spin.z, -spin.y});
        row(1, left.y, up.y, flat.y, p1.y, p2.y, p3.y, {-spin.z, same, spin.x});
        row(2, left.z, up.z, flat.z, p1.z, p2.z, p3.z, {spin.y, -spin.x, same});
      }
      const Lanes3 turned0 = (-m1) * d10 - m2 * d20, turned1 = (-m1) * d11 - m2 * d21;
      const Lanes h0 = dot(half_kb, turned0), h1 = dot(half_kb, turned1);
      put3(tile.mixed00, at,
           g1.th0 * p1 + g2.th0 * p2 - p3 + eps0 * (ic * cross(t1, turned0) - h0 * tt));
      put3(tile.mixed01, at,
           g1.th1 * p1 + g2.th1 * p2 + p3 + eps0 * (ic * cross(t1, turned1) - h1 * tt));
      put3(tile.mixed10, at,
           g1.th0 * q1 + g2.th0 * q2 - q3 - eps1 * (ic * cross(t0, turned0) + h0 * tt));
      put3(tile.mixed11, at,
           g1.th1 * q1 + g2.th1 * q2 + q3 - eps1 * (ic * cross(t0, turned1) + h1 * tt));
      store(tile.twist00 + at,
            n1 * g1.th0 * g1.th0 + n2 * g2.th0 * g2.th0 + n3 - dot(half_kb, big0));
      store(tile.twist01 + at, n1 * g1.th0 * g1.th1 + n2 * g2.th0 * g2.th1 - n3);
      store(tile.twist11 + at,
            n1 * g1.th1 * g1.th1 + n2 * g2.th1 * g2.th1 + n3 - dot(half_kb, big1));
    }
  }
}

}  // namespace
}  // namespace peal

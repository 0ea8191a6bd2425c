// One contact with Coulomb friction, solved exactly.
// In: the contact's Delassus block W [1/kg] in the frame (n, t1, t2), the relative velocity b [m/s]
// that it would have without its impulse (wanted normal speed already taken off), friction mu. Out:
// the impulse r [N s] and the velocity u = W r + b with, after de Saxce and Feng (1998),
//   r in K_mu = {|r_T| <= mu r_N},  u + mu |u_T| n in the dual cone,  both orthogonal:
// take-off (r = 0, u_N >= 0), stick (u = 0) or slip (u_N = 0, u_T = -l r_T, |r_T| = mu r_N, l > 0).
// With the Schur complement S = W_TT - W_TN W_NT / W_NN, diagonal in the frame chosen here,
//   r_i(l) = -c_i / (S_i + l),  c = b_T - W_TN b_N / W_NN,  r_N(l) = -(b_N + W_NT r_T) / W_NN,
// the slip rate l is a zero of F(l) = mu r_N / |r_T| - 1. If b_N < 0 and the stick solution is
// outside the cone, F(0) < 0 and F(l) -> +inf: a root exists whatever the block, also where mu
// |W_NT| > W_NN (Painleve). F is nearly straight: Newton, safeguarded by bisection.
// A compliance C [1/kg] softens the normal: u_N = (W r)_N + b_N + C r_N (an implicit spring).
// Real-time safe.
#pragma once
#include <cmath>

#include "base/vec.h"

namespace peal {

/// A symmetric 3x3 matrix.
struct SymMat3 {
  double xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;

  static SymMat3 scalar(double s) noexcept { return {s, s, s, 0, 0, 0}; }
};
inline Vec3 operator*(const SymMat3& m, const Vec3& v) noexcept {
  return {m.xx * v.x + m.xy * v.y + m.xz * v.z, m.xy * v.x + m.yy * v.y + m.yz * v.z,
          m.xz * v.x + m.yz * v.y + m.zz * v.z};
}

/// The block with compliance, factorised; tangents turned so that S is diagonal. What is singular
/// or lost in rounding is lifted to 1e-14 of the block: friction along it is then at its limit.
struct LocalContact {
  double inverse_normal = 0;            // [kg] 1 / (W_NN + C)
  double lean1 = 0, lean2 = 0;          // W_TN / (W_NN + C)
  double s1 = 0, s2 = 0;                // [1/kg] S
  double inverse1 = 0, inverse2 = 0;    // [kg] 1 / S
  double compliance = 0, friction = 0;  // [1/kg], mu
  double scale = 0;                     // [1/kg] largest of W_NN + C, S_1, S_2
};

struct LocalImpulse {
  double normal = 0, t1 = 0, t2 = 0;  // [N s]
  double slip = 0;  // [1/kg] |c| / (mu press) - l of the last slip: what S is along it. It changes
                    // with its direction alone, so that it is the best guess for the next search
};

/// How t1 and t2 were turned: t1' = cosine t1 + sine t2, t2' = -sine t1 + cosine t2.
struct TangentTurn {
  double cosine = 1, sine = 0;
};

inline constexpr int kSlipIterations = 80;

namespace coulomb_detail {

inline double larger(double a, double b) noexcept { return a > b ? a : b; }
inline bool in_range(double x, double low, double high) noexcept { return x >= low && x <= high; }

}  // namespace coulomb_detail

/// False when nothing can move along the normal or a number is out of range: `out` is unchanged.
/// @param w the block in (n, t1, t2), symmetric, positive semidefinite up to rounding.
inline bool factorise(const SymMat3& w, double compliance, double friction, LocalContact& out,
                      TangentTurn& turn) noexcept {
  using coulomb_detail::in_range, coulomb_detail::larger;
  const double tangential = larger(w.yy, w.zz), whole = larger(w.xx, tangential);
  if (!in_range(whole, 1e-60, 1e60) || !in_range(w.xx, 1e-15 * whole, 1e60)) return false;
  if (!in_range(compliance, 0, 1e60) || !in_range(friction, 0, 1e6)) return false;
  if (!in_range(w.yy, -1e-12 * whole, 1e60) || !in_range(w.zz, -1e-12 * whole, 1e60)) return false;
  if (!(std::fabs(w.xy) + std::fabs(w.xz) + std::fabs(w.yz) <= 4 * whole)) return false;
  LocalContact f;
  const double normal = w.xx + compliance;
  f.inverse_normal = 1 / normal;
  const double a = w.yy - w.xy * w.xy * f.inverse_normal;
  const double b = w.zz - w.xz * w.xz * f.inverse_normal;
  const double c = w.yz - w.xy * w.xz * f.inverse_normal;
  // Jacobi's rotation: tan 2 phi = 2 c / (a - b)
  if (std::fabs(c) > 1e-15 * tangential) {
    const double half = 0.5 * (a - b), root = std::sqrt(half * half + c * c);
    const double t = c / (std::fabs(half) + root) * (half < 0 ? -1 : 1);
    turn.cosine = 1 / std::sqrt(1 + t * t), turn.sine = t * turn.cosine;
    f.s1 = a + t * c, f.s2 = b - t * c;
  } else {
    turn = {};
    f.s1 = a, f.s2 = b;
  }
  const double least = 1e-14 * larger(tangential, 1e-2 * w.xx);
  f.s1 = larger(f.s1, least), f.s2 = larger(f.s2, least);
  f.inverse1 = 1 / f.s1, f.inverse2 = 1 / f.s2;
  f.lean1 = (turn.cosine * w.xy + turn.sine * w.xz) * f.inverse_normal;
  f.lean2 = (turn.cosine * w.xz - turn.sine * w.xy) * f.inverse_normal;
  if (std::fabs(f.lean1) + std::fabs(f.lean2) <= 1e-13 * tangential * f.inverse_normal)
    f.lean1 = f.lean2 = 0;
  f.compliance = compliance, f.friction = friction;
  f.scale = larger(normal, larger(f.s1, f.s2));
  out = f;
  return true;
}

namespace coulomb_detail {

/// Slip with mu r_N = |r_T|. @param press r_N without friction, > 0. @param guess
/// LocalImpulse::slip.
inline LocalImpulse solve_slip(const LocalContact& f, double press, double c1, double c2,
                               double guess, double tolerance) noexcept {
  double low = 0, high = 1e300;  // F < 0, F >= 0
  const double wide = std::sqrt(c1 * c1 + c2 * c2) / (f.friction * press);
  if (!(wide < 1e150)) return {press, 0, 0, guess};  // no friction to speak of
  double l = wide - guess;
  if (!(l > 0)) l = 0;
  for (int i = 0;; ++i) {
    const double p1 = f.s1 + l, p2 = f.s2 + l, both = 1 / (p1 * p2), a1 = p2 * both, a2 = p1 * both;
    const double r1 = -c1 * a1, r2 = -c2 * a2, square = r1 * r1 + r2 * r2, t = std::sqrt(square);
    const double normal = press - f.lean1 * r1 - f.lean2 * r2;
    const double most = f.friction * normal, value = most - t;  // t F
    (value < 0 ? low : high) = l;
    if (std::fabs(value) <= tolerance * t || high - low <= 4e-16 * high || i == kSlipIterations) {
      if (!(normal > 0)) return {0, 0, 0, guess};
      // what the search left over goes out of the friction: never outside the cone
      const double k = t > most ? most / t : 1;
      return {normal, k * r1, k * r2, wide - l};
    }
    const double e1 = r1 * a1, e2 = r2 * a2;  // -dr/dl
    const double slope =
        f.friction * ((f.lean1 * e1 + f.lean2 * e2) * square + normal * (r1 * e1 + r2 * e2));
    l -= value * square / slope;
    if (slope > 0 && l > low && l < high) continue;
    if (high == 1e300) {  // from here on mu (press - lean c / (s + l)) >= c / (s + l)
      const double lean = std::sqrt(f.lean1 * f.lean1 + f.lean2 * f.lean2);
      high = wide * (1 + f.friction * lean);
    }
    l = low > 0 && high > 4 * low ? std::sqrt(low) * std::sqrt(high) : 0.5 * (low + high);
  }
}

}  // namespace coulomb_detail

/// The impulse for given press = -b_N / (W_NN + C) [N s] and c [m/s].
inline LocalImpulse solve_reduced(const LocalContact& f, double press, double c1, double c2,
                                  double guess, double tolerance) noexcept {
  if (!(press > 0)) return {0, 0, 0, guess};
  const double r1 = -c1 * f.inverse1, r2 = -c2 * f.inverse2;
  const double normal = press - f.lean1 * r1 - f.lean2 * r2, limit = f.friction * normal;
  if (limit >= 0 && r1 * r1 + r2 * r2 <= limit * limit) return {normal, r1, r2, guess};
  if (f.lean1 == 0 && f.lean2 == 0 && std::fabs(f.s1 - f.s2) <= 1e-13 * f.s1) {
    // A round block: the friction opposes c, at its limit.
    const double k = -f.friction * press / std::sqrt(c1 * c1 + c2 * c2);
    return {press, k * c1, k * c2, guess};
  }
  return coulomb_detail::solve_slip(f, press, c1, c2, guess, tolerance);
}

/// The impulse for the velocity b = (N, 1, 2) in the turned frame.
inline LocalImpulse solve_local(const LocalContact& f, double bn, double b1, double b2,
                                double guess = 0, double tolerance = 1e-15) noexcept {
  return solve_reduced(f, -bn * f.inverse_normal, b1 - f.lean1 * bn, b2 - f.lean2 * bn, guess,
                       tolerance);
}

/// |r - P_K(r - rho (u + mu |u_T| n))| / rho [m/s] with rho = 1 / scale: 0 exactly at solutions.
/// @param un with compliance and without the wanted speed.
inline double natural_map(const LocalContact& f, const LocalImpulse& r, double un, double u1,
                          double u2) noexcept {
  const double rho = 1 / f.scale, mu = f.friction;
  const double n = r.normal - rho * (un + mu * std::sqrt(u1 * u1 + u2 * u2));
  const double x1 = r.t1 - rho * u1, x2 = r.t2 - rho * u2, t = std::sqrt(x1 * x1 + x2 * x2);
  double pn = n, k = 1;  // the projection is (pn, k x)
  if (t > mu * n || n < 0) {
    pn = coulomb_detail::larger((n + mu * t) / (1 + mu * mu), 0);
    k = t > 0 ? mu * pn / t : 0;
  }
  const double dn = r.normal - pn, d1 = r.t1 - k * x1, d2 = r.t2 - k * x2;
  return std::sqrt(dn * dn + d1 * d1 + d2 * d2) * f.scale;
}

}  // namespace peal

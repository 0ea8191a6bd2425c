// A contact as the sweeps read it: four cache lines, in the order of the sweeps. Real-time safe.
#pragma once
#include "physics/coulomb/coulomb_bodies.h"

namespace peal {

enum class PackedKind : std::uint8_t { fixed, driven, rigid, point, points, twisted };

/// Of a rod's edge that may turn.
struct TwistTerm {
  std::uint32_t slot = 0;
  Vec3 lever;  // [m]
};

struct PackedSide {
  double lever[3] = {};        // arm or weights
  std::uint32_t slot[3] = {};  // of a point whose weight is 0: the first again
  std::uint32_t twist = 0;     // index of a TwistTerm
};

struct alignas(64) PackedContact {
  Vec3 normal, tangent;  // the second tangent is their cross product
  PackedSide a, b;
  LocalContact local;
  LocalImpulse impulse;
  double goal = 0;  // [m/s] least separating speed after
  PackedKind kind_a = PackedKind::fixed, kind_b = PackedKind::fixed;
};
static_assert(sizeof(PackedContact) == 256);

/// Where sweeps read and write.
struct PackedBodies {
  CoulombPoint* points = nullptr;
  CoulombRigid* rigids = nullptr;
  CoulombTwist* twists = nullptr;
  const TwistTerm* terms = nullptr;
};

namespace coulomb_detail {

inline Vec3 velocity_of(const PackedSide& s, PackedKind kind, const PackedBodies& bodies) noexcept {
  switch (kind) {
    case PackedKind::fixed:
      return {};
    case PackedKind::driven:
    case PackedKind::rigid: {
      const CoulombRigid& body = bodies.rigids[s.slot[0]];
      return body.velocity + cross(body.spin, {s.lever[0], s.lever[1], s.lever[2]});
    }
    case PackedKind::point:
      return bodies.points[s.slot[0]].velocity;
    default:
      break;
  }
  Vec3 v = s.lever[0] * bodies.points[s.slot[0]].velocity +
           s.lever[1] * bodies.points[s.slot[1]].velocity +
           s.lever[2] * bodies.points[s.slot[2]].velocity;
  if (kind == PackedKind::twisted) {
    const TwistTerm& term = bodies.terms[s.twist];
    v += bodies.twists[term.slot].rate * term.lever;
  }
  return v;
}

inline void push_side(const PackedSide& s, PackedKind kind, const PackedBodies& bodies,
                      const Vec3& impulse) noexcept {
  switch (kind) {
    case PackedKind::fixed:
    case PackedKind::driven:
      return;
    case PackedKind::rigid: {
      CoulombRigid& body = bodies.rigids[s.slot[0]];
      body.velocity += body.inverse_mass * impulse;
      body.spin += body.inverse_inertia * cross({s.lever[0], s.lever[1], s.lever[2]}, impulse);
      return;
    }
    case PackedKind::point: {
      CoulombPoint& point = bodies.points[s.slot[0]];
      point.velocity += point.mobility * impulse;
      return;
    }
    default:
      break;
  }
  for (int k = 0; k < 3; ++k) {
    if (s.lever[k] == 0) continue;
    CoulombPoint& point = bodies.points[s.slot[k]];
    point.velocity += point.mobility * (s.lever[k] * impulse);
  }
  if (kind == PackedKind::twisted) {
    const TwistTerm& term = bodies.terms[s.twist];
    CoulombTwist& twist = bodies.twists[term.slot];
    twist.rate += twist.inverse_inertia * dot(term.lever, impulse);
  }
}

inline Vec3 world_of(const PackedContact& c, double n, double t1, double t2) noexcept {
  return n * c.normal + t1 * c.tangent + t2 * cross(c.normal, c.tangent);
}

/// In the frame of the contact (normal, t1, t2); of a against b.
inline Vec3 relative_velocity(const PackedContact& c, const PackedBodies& bodies) noexcept {
  const Vec3 u = velocity_of(c.a, c.kind_a, bodies) - velocity_of(c.b, c.kind_b, bodies);
  return {dot(c.normal, u), dot(c.tangent, u), dot(cross(c.normal, c.tangent), u)};
}

inline void push_both(const PackedContact& c, const PackedBodies& bodies,
                      const Vec3& impulse) noexcept {
  push_side(c.a, c.kind_a, bodies, impulse);
  push_side(c.b, c.kind_b, bodies, -impulse);
}

/// Keeps the normal part where it can.
inline void into_cone(LocalImpulse& r, double friction) noexcept {
  if (!(r.normal > 0)) {
    r.normal = r.t1 = r.t2 = 0;
    return;
  }
  const double square = r.t1 * r.t1 + r.t2 * r.t2, most = friction * r.normal;
  if (square <= most * most) return;
  const double k = most / std::sqrt(square);
  r.t1 *= k, r.t2 *= k;
}

/// Solves one contact against the present velocities of its bodies. @param part of the way that is
/// gone: above 1 over-relaxation, below 1 where others answer between sweeps. @param tolerance of
/// mu r_N = |r_T| in slip. Returns the square of the change [m^2/s^2].
///   c_i = u_i - S_i r_i - lean_i w,  press = r_N + lean . r_T - w / W_NN,  w = u_N - goal + C r_N
inline double relax(PackedContact& c, const PackedBodies& bodies, double part,
                    double tolerance) noexcept {
  const LocalContact& f = c.local;
  const LocalImpulse old = c.impulse;
  const Vec3 u = relative_velocity(c, bodies);
  const double w = u.x - c.goal + f.compliance * old.normal;
  const double press = old.normal + f.lean1 * old.t1 + f.lean2 * old.t2 - w * f.inverse_normal;
  LocalImpulse r = solve_reduced(f, press, u.y - f.s1 * old.t1 - f.lean1 * w,
                                 u.z - f.s2 * old.t2 - f.lean2 * w, old.slip, tolerance);
  double dn = r.normal - old.normal, d1 = r.t1 - old.t1, d2 = r.t2 - old.t2;
  const double square = dn * dn + d1 * d1 + d2 * d2;
  if (square == 0) {
    c.impulse.slip = r.slip;
    return 0;
  }
  if (!(square < 1e200)) return 1e200;  // never a number that is none
  if (part != 1) {
    r = {old.normal + part * dn, old.t1 + part * d1, old.t2 + part * d2, r.slip};
    if (part > 1) into_cone(r, f.friction);
    dn = r.normal - old.normal, d1 = r.t1 - old.t1, d2 = r.t2 - old.t2;
  }
  c.impulse = r;
  push_both(c, bodies, world_of(c, dn, d1, d2));
  return square * f.scale * f.scale;
}

}  // namespace coulomb_detail

}  // namespace peal

// What touches: slots with velocities, and sides, the ways in which a contact point hangs on them.
// A side gives the velocity of its point [m/s], the mobility W [1/kg] there, and takes impulses:
//   fixed     nothing moves
//   rigid     v + omega x arm                         (coin, cup, grain that spins)
//   points    sum of weights times velocities of 1-3  (grain, rod point, node; edge; triangle)
//   twist     may join points: + rate * lever         (a rod's edge turns: lever = t x offset)
// Whoever owns the bodies copies their velocities into slots before a solve and back after it; the
// solver knows no scene. A rigid slot with no inverse mass and no inverse inertia moves as told.
#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "base/constants.h"
#include "base/vec.h"
#include "physics/coulomb/local_contact_kernel.h"

namespace peal {

struct CoulombPoint {
  Vec3 velocity;     // [m/s]
  SymMat3 mobility;  // [1/kg] I / m, or the effective one of a point in an implicit step
};

struct alignas(64) CoulombRigid {
  Vec3 velocity;            // [m/s] of the centre of mass
  double inverse_mass = 0;  // [1/kg]
  Vec3 spin;                // [rad/s] world
  SymMat3 inverse_inertia;  // [1/(kg m^2)] world
};

/// Moves as told: takes no impulse.
inline bool is_driven(const CoulombRigid& body) noexcept {
  const SymMat3& m = body.inverse_inertia;
  return body.inverse_mass == 0 && m.xx == 0 && m.yy == 0 && m.zz == 0;
}

struct CoulombTwist {
  double rate = 0;             // [rad/s]
  double inverse_inertia = 0;  // [1/(kg m^2)]
};

struct CoulombBodies {
  std::span<CoulombPoint> points = {};
  std::span<CoulombRigid> rigids = {};
  std::span<CoulombTwist> twists = {};
};

inline constexpr std::uint32_t kNoTwist = 0xffffffff;

struct CoulombSide {
  enum class Kind : std::uint8_t { fixed, rigid, points };
  Kind kind = Kind::fixed;
  std::uint8_t count = 0;               // of points, 1 to 3
  std::array<std::uint32_t, 3> slot{};  // of rigids or points
  Vec3 lever;                           // rigid: arm [m]; points: their weights
  std::uint32_t twist = kNoTwist;       // slot, with points only
  Vec3 twist_lever;                     // [m]

  static CoulombSide fixed() { return {}; }
  static CoulombSide rigid(std::uint32_t body, const Vec3& arm) {
    return {Kind::rigid, 0, {body, 0, 0}, arm, kNoTwist, {}};
  }
  static CoulombSide point(std::uint32_t p) {
    return {Kind::points, 1, {p, 0, 0}, {1, 0, 0}, kNoTwist, {}};
  }
  /// At p (1 - s) + q s.
  static CoulombSide edge(std::uint32_t p, std::uint32_t q, double s) {
    return {Kind::points, 2, {p, q, 0}, {1 - s, s, 0}, kNoTwist, {}};
  }
  static CoulombSide triangle(std::array<std::uint32_t, 3> corners, const Vec3& weights) {
    return {Kind::points, 3, corners, weights, kNoTwist, {}};
  }
  CoulombSide with_twist(std::uint32_t slot_of_twist, const Vec3& lever_of_twist) const {
    CoulombSide out = *this;
    out.twist = slot_of_twist, out.twist_lever = lever_of_twist;
    return out;
  }
};

/// Who touches whom and where: the same from step to step while a contact lasts.
struct CoulombKey {
  std::uint64_t pair = 0, feature = 0;

  bool operator==(const CoulombKey&) const = default;
};

struct CoulombContact {
  CoulombKey key;
  CoulombSide a, b;
  Vec3 normal;             // from b to a; any length but 0
  double friction = 0;     // mu
  double restitution = 0;  // Newton's, 0 to 1
  double target = 0;       // [m/s] least separating speed after: -gap / step when not yet touching
  double compliance = 0;   // [1/kg] on the diagonal of the Delassus operator, normal part
};

/// A contact with stiffness k [N/m] and damping d [N s/m], implicit over a step h:
/// r = -h (k (gap + h u_N) + d u_N)  <=>  u_N - target + C r = 0.
struct SoftContact {
  double compliance = 0;  // [1/kg] 1 / (h^2 k + h d)
  double target = 0;      // [m/s] -gap k h / (h^2 k + h d)
};
inline SoftContact soft_contact(double gap, double stiffness, double damping, double step) {
  const double both = step * (step * stiffness + damping);
  return {1 / both, -gap * stiffness * step / both};
}
/// [N/m] of a spring between masses 1 / mobility that throws them apart after half a period `time`,
/// Hertz's time of the pair.
inline double stiffness_of_duration(double time, double mobility) {
  const double omega = kPi / time;
  return omega * omega / mobility;
}

}  // namespace peal

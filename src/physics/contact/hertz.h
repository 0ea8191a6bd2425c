// Hertz contact of two elastic bodies: how long they touch and how hard they press.
// In: reduced radius [m], effective mass [kg], reduced modulus [Pa], closing speed [m/s], impulse
// [N s]. Out: stiffness, largest compression, contact time, peak force. Hertz 1881; Chadwick, Zheng
// & James 2012, "Precomputed acceleration noise", eq. 8. Real-time safe: no allocation, no
// exceptions. Numbers outside the limits below (also NaN, zero and negative ones) are moved to the
// nearest limit, so that every result is finite and positive.
#pragma once
#include <cmath>
#include <limits>

#include "base/constants.h"
#include "base/vec.h"

namespace peal {

/// Mass of an immovable partner, modulus of a rigid one, radius of a flat one.
inline constexpr double kUnlimited = std::numeric_limits<double>::infinity();

inline constexpr double kHertzMinSpeed = 1e-4, kHertzMaxSpeed = 1e3;      // [m/s]
inline constexpr double kHertzMinMass = 1e-12, kHertzMaxMass = 1e6;       // [kg]
inline constexpr double kHertzMinRadius = 1e-7, kHertzMaxRadius = 1e3;    // [m]
inline constexpr double kHertzMinModulus = 1e2, kHertzMaxModulus = 1e13;  // [Pa]

// tau = kHertzTimeOfCompression alpha_max / V = kHertzTime (m^2 / (r E*^2 V))^(1/5), with
// 2 Int_0^1 dx / sqrt(1 - x^(5/2)) = 2 sqrt(pi) Gamma(7/5) / Gamma(9/10), times (15/16)^(2/5).
inline constexpr double kHertzTimeOfCompression = 2.9432751843247047;
inline constexpr double kHertzTime = 2.8682656991953314;  // 2.87 in print
/// A half-sine of this part of the contact time is closest to the true force (relative L2 error of
/// the force 4.6 % instead of 14 %).
inline constexpr double kHertzClosestHalfSine = 0.877;

/// 1 / (1/a + 1/b): radii, moduli E/(1 - nu^2) and masses of two partners. One side may be
/// kUnlimited.
inline double reduced(double a, double b) noexcept { return 1 / (1 / a + 1 / b); }

/// What one free body adds to 1/m_eff [1/kg] at a touching point: 1/m + (r x n) . I^-1 (r x n).
/// Arm r [m] from the centre of mass and unit normal n in the body's principal frame.
/// An immovable partner adds 0.
inline double mobility(double mass, const Vec3& inertia_diagonal, const Vec3& arm,
                       const Vec3& normal) noexcept {
  const Vec3 lever = cross(arm, normal);
  return 1 / mass + lever.x * lever.x / inertia_diagonal.x +
         lever.y * lever.y / inertia_diagonal.y + lever.z * lever.z / inertia_diagonal.z;
}

/// m_eff [kg] from the mobilities of both partners.
inline double effective_mass(double mobility_a, double mobility_b = 0) noexcept {
  return 1 / (mobility_a + mobility_b);
}

struct HertzPair {
  double radius = 0;   // [m] reduced
  double mass = 0;     // [kg] effective
  double modulus = 0;  // [Pa] reduced, E*
};

struct HertzContact {
  double stiffness = 0;        // [N/m^1.5] K in F = K alpha^1.5
  double max_compression = 0;  // [m]
  double duration = 0;         // [s]
  double peak_force = 0;       // [N] of the elastic contact
};

namespace hertz_detail {
// NaN fails both comparisons and becomes the lower limit.
inline double limited(double x, double low, double high) noexcept {
  return x >= low ? (x <= high ? x : high) : low;
}
}  // namespace hertz_detail

/// m a'' = -K a^1.5 started at a = 0 with the closing speed.
inline HertzContact hertz_contact(const HertzPair& pair, double closing_speed) noexcept {
  using hertz_detail::limited;
  const double r = limited(pair.radius, kHertzMinRadius, kHertzMaxRadius);
  const double m = limited(pair.mass, kHertzMinMass, kHertzMaxMass);
  const double e = limited(pair.modulus, kHertzMinModulus, kHertzMaxModulus);
  const double v = limited(closing_speed, kHertzMinSpeed, kHertzMaxSpeed);
  HertzContact c;
  c.stiffness = 4.0 / 3.0 * std::sqrt(r) * e;
  c.max_compression = std::pow(1.25 * m * v * v / c.stiffness, 0.4);
  c.duration = kHertzTimeOfCompression * c.max_compression / v;
  c.peak_force = 1.25 * m * v * v / c.max_compression;
  return c;
}

}  // namespace peal

// From hits of grains to pressure at an ear: two balls of any radii and materials push each other
// apart, each sounds as an accelerated ball with its own distance, direction and travel time; that
// they scatter each other's sound is left out, as in Koss 1974 and in Marko's thesis.
//   contact time: Hertz, tau = 2.8683 (m^2 / (r E*^2 V))^(1/5)
//   momentum:  dv = J / M, the impulse of the collision                    (default)
//   thesis:    half-sine of the peak force of Hertz, without losses: 1.17 times the momentum at e =
//   1
// SI. Adding neither allocates nor throws.
#pragma once
#include <memory>
#include <span>

#include "base/vec.h"
#include "dsp/grains/grain_click_table.h"
#include "dsp/grains/grain_ring.h"
#include "physics/contact/force_profile.h"
#include "physics/contact/hertz.h"

namespace peal {

enum class GrainAmplitude { momentum, thesis };

struct GrainBall {
  double radius = 1e-3;                             // [m]
  double mass = 1e-5;                               // [kg] kUnlimited: does not move
  double modulus = 7e10;                            // [Pa] E / (1 - nu^2)
  std::shared_ptr<const GrainRing> ring = nullptr;  // none: it does not ring
};

struct GrainPairSettings {
  ForceProfile profile = ForceProfile::half_sine;
  double restitution = 1;  // of the inelastic profile
  GrainAmplitude amplitude = GrainAmplitude::momentum;
  double slowest = 1e-4, fastest = 20;  // [m/s] for which tables are made
  double longest = 0.015;  // [s] contacts that last longer sound as if they lasted that
  double rate = 48000;     // [Hz]
  Air air;
};

/// One collision. n points from b to a.
struct GrainBlow {
  double time = 0;  // [s] of first touch
  Vec3 place;       // [m] of the contact
  Vec3 normal;
  double speed = 0, impulse = 0;  // [m/s], [N s]
};

/// What all ears share of a collision.
struct GrainStrength {
  double duration = 1e-5, log2_duration = -16;  // [s]
  double carried = 0;                           // [N s]
  double near = 0, far = 0;  // no sample at a distance r > reach is larger than near/x^2 + far/x,
  double reach = 0;          // x = r - reach [Pa m^2, Pa m, m]
};

/// Pressure of one ear [Pa]; samples[0] is sample `first`.
struct GrainEar {
  Vec3 place;  // [m] when the sound arrives
  std::int64_t first = 0;
  std::span<float> samples;
};

class GrainPairSound {
 public:
  /// Mass kUnlimited for b: a wall, that does not sound here.
  GrainPairSound(const GrainBall& a, const GrainBall& b, const GrainPairSettings& settings);

  /// [s] of the whole contact.
  double duration(double speed) const noexcept;
  /// [m/s] that half-sine or quarters carry to a ball of mass 1 kg.
  double carried(double speed, double impulse) const noexcept;
  GrainStrength strength(double speed, double impulse) const noexcept;
  /// Adds the sound of both; what lies outside of the ear's samples is left out. A sample gets the
  /// same bits whichever stretch of them is given.
  void add(const GrainBlow& blow, const GrainStrength& strength,
           const GrainEar& ear) const noexcept;
  void add(const GrainBlow& blow, const GrainEar& ear) const noexcept {
    add(blow, strength(blow.speed, blow.impulse), ear);
  }
  /// [Pa] no sample at the ear is larger.
  double bound(const GrainBlow& blow, const GrainStrength& strength,
               const Vec3& ear) const noexcept;
  double bound(const GrainBlow& blow, const Vec3& ear) const noexcept {
    return bound(blow, strength(blow.speed, blow.impulse), ear);
  }
  /// [Pa] the same in whichever direction the ear is, from its distance to the contact [m] alone.
  static double bound(const GrainStrength& strength, double distance) noexcept {
    const double x = distance - strength.reach;
    return x > strength.reach ? (strength.near / x + strength.far) / x : kUnlimited;
  }
  /// [samples] before the arrival of the first touch, and after it, where its sound may be.
  int before() const noexcept { return before_; }
  int after(const GrainStrength& strength) const noexcept;

 private:
  GrainClick click(int ball, const GrainBlow& blow, const GrainStrength& strength,
                   const Vec3& ear) const noexcept;
  GrainRingBlow ringing(int ball, const GrainBlow& blow,
                        const GrainStrength& strength) const noexcept;

  GrainBall balls_[2];
  GrainPairSettings settings_;
  double loudness_[2] = {}, slowness_ = 0;  // +-rho a^3 / m of each ball [1], 1/c
  int before_ = 0, taps_ = 0;
  double log2_at_unit_speed_ = 0, delay_ = 0;  // delay_: part of the contact time before the force
  std::shared_ptr<const GrainClickTable> tables_[2];
};

}  // namespace peal

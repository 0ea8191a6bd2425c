// What a world of grains is told and what it tells: kinds of grains, laws of their collisions,
// hits. SI units. docs/theory/grains.md
#pragma once
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/constants.h"
#include "base/vec.h"

namespace peal {

inline constexpr double kNever = std::numeric_limits<double>::infinity();  // [s]

struct GrainKind {
  double radius = 1e-3;   // [m]
  double density = 2500;  // [kg/m^3]
  int material = 0;       // row of the tables of restitution and friction
  /// Tangent of the slope on which it begins to roll; grains that are not round have more.
  double rolling = 0.03;

  double mass() const { return 4.0 / 3.0 * kPi * radius * radius * radius * density; }  // [kg]
};

struct GrainStart {
  Vec3 place;     // [m]
  Vec3 velocity;  // [m/s]
  int kind = 0;
};

/// Speed after over speed before. Below `viscous_speed` it tends to 1 with the fifth root of the
/// speed (viscoelastic spheres), above `yield_speed` it falls with its fourth root (plastic ones).
struct Restitution {
  double value = 0.9;           // in [0, 1]
  double viscous_speed = 0;     // [m/s]
  double yield_speed = kNever;  // [m/s]

  double at(double speed) const noexcept {
    if (speed < viscous_speed) return 1 - (1 - value) * std::pow(speed / viscous_speed, 0.2);
    if (speed > yield_speed) return value * std::pow(speed / yield_speed, -0.25);
    return value;
  }
};

/// Grains that hardly move and lie on walls or on grains at rest are at rest themselves until they
/// are hit hard enough.
struct GrainRest {
  bool allowed = false;
  double energy = 1e-3;  // over m g R: less kinetic energy than that is rest
  double wake = 4;       // over `energy`: what a hit must give to set it free
  /// Weight may lean out of the contacts by this angle's tangent, or that of the kind's `rolling`.
  double friction = 0.2;
  double window = 20;  // [contact times] in which contacts count as lasting
};

struct GrainLaws {
  Vec3 gravity{0, -9.81, 0};                 // [m/s^2]
  std::vector<Restitution> restitution{{}};  // materials x materials, grains and walls alike
  /// Coulomb's coefficient, materials x materials; empty: grains are smooth and do not spin.
  std::vector<double> friction;
  /// TC model (Luding & McNamara 1998): a grain that collided with another less than this ago
  /// collides elastically. Walls and grains at rest give back at least gravity * contact_time / 4,
  /// so that bounces on them do not become endless either. 0: neither. [s]
  double contact_time = 0;
  double contact_speed = kNever;  // [m/s] faster collisions than this follow `restitution` always
  double quietest = 0;            // [m/s] slower hits happen, but are not told
  GrainRest rest;
};

/// Two grains, or a grain and a wall. Compact: there are millions of them.
struct GrainHit {
  double time = 0;                  // [s]
  float place[3] = {0, 0, 0};       // [m] of the contact
  std::int16_t normal[2] = {0, 0};  // unit vector from partner to grain, unpacked_normal()
  float speed = 0;                  // [m/s] of approach along the normal
  float impulse = 0;                // [N s]
  std::int32_t grain = 0;
  std::int32_t partner = 0;  // >= 0: grain; < 0: wall of body -1 - partner

  template <class Self, class Archive>
  static void state_fields(Self& self, Archive& archive) {
    archive(self.time, self.place[0], self.place[1], self.place[2], self.normal[0], self.normal[1],
            self.speed, self.impulse, self.grain, self.partner);
  }
  bool on_wall() const { return partner < 0; }
  int body() const { return -1 - partner; }
};
static_assert(sizeof(GrainHit) == 40);

/// Octahedron of the unit vectors in two numbers: within 5e-5 rad.
void pack_normal(const Vec3& n, std::int16_t (&out)[2]) noexcept;
Vec3 unpacked_normal(const GrainHit& hit) noexcept;

}  // namespace peal

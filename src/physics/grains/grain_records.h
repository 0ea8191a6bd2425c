// What a world of grains is told about bodies on their way, and what it tells: places, pushes,
// counts. SI units.
#pragma once
#include <cstdint>

#include "base/pose_track.h"
#include "base/vec.h"

namespace peal {

struct GrainMotion {
  Vec3 place;     // [m]
  Vec3 velocity;  // [m/s]
};

/// What grains did to a body: [N s], and [N m s] about the world's origin.
struct WallImpulse {
  Vec3 push, turn;
};

/// A rigid body as it goes through a step that begins at time().
struct CarriedBody {
  Vec3 place;               // [m] of the origin of its frame, its centre of mass
  Quat turn;                // of its frame
  Vec3 velocity, spin;      // [m/s], [rad/s] means of the step
  double until = 0;         // [s] end of the step: by then it is told anew
  bool there = true;        // false: nothing touches it
  double inverse_mass = 0;  // [1/kg] 0: goes as told
  Mat3 inverse_inertia;     // [1/(kg m^2)] world
};

/// What a grain did to a body that is carried.
struct CarriedPush {
  double time = 0;  // [s]
  int body = 0;
  Vec3 impulse, place;  // [N s], [m] world
};

struct GrainCounts {
  std::uint64_t pair_hits = 0, wall_hits = 0;
  std::uint64_t crossings = 0;  // of cells
  std::uint64_t repeats = 0;    // searches because the partner had been deflected
  std::uint64_t elastic = 0;    // collisions by the TC model
  std::uint64_t freezes = 0, wakes = 0;
  std::uint64_t collisions() const { return pair_hits + wall_hits; }
  std::uint64_t events() const { return collisions() + crossings + repeats; }
};

/// The first grain that left the box.
struct GrainEscape {
  int count = 0;
  int grain = -1;
  double time = 0;  // [s]
};

}  // namespace peal

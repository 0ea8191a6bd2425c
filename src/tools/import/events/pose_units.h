// Do the poses speak metres and seconds? Falling bodies tell: between impacts their paths curve by
// the gravity of the scene. Enters: poses. Leaves: an Error or a warning that says what the numbers
// look like.
#pragma once
#include "tools/import/events/pose_table.h"

namespace peal {

/// What falling bodies say about the units; no samples: nothing falls.
struct FreeFall {
  std::size_t samples = 0;   // frames at which a body fell freely
  std::size_t expected = 0;  // one after the other with the scene's gravity, at most
  Vec3 acceleration;         // [m/s^2] median of each component
};
FreeFall measure_free_fall(const PoseTable& table, const Vec3& gravity);

/// Throws when the numbers look like centimetres, millimetres, kilometres, inches, feet, z up or
/// frame numbers; adds a warning to the table when they look wrong in no known way.
/// @param largest_size [m] of the scene's moving bodies
void check_pose_units(PoseTable& table, const Vec3& gravity, double largest_size);

}  // namespace peal

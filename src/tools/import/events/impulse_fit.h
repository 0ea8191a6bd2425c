// Which impulses explain where bodies went: linear least squares.
// Enters: bodies with what is missing at the end of an interval (position, turn, and velocity and
// spin where they are known), contacts with a first guess. Leaves: the contacts' impulses,
//   minimise sum |missing - response of (p - guess)|^2 / error^2 + |p - guess|^2 / trust^2,
// with normal parts >= 0, and what stays unexplained. SI units, world frame.
#pragma once
#include <vector>

#include "base/vec.h"

namespace peal {

struct FitBody {
  double mass = 1;       // [kg]
  Mat3 inverse_inertia;  // [1/(kg m^2)] world
  double gyration = 1;   // [m] radius that weighs turns against ways
  Vec3 place, turn;      // [m], [rad] missing at the end
  Vec3 velocity, spin;   // [m/s], [rad/s] missing at the end
  bool velocity_known = false;
  double place_error = 1e-6;     // [m]
  double turn_error = 1e-5;      // [rad]
  double velocity_error = 1e-3;  // [m/s]
  double spin_error = 1e-2;      // [rad/s]
};

struct FitContact {
  int a = -1, b = -1;  // index into the bodies, or -1: immovable
  Vec3 arm_a, arm_b;   // [m] from the centres of mass
  Vec3 normal;         // from b to a
  double left = 0;     // [s] from the impulse to the end of the interval
  Vec3 guess;          // [N s] on a; the bodies' missing parts are those that remain after it
  double trust = 0;    // [N s] expected error of the guess
  Vec3 impulse;        // [N s] on a, found
};

/// Fills the impulses and replaces the bodies' missing parts by what stays unexplained.
void fit_impulses(std::vector<FitBody>& bodies, std::vector<FitContact>& contacts);

}  // namespace peal

// How far bodies rebound, asked of whoever knows what they are like inside: the solver of rigid
// motion does not. SI units.
#pragma once
#include "base/vec.h"

namespace peal {

/// Two bodies about to strike.
struct ImpactQuestion {
  int a = 0, b = -1;        // bodies; b = -1: the floor
  Vec3 point_a, point_b;    // [m] body frames (floor: world)
  Vec3 normal_a, normal_b;  // from b towards a, in each body's frame
  double speed = 0;         // [m/s] closing
  double restitution = 0;   // what their materials would do at a small patch
};

class ImpactLaw {
 public:
  virtual ~ImpactLaw() = default;
  /// Speed after over speed before, 0 .. 1.
  virtual double restitution(const ImpactQuestion& question) = 0;
};

}  // namespace peal

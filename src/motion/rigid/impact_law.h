// How far bodies rebound and how they give way where they are touched, asked of whoever knows what
// they are like inside: the solvers of motion do not. SI units.
#pragma once
#include <span>
#include <vector>

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

  /// [rad/s] of the modes that a contact feels, without damping; none: the body does not give way.
  virtual std::span<const double> modes(int body) {
    (void)body;
    return {};
  }
  /// Shapes of these modes at a point of the body's frame [kg^-1/2]: x, y and z of each.
  virtual void shapes(int body, const Vec3& point, std::vector<Vec3>& out) {
    (void)body, (void)point;
    out.clear();
  }
};

}  // namespace peal

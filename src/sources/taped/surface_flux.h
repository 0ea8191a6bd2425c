// What a surface's triangles push away. Enter: accelerations of its points at audio rate, places
// and velocities at knots. Leaves, per triangle and sample,
//   dPhi/dt = a.A + v.dA/dt,   Phi = v.A the volume swept per time [m^3/s]
// v, a: means of its corners, A its area vector. Over a closed surface their sum is the second
// rate of its volume, whatever moves; n.a A would make a monopole of a body that only spins.
#pragma once
#include <array>
#include <vector>

#include "base/vec.h"
#include "emission/cloud_block.h"

namespace peal {

struct PlaceInTime {
  Vec3 position, velocity;  // [m], [m/s]
};

class SurfaceFlux {
 public:
  SurfaceFlux(std::vector<std::array<int, 3>> triangles, std::size_t points, double rate);

  /// Of one block. @param rows point by point and axis by axis, [m/s^2] means over samples, one
  /// sample more than a block; @param knots CloudBlock::kKnots of each point.
  void find(const std::vector<std::vector<float>>& rows,
            const std::vector<std::vector<PlaceInTime>>& knots);

  std::size_t triangles() const { return triangles_.size(); }
  /// [m^3/s^2] triangle by triangle, CloudBlock::kSamples each; the same over its area [m/s^2].
  const std::vector<float>& flux() const { return flux_; }
  const std::vector<float>& acceleration() const { return acceleration_; }
  /// [m^2] at a knot.
  const Vec3& area(std::size_t triangle, int knot) const {
    return areas_[triangle * CloudBlock::kKnots + knot];
  }

 private:
  void find_velocities(const std::vector<std::vector<float>>& rows,
                       const std::vector<std::vector<PlaceInTime>>& knots);

  std::vector<std::array<int, 3>> triangles_;
  double rate_;
  std::vector<float> velocities_, flux_, acceleration_;
  std::vector<Vec3> areas_, area_rates_;
};

}  // namespace peal

// What a piece of an elastic rod radiates, as strengths of monopoles and dipoles in the convention
// of emission/cloud_block.h, p = m(t - r/c)/r + n.(d/r^2 + d'/(c r)). Accelerations enter, [Pa m]
// and [Pa m^2] leave. All of it is compact across the rod; along it the sum over points sees to
// travel times.
//
//   bending    dipole rho/(4 pi) l D a at a point (Schweickart, James and Marschner 2017)
//   stretching an edge that moves along itself carries its volume from one end to the other: two
//              monopoles rho/(4 pi) A (a.t) of opposite sign at its points; what is left of them
//              is at the ends of the rod, and where it is curved. Its volume grows by
//              A L (1 - 2 nu) times its strain: a monopole. Of a straight rod that is together
//              rho A times the acceleration of the ends outward, and - 2 nu rho A strain'' l
//              between them.
//   turning    about the tangent: dipole and quadrupole of the section (rod_section.h). The latter
//              is a pair of opposite dipoles, so far apart that a thin strip's next moment is
//              right, too: at 1/sqrt(2) of the half width.
#pragma once
#include <array>
#include <cmath>

#include "base/constants.h"
#include "base/vec.h"
#include "physics/rods/rod_section.h"

namespace peal {

/// Whether a section that turns about its centroid is heard: not a round or square one.
inline bool turning_sounds(const RodSection& s) {
  return s.turn_q > 0 || s.turn_d1 != 0 || s.turn_d2 != 0;
}

class RodRadiation {
 public:
  /// @param poisson of the rod, density of the air [kg/m^3]
  RodRadiation(const RodSection& section, double poisson, double density)
      : s_(section), factor_(density / (4 * kPi)), growth_(0.5 - poisson) {
    const double c = std::cos(s_.turn_axis), s = std::sin(s_.turn_axis);
    offset_ = std::sqrt(1.5 * (c * c * s_.moment1 + s * s * s_.moment2) / s_.area);
  }

  /// d / a of a point that stands for a length [m], with the frame there.
  Mat3 dipole(double length, const Vec3& d1, const Vec3& d2) const {
    const double k = factor_ * length;
    Mat3 out;
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c)
        out(r, c) = k * (s_.d11 * d1[r] * d1[c] + s_.d22 * d2[r] * d2[c] +
                         s_.d12 * (d1[r] * d2[c] + d2[r] * d1[c]));
    return out;
  }

  /// What an edge adds to the monopoles of the points that it leads from and to; `a` and `b` are
  /// their accelerations along its tangent [m/s^2].
  std::array<double, 2> monopoles(double a, double b) const {
    const double k = factor_ * s_.area, moves = 0.5 * (a + b), grows = growth_ * (b - a);
    return {k * (grows - moves), k * (grows + moves)};
  }

  /// Dipole over angular acceleration.
  Vec3 turning_dipole(double length, const Vec3& d1, const Vec3& d2) const {
    return factor_ * length * (s_.turn_d1 * d1 + s_.turn_d2 * d2);
  }
  struct Pair {
    Vec3 offset;  // [m] of the first dipole from the point, of the second opposite
    Vec3 dipole;  // of the first, over angular acceleration; of the second opposite
  };
  Pair turning_pair(double length, const Vec3& d1, const Vec3& d2) const {
    const double c = std::cos(s_.turn_axis), s = std::sin(s_.turn_axis);
    return {offset_ * (c * d1 + s * d2),
            factor_ * length * s_.turn_q / (2 * offset_) * (c * d2 - s * d1)};
  }
  double offset() const { return offset_; }  // [m]

 private:
  RodSection s_;
  double factor_, growth_, offset_;
};

}  // namespace peal

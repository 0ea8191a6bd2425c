// The point of a body that flies on a parabola, found in its poses: other programs may simulate a
// body about another point than the centre of its mesh (Blender: about the object's origin). In
// free flight, with air that brakes by the rate u,
//   p(t) + R(t) d + u int (p + R d) dt = x0 + v0 t + g t^2 / 2,
// which is linear in d, x0, v0 and (by turns with d) u: least squares over windows of frames.
// Windows in which the body touches something do not fit; of the others those count that agree on
// one d. Known only as far as the body turns: along its axis of rotation d stays 0. SI units.
#pragma once
#include <vector>

#include "base/pose_track.h"

namespace peal {

struct FlightCentre {
  Vec3 offset;       // [m] body frame, from the origin of the poses; zero: that is what flies
  double error = 0;  // [m] standard deviation of its length
  int frames = 0;    // in free flight and turning, that tell it
};

struct PoseNoise {
  double place = 5e-7;  // [m] half of the last decimal
  double turn = 5e-7;   // [rad]
};

/// @param bounding_radius of the surface from the origin of the poses [m]
FlightCentre flight_centre(const std::vector<double>& times, const std::vector<Pose>& poses,
                           const Vec3& gravity, double bounding_radius, const PoseNoise& noise);

}  // namespace peal

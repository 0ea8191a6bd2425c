// The far field of one rod of a scene, summed directly over its points from the motion, so that
// parts of the model can be left out: travel times, the shape of the dipoles, all points but one.
// Independent of the renderer's clouds. SI units.
#pragma once
#include <vector>

#include "scene/scene.h"

namespace peal {

struct RodProbe {
  double rate = 0;           // [Hz]
  std::vector<double> full;  // [Pa] p = sum rho / (4 pi c r) r^ . D a', each with its travel time
  std::vector<double> at_once;   // without the differences of travel times
  std::vector<double> round;     // with the dipole of a circle of the same area
  std::vector<double> velocity;  // [m/s] of one point, across the rod
};

struct RodProbePlace {
  int object = 0;
  Vec3 listener;     // [m]
  double point = 1;  // 0 .. 1 along the rod: whose velocity
  Vec3 across;       // unit: component of it
};

RodProbe probe_rod(const Scene& scene, const RodProbePlace& place);

/// [dB] re the largest of `frequencies` or absolute: level of a Hann-windowed stretch at each
/// frequency [Hz], 20 lg of the amplitude.
std::vector<double> spectrum_of(const std::vector<double>& signal, double rate, double begin,
                                double end, const std::vector<double>& frequencies);

}  // namespace peal

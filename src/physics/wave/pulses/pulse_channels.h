// From coefficients on the shell to the channels that are kept: those of symmetric DOFs follow
// by turning, and what cannot be heard from afar is left out.
#pragma once
#include <vector>

#include "physics/wave/pulses/rigid_pulse.h"

namespace peal {

/// Coefficients over time of one DOF: samples x harmonics.
struct ShellCourse {
  int dof = 0;
  std::vector<double> values;
};

/// The same body turned by a quarter about the polar axis: f(phi) => f(phi - 90 degrees).
ShellCourse quarter_turned(const ShellCourse& course, int dof, int order);

/// Fills samples, channels and values of the record from courses sorted by DOF. Channels are
/// left out, weakest first, as long as together they hold less than 1e-5 of the DOF's energy at
/// eight radii below plan.max_frequency; so are DOFs with less than 1e-6 of the strongest.
void keep_audible_channels(const std::vector<ShellCourse>& courses, const PulsePlan& plan,
                           PulseRecord& record);

}  // namespace peal

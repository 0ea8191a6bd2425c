// From coefficients on the shell to the coefficients that are kept: those of symmetric DOFs follow
// by turning, and what cannot be heard from afar is left out.
#pragma once
#include <vector>

#include "physics/wave/pulses/rigid_pulse.h"

namespace peal {

/// Coefficients over time of one DOF: samples x harmonics.
struct SphereCoefficients {
  int dof = 0;
  std::vector<double> values;
};

/// The same body turned by a quarter about the polar axis: f(phi) => f(phi - 90 degrees).
SphereCoefficients quarter_rotated(const SphereCoefficients& coefficients, int dof, int order);

/// Fills samples, coefficients and values of the record from those sorted by DOF. Coefficients are
/// left out, weakest first, as long as together they hold less than 1e-5 of the DOF's energy at
/// eight radii below plan.max_frequency; so are DOFs with less than 1e-6 of the strongest.
void keep_audible_coefficients(const std::vector<SphereCoefficients>& all, const PulsePlan& plan,
                               PulseRecord& record);

}  // namespace peal

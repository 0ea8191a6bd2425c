// Listens on a sphere around the body while the wave equation is stepped: pressure of every field,
// projected on spherical harmonics, and how much of its sound is still to come.
#pragma once
#include <vector>

#include "physics/wave/fdtd/grid_probe.h"
#include "physics/wave/multipole/spherical_harmonics.h"
#include "physics/wave/pulses/rigid_pulse.h"

namespace peal {

class SphereRecorder {
 public:
  /// @param round bodies of revolution have only m = -1, 0, 1. @param window [samples] over which
  /// power is averaged to see whether the sound has died out.
  SphereRecorder(const PulsePlan& plan, const WaveGrid& grid, int polar_axis, bool round,
                 std::vector<int> dofs, std::size_t window);

  std::size_t harmonics() const { return count_; }
  std::size_t samples(std::size_t field) const { return power_[field].size(); }

  /// Appends one sample of a field. May run for several fields at once.
  void record(std::size_t field, const float* pressure);

  /// Mean power of the last window over that of the strongest window; 0 for a field so weak beside
  /// the others that it is silent; 1 while there is too little to judge, or it is no number.
  double tail(std::size_t field) const;
  bool finite(std::size_t field) const;

  /// Error of continuing the last samples by damped oscillations, looked at in the strongest
  /// coefficients: energy of a window over that of the strongest window. Infinite while there is
  /// too little to judge.
  double foretelling(std::size_t field, std::size_t most_rates) const;
  /// First of the samples in which these oscillations are looked for: by then the direct sound is
  /// gone.
  std::size_t ringing_from(std::size_t field) const { return samples(field) * 2 / 5; }

  /// Energy of the strongest window, sum over samples and harmonics.
  double strongest(std::size_t field) const { return strongest_[field]; }
  std::size_t window() const { return window_; }

  /// Coefficients of one field over time, samples x harmonics, zero after the field was given up;
  /// faded before, unless it is continued.
  std::vector<double> coefficients(std::size_t field, std::size_t samples, bool continued) const;

 private:
  double strongest_window(std::size_t field) const;

  std::size_t count_, window_;
  double bound_;  // [m] rotation by 1 rad/s^2 moves the rim by this
  std::vector<int> dofs_;
  ShellQuadrature quadrature_;
  GridProbe probe_;
  std::vector<std::vector<double>> coefficients_, power_;
  std::vector<double> strongest_;  // of all whole windows so far
};

}  // namespace peal

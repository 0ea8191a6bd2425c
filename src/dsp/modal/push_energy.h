// How much of an impact modes can take. The impulse of an impact is that of rigid bodies; a slender
// body gives way where it is hit and receives less. The push on the modes is reduced until they
// take what the rebound has lost, and no more: scale J by sqrt(lost / taken) when taken > lost. SI
// units. Real-time safe.
#pragma once
#include <cmath>
#include <span>

#include "dsp/modal/half_sine_kernel.h"

namespace peal {

/// Adds what a half-sine push leaves in each mode, `wait` [s] after its end.
/// @param impulse J per mode [N s kg^-1/2], @param tau [s] > 0.
inline void add_push_amplitudes(std::span<const Complex<double>> poles, const double* impulse,
                                double tau, double wait, Complex<double>* amplitude) noexcept {
  for (std::size_t i = 0; i < poles.size(); ++i) {
    const Complex<double> end = HalfSinePush<double>(poles[i], impulse[i], tau).at_end();
    amplitude[i] += wait == 0 ? end : exp(wait * poles[i]) * end;
  }
}

/// [J] sum |a|^2 / 2: modal masses are 1.
inline double modal_energy(std::span<const Complex<double>> amplitude) noexcept {
  double energy = 0;
  for (const Complex<double>& a : amplitude) energy += norm_squared(a) / 2;
  return energy;
}

/// What pushes that would leave `taken` [J] are multiplied with when `lost` [J] is there.
inline double push_scale(double taken, double lost) noexcept {
  return taken > lost ? std::sqrt(lost / taken) : 1;
}

}  // namespace peal

// How fast modes die away: amplitude ~ exp(-sigma t), T60 = ln(1000) / sigma the time [s] for 60
// dB. A loss factor eta gives sigma = pi f eta, T60 = 2.1988 / (eta f): a mode loses the share 2 pi
// eta of its energy per cycle. Rayleigh terms give 2 sigma = alpha + beta omega^2 + gamma /
// omega^2.
#pragma once
#include <span>

#include "physics/elastic/materials/material.h"

namespace peal {

/// sigma [1/s] of a mode at omega [rad/s] > 0, by the material alone.
double decay_rate(const Damping& damping, double omega);
double decay_rate(const RayleighDamping& damping, double omega);
double t60_from_decay(double sigma);
double decay_from_t60(double t60);
/// T60 [s] of a mode at `frequency` [Hz] > 0.
double t60_at(const Damping& damping, double frequency);
double t60_at(const RayleighDamping& damping, double frequency);
/// Loss factor eta = 2 sigma / omega of a mode at `frequency` [Hz] > 0.
double loss_factor_at(const Damping& damping, double frequency);

/// sigma [1/s] of a mode that also radiates, which alone would make it decay by `radiated` [1/s].
/// Rayleigh terms mean the thing as it rings in air: nothing is added, but no mode sends more into
/// the air than it loses.
double with_radiation(const Damping& damping, double sigma, double radiated);

/// Loss factor of bending by heat that flows through the thickness [m] at `frequency` [Hz]: the
/// bent sheet is warmer where it is compressed (C. Zener 1937; the exact sum for a rectangular
/// section: R. Lifshitz, M. L. Roukes, Phys. Rev. B 61, 2000),
///   eta = G D 6/xi^2 (1 - (sinh xi + sin xi) / (xi (cosh xi + cos xi))),  xi = h sqrt(omega / 2
///   chi), D = E a^2 T / (rho c), chi = k / (rho c),
/// with G = (1 + nu) / (1 - nu) for waves in a plate, 1 for a beam. 0 without thermal properties.
double thermoelastic_loss(const Material& material, double thickness, double frequency);
double thermoelastic_loss_of_beam(const Material& material, double thickness, double frequency);

struct DecayMeasurement {
  double frequency;  // [Hz]
  double t60;        // [s]
};

/// The non-negative alpha, beta, gamma whose decay rates are nearest to the measured ones in
/// relative least squares (non-negative least squares over all eight choices of active terms, hence
/// exact).
RayleighDamping fit_damping(std::span<const DecayMeasurement> measurements);

}  // namespace peal

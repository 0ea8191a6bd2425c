// How fast modes die away: C = alpha M + beta K + gamma M K^-1 M gives
// 2 xi omega = alpha + beta omega^2 + gamma / omega^2, amplitude ~ exp(-sigma t), sigma = xi omega.
// T60 = ln(1000) / sigma is the time [s] for 60 dB.
#pragma once
#include <span>

#include "physics/elastic/materials/material.h"

namespace peal {

/// sigma [1/s] of a mode at omega [rad/s] > 0.
double decay_rate(const Damping& damping, double omega);
double t60_from_decay(double sigma);
double decay_from_t60(double t60);
/// T60 [s] of a mode at `frequency` [Hz] > 0.
double t60_at(const Damping& damping, double frequency);
/// Loss factor eta = 2 sigma / omega of a mode at `frequency` [Hz] > 0.
double loss_factor_at(const Damping& damping, double frequency);

struct DecayMeasurement {
  double frequency;  // [Hz]
  double t60;        // [s]
};

/// The non-negative alpha, beta, gamma whose decay rates are nearest to the measured ones in
/// relative least squares (non-negative least squares over all eight choices of active terms, hence
/// exact).
Damping fit_damping(std::span<const DecayMeasurement> measurements);

}  // namespace peal
